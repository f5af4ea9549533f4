"""The sentences of Deedland's rules, and that each has a test: the index from a rule to its tests.

As `tests.rules.test_sentences` does for Landlord: the first line of a test's docstring is `Section: the gist
of the sentence`, and each line of `SENTENCES` is a phrase to be found in such a line of its section.
"""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent

SENTENCES = {
    "Board": """
        two to four players
        forty squares, 0 to 39, played in rising order and round again
        22 streets, 4 stations, 2 utilities, 6 Fortune squares, 2 taxes, 4 corners
        the place of each square is as the table says (ruling)
        groups 1 Brown
        Land Tax is 20,000, Window Tax 10,000
    """,
    "Figures": """
        street price is
        street base rent is
        meet both ends of every range
        rent with 1, 2, 3, 4 houses, hotel
        bare street of a group owned whole by one player
        one house costs
        the hotel is the fifth and costs the same
        station rent is
        its price is 20,000 (ruling)
        utility rent is
        price 15,000 (ruling)
        mortgage value is price // 2
        paying it off costs m + m // 10
        selling one building back
        starting money 150,000; salary 20,000; fine 5,000
        "roll" is the two dice of this turn
        every division is exact
    """,
    "Cards": """
        one deck of sixteen
        shuffled once from the seed
        the top card goes to the bottom as it is drawn and is then carried out
        the get-out card is kept by the player, until used
        F1 forward to Start
        F2, F3 the nearest station
        is the nearest one ahead (ruling)
        the rent at the nearest station is the ordinary one
        F4 back three squares
        settled as if rolled to: buying
        settled as if rolled to: rent
        settled as if rolled to: another card
        settled as if rolled to: jail
        back three from square 2 reaches 39; moving back never pays the salary (ruling)
        always moves at least one square
        F5 go to jail
        dividend 5,000 and 3,000, refund 2,000, inheritance 10,000, fines 1,500 and 3,000, fees 10,000
        a hotel is a hotel, not five houses (ruling)
        F11 birthday
        F16 chair
    """,
    "Payments": """
        one for each other player then in, in turn order from the drawer's left
        paid or raised (decision `debt`, whoever the debtor is) before the next one begins
        bankrupts its payer before the next one begins
        whose payer has left by the time it is reached falls away
        whose receiver has left falls away
        when the list is done, the drawer's square is settled
    """,
    "Chance": """
        rolls count 0, 1, 2 over the whole game, jail rolls counted
        draw("bot:SEAT", q)
        the bots' level isn't drawn
    """,
    "Vectors": """
        commitment, seed, rolls 0..9, the Fortune deck, turn order and first decision
        the opening, move by move
    """,
    "Turn": """
        1: decision `roll`; the player rolls by a move
        1: in jail: decision `jail`
        2: third double in a row: to jail instead of moving, and the turn ends at once, without `manage`
        2: doubles are counted over the turns of one player that follow on each other
        3: salary if Start is passed or reached
        3: unowned street, station, utility: decision `buy`
        3: owned by another player and not mortgaged: pay the rent
        3: a mortgaged one earns no rent
        3: a jailed owner collects too
        3: tax: pay the bank
        3: card: draw and carry out
        3: Go to jail: to jail
        3: anything else, one's own deeds too: nothing
        4: all settled, purchase included: decision `manage`, until `end_turn`
        4: all settled, the auction included
        4: all settled, the debt included
        4: `manage` also in jail
        4: when, `resign` and the draw moves apart, `end_turn` is the only legal move, the site makes it
        4: this is looked at also after an offer ends
        4: this is looked at also after another player leaves
        4: `offer` counts as legal while
        4: no other decision is made by the site, even with one legal move (ruling)
        5: this turn's roll was a double: another turn of the same player, from step 1
        5: another turn has its own offers
        5: no other turn if the player is in jail
        5: else the next player in turn order who is not out
        to jail: square 10, no salary, three tries, no other turn for a double (ruling)
    """,
    "Decisions": """
        a move is a JSON object with `type` and exactly the keys named; numbers are JSON integers
        `resign` is legal for every player still in, at any time
        `roll`: the turn's player; `roll`, managing
        `jail`: `pay_fine` (cash >= 5,000), `use_card` (holds it), `roll`; managing
        `buy`: `buy` (cash >= price), `decline`; raising (ruling)
        `auction`: one bidder: `bid` with `amount`, `pass`
        `trade`: the player offered to: `accept`, `refuse`; `withdraw` by the one who offered (ruling)
        `debt`: the debtor, whosever turn it is: raising
    """,
    "Jail": """
        `pay_fine`: free, and rolls at once (ruling) as an ordinary roll
        `use_card`: free, and rolls at once
        doubles are counted from none
        a double frees him and moves him by it, with no other turn
        otherwise one try is gone; tries left: straight to step 4
        after the third he owes the fine, and is then moved by that third roll
        a debt if need be
        just visiting
    """,
    "Auction": """
        all players still in, in turn order, the decliner first, and round again
        a bid is a whole number above the top bid, at least 1, at most the bidder's cash
        the first bid is at least 1
        who passes is out of the auction
        is passed over, and is out of it too (ruling)
        as soon as the top bidder is the only one left in it, he pays the bank and takes the deed
        with nobody left and no bid it stays with the bank
        one who is left alone without a bid is asked all the same
    """,
    "Build": """
        the player owns the whole group
        none of it mortgaged
        the street has the fewest buildings of its group
        fewer than five
        and he has the money
        houses and hotels never run out (ruling)
    """,
    "Sell": """
        the street has the most buildings of its group (at least one)
        a hotel sold leaves four houses
    """,
    "Mortgage": """
        owned, not mortgaged
        no building anywhere on its group
    """,
    "Unmortgage": """
        owned, mortgaged, cash enough
    """,
    "Offer": """
        `give` squares of the giver, `get` squares of the receiver
        none twice, in any order
        to one other player still in
        one offer to each player per turn, however it ends
        at least one deed moves
        at most one of the two sums is above 0, and the payer has it (ruling)
        no street of a group that has any building
        mortgaged deeds pass mortgaged, at no fee
        the get-out card isn't traded
        only at `roll`, `jail` and `manage`
        a receiver's leaving the game ends it
        a giver's leaving the game ends it
        after it ends the giver's decision is what it was before
    """,
    "Debt": """
        whoever owes more than his cash raises it
        as soon as cash covers it the site pays and the game goes on where it stopped
        is less than the debt, bankrupt at once
    """,
    "Draws": """
        `offer_draw` by any player still in, at any time, whoever is waited on
        if no draw offer stands
        he has made none since the last roll of the dice, whoever rolled
        before the first roll: since the start
        by any other player still in who has not answered
        an answer can't be changed, an offer can't be taken back (ruling)
        when every other player still in has accepted, the game is drawn: over at once
        a standing auction, trade or debt comes to nothing
        all players still in share the first place
        one refusal ends the offer
        so does any other move of a player who has still to answer it
        `withdraw` ends the offer too (ruling)
        a move that the clock makes for him ends the offer too (ruling)
        moves of the one who offered, and of those who have accepted, leave it standing (ruling)
        what follows without a move
        when anybody leaves, it lapses
        nobody is waited on for it, no wait begins or ends
        the bots answer one after another from the left of the one who offered (ruling)
    """,
    "Leaving": """
        buildings go back at house cost // 2; then cash, deeds and the card go to the player he owed
        each building is taken back by the bank at `house cost // 2`
        all of them, also beyond the debt
        if he owed the bank, cash is gone, deeds return unowned and unmortgaged, the card to the bottom
        to be bought by whoever lands there
        who resigns is bankrupt to the bank, also in a debt to a player: that debt comes to nothing
        no time-out puts anybody out
        his place is the number of players who were still in, himself included
        a standing auction goes on: the top bid is the highest of those still in it (ruling)
        if he was waited on, the next one is asked
        else who is waited on stays so
        unless he is now the top bidder and alone (ruling)
        nobody who is out of the auction comes back (ruling)
        if the creditor of a standing debt leaves, the same sum is owed to the bank (ruling)
        if the debtor was another than the turn's player, the list of payments goes on
        if it was his turn, the turn passes on, without another turn for a double
        but only once a standing auction, or another player's standing debt, is over
        it passes on only once a standing auction is over
        when one player is left, the game is over at once; an auction, offer or debt comes to nothing
        when the last person or guest leaves, the bots take the remaining places by net worth (ruling)
        net worth as it is after the leaver's goods have gone
        the lower index in the turn order placed higher where equal (ruling)
        a game that never had a person or guest plays on to one player
        net worth: cash + unmortgaged deeds + half of mortgaged ones + buildings at what they cost
    """,
    "Clock": """
        move time: 30 seconds, or 60 to 604,800, or none
        each new decision starts a new wait, even for the same player
        building, selling, mortgaging, paying off, draw moves and another's leaving change no wait
        the receiver has the move time, but a day at most
        at `roll` the safe move is `roll`
        at `jail` it is `roll`: neither the fine nor the card (ruling)
        a third miss costs the fine all the same
        at `buy` it is `decline`; he is then asked for a bid as anybody, in a new wait
        at `auction` it is `pass`
        at `manage` it is `end_turn`
        at `trade` it is `refuse`, for the receiver
        at `debt` it is `mortgage` of the lowest square that he may mortgage
        `sell` on the lowest square that he may sell from (ruling)
        in a debt a raising move ends no wait: the site goes on with safe moves until the debt is paid
        however often it plays for somebody, he stays in (ruling)
        a wait that begins when the last 40 entries of the record are all the clock's has no deadline
        the next move of anybody still in, a draw move too, gives the one waited on a full move time
    """,
    "Record": """
        `ruleset` `"deedland"`, `rules_version` 1
        `options` is exactly `move_time` and `bots`
        the bots' level is `easy`, `medium` or `hard`, or null
        the level is null exactly if no seat is a bot
        a safe move stands in the record as the move that it is, `by` `"clock"`
        an entry `by` `clock` that is not the safe move of the state it is made in is wrong
        an entry by the clock in a game without a clock is wrong
        there is no move `timeout`
        a drawn game's first place lists all who were still in, by rising seat number
        `final` is the state it was drawn in
        neither Ready nor chat, nor the passing over of a bidder, is in it
        `by` is `bot` or `clock` for a bot's seat; `player`, `order` or `clock` for any other; no `agreed`
    """,
    "Interface": """
        an answer to a draw offer names that offer's own token
    """,
    "Exact points": """
        when the last person leaves, whatever stands, a list of payments included, comes to nothing
        the rest ends with the next entry not `by` `clock`, the waited player's managing included
        the last 40 entries include the one that began the wait
        a debt's run may pass 40
        within a debt's run of the clock not even a resignation or draw move comes between
        each payment of a list is a debt and a wait of its own, and between two anything may come
        the clock plays for a bot's seat too
        a bare street has no building itself, whatever stands on the others
        who paid the fine or used the card and then rolls a double may have another turn
        the payer of an offer has the sum when it is made
        bids of those who passed count no more after a leaving
    """,
}

#: Other things that a docstring may be about.
OTHER = {"Engine", "Orders", "View", "Bots"}


def _docstrings() -> list[tuple[str, str]]:
    """List the first lines of the docstrings of all tests here, as (section, text)."""
    lines = []
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                section, colon, gist = (ast.get_docstring(node) or "").split("\n")[0].partition(": ")
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
