"""The engine of the board games: forty squares, deeds, auctions, trades, debts.

A game is a value (`rules.Rules`) of board, decks, amounts, policies and the joints of a turn;
`games.rules.landlord` and `games.rules.deedland` are two. Read `rules.py` for where they differ, `turn.py` for
what follows from a roll and `apply.py` for what each move does.
"""
