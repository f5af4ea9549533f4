"""The sentences of the rules, and that each has a test: the index from a rule to its tests.

The first line of a test's docstring is `Section: the gist of the sentence`. Each line of `SENTENCES` is a
phrase to be found in such a line of its section. To find the tests of a rule, search for its phrase.
"""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent

SENTENCES = {
    "Board": """
        two, three or four seats
        forty squares, 0 to 39
        sets 1 Moss
        Tithe is a tax of 20
        draw from Fortune
        figure comes from a formula of the position
        street price is
        street base rent is
        rent with 1, 2, 3, 4 houses, hotel
        bare street of a set owned whole
        mortgaged members notwithstanding
        one house costs
        the hotel is the fifth
        ferry fare is
        ferry price is
        works charge is roll x 3; roll x 8
        works price is
        mortgage value is
        lifting a mortgage costs
        selling one building back
        starting money 150; salary 20; fine 5
        sum of the last two dice of this turn
        just visiting, or inside
    """,
    "Cards": """
        two decks of twelve
        goes to the bottom as it is drawn
        kept by the player, until used
        bottom of its own deck when used
        F1 Start, F2 next ferry, F3 next works, F4 back three, F5 to 39, F6 to 24
        F7 and P2 go to jail
        F8 and P3 are the get-out cards
        F9 the bank pays 15
        F12 repairs 3 a house
        P1 forward to Start
        P4 20, P5 10
        always moves at least one square
        pays the salary if it passes or lands on Start
        is the nearest of its kind ahead
        settled as if rolled to: rent, buying
        another card
        jail too
        back three from square 2 reaches 39; moving back never pays a salary (ruling)
    """,
    "Chance": """
        is HMAC-SHA256
        v = draw("dice", k) % 36
        jail rolls counted
        for i = n-1 down to 1
        turn order is the shuffle
        "left" is the next index
        bots' strength is
        draw("bot:SEAT", q)
        server seed 64 lower-case hex digits; client seed
        the seed reaches nobody
    """,
    "Vectors": """
        the commitment is
        seed = SHA-256
        rolls 0..9
        Fortune and Post
        turn order 0, 1, 2; bots medium
    """,
    "Turn": """
        1: the turn's player is free
        1: in jail: decision `jail` first
        2: third double in a row this turn: to jail
        3: salary if Start is passed
        3: salary if Start is reached
        3: unowned street, ferry, works: decision `buy`
        3: owned by another player and not mortgaged: pay the charge
        3: a jailed owner collects too
        3: tax: pay the bank
        3: card: draw and carry out
        3: Go to jail
        3: anything else: nothing
        4: the roll was a double: the site rolls again (ruling
        4: all settled, purchase included
        4: all settled, auction included
        4: all settled, debt included
        4: the site rolls again only if the player is not in jail
        4: no second roll if the player left jail by this roll
        5: decision `manage`, until `end_turn`
        5: when, `resign` apart, `end_turn` is the only legal move
        looked at also after an offer ends
        looked at also after another player leaves
        `offer` counts as legal while he or another
        `offer` counts as legal while he has one left
        5: no other decision is made by the site
        5: then the next player in turn order who is not out
        to jail: square 10, no salary, three tries
    """,
    "Decisions": """
        a move is a JSON object with `type` and exactly the keys
        numbers are JSON integers
        `resign` is legal for every player still in
        jail: pay_fine (cash >= 5)
        jail: `pay_fine`: free
        no doubles counted yet
        jail: `use_card`: free
        the Fortune one is used first
        a double frees him and moves him by it, no second roll (ruling)
        otherwise one try is gone
        after the third he owes the fine
        a debt if need be
        tries left: straight to step 5
        buy: `buy` (cash >= price)
        buy: raising
        auction: after `decline`
        one chance, in turn order from the decliner's left
        a bid is a whole number above the best so far
        at least 1, at most the bidder's cash
        passed over without being asked
        a chance not taken in time is a `pass`
        the best bid pays the bank and takes the square
        with no bid it stays unsold
        build: the player owns the whole set
        build: none of it mortgaged
        build: the square has the fewest buildings
        build: fewer than five
        build: and he has the money
        houses and hotels never run out
        sell: the square has the most buildings
        sell: at least one
        mortgage: not mortgaged
        no building on that square itself
        unmortgage `square`: owned, mortgaged, cash enough
        offer: `give` squares of the giver, `get` squares of the receiver
        offer: none twice
        offer: in any order
        offer: to one other player still in
        offer: at least one square moves
        offer: at most one of the two sums is above 0
        offer: the payer has it
        the whole set is bare
        an offer only at `jail` and `manage`
        mortgaged squares pass mortgaged, at no fee (ruling)
        get-out cards are not traded
        two offers a turn, however they end
        only its receiver is waited on
        `withdraw`, `refuse` (and a lapse) end it
        a receiver's leaving the game ends it
        a giver's leaving the game ends it
        the giver's decision is what it was
        debt: whoever owes more than his cash raises it
        as soon as cash covers it the site pays and the turn goes on
        cash + all buildings sold + everything unmortgaged mortgaged
        bankrupt at once, without being asked
    """,
    "Leaving": """
        bankrupt, resigned and timed out are one thing
        each building goes back to the bank at house cost // 2
        go to the creditor, if he himself owes a player
        mortgaged ones stay mortgaged
        beyond the debt
        cash is gone, squares return unowned and unmortgaged, cards to the bottom
        his place is the number of players who were still in
        a standing auction goes on without him
        the best bid of those still in stands (ruling)
        need beat only that
        bid, passed or been passed over is asked again (ruling)
        the same sum is owed to the bank (ruling)
        the turn passes on once a standing auction is over
        when one player is left, the game is over at once
        a standing auction comes to nothing
        a standing offer comes to nothing
        a standing debt comes to nothing
        when the last person or guest leaves
        the bots take the remaining places by net worth
        after the leaver's goods have gone
        the lower index in the turn order placed higher where equal (ruling)
        never had a person or guest plays on
        there is no lap limit
        net worth: cash + price
    """,
    "Clock": """
        a table's move time is 60 to 604,800 seconds
        each new decision starts a new wait
        building, selling, mortgaging and lifting change no deadline
        another player's leaving changes no deadline
        at the deadline he is out
        his chance lapses: it counts as `refuse`
        nobody is put out by what others do
        while an offer stands the giver's clock stops
        he goes on with what he had left
        `resign` for all but the richest in rising order of net worth
        equal: the higher index in the turn order first
    """,
    "Exact points": """
        everybody starts on square 0, not in jail
        the salary counts from the first passing on
        the card goes to the bottom of its deck before the roll
        a bare street has no building itself
        a charge of 0 is no debt
    """,
}

#: Other things that a docstring may be about.
OTHER = {"Record", "View", "Bots", "Interface", "Events", "Engine", "Errors"}


def _docstrings() -> list[tuple[str, str]]:
    """List the first lines of the docstrings of all tests here, as (section, text)."""
    lines = []
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = (ast.get_docstring(node) or "").split("\n")[0]
                section, colon, gist = text.partition(": ")
                number = section.removeprefix("Turn ")
                if section.startswith("Turn ") and number.isdigit():
                    section, gist = "Turn", f"{number}: {gist}"
                if colon:
                    lines.append((section, gist.lower()))
    return lines


DOCSTRINGS = _docstrings()


@pytest.mark.parametrize(
    ("section", "phrase"),
    [(section, phrase.strip()) for section, phrases in SENTENCES.items() for phrase in phrases.strip().splitlines()],
)
def test_each_sentence_has_a_test(section: str, phrase: str) -> None:
    assert [gist for name, gist in DOCSTRINGS if name == section and phrase.lower() in gist]


def test_docstrings_name_a_section() -> None:
    sections = {section for section, _ in DOCSTRINGS}
    assert sections <= SENTENCES.keys() | OTHER
