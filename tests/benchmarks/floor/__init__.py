"""The least that a plain Django view does for a move, a page and an unchanged answer: what figures are held against.

Behind the same middleware, for a person who is signed in, on the same PostgreSQL. No part of the product.
"""
