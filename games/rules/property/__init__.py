"""The engine of the board games: forty squares, deeds, auctions, trades, debts.

A game is a value (`rules.PropertyRules`) of board, decks, amounts and policies; `games.rules.landlord`
is one. Read `turn.py` for what follows from a roll and `apply.py` for what each move does.
"""
