"""What the pages of rules and of fair play consist of, in their order: sections, and rulings by game."""

from typing import NamedTuple


class Named(NamedTuple):
    """An anchor, and what stands there."""

    id: str
    title: str


def _named(listed: str) -> tuple[Named, ...]:
    return tuple(Named(*line.strip().split(" ", 1)) for line in listed.strip().splitlines())


#: The sections of each game's rules.
SECTIONS = {
    "landlord": _named("""
        short In short
        words Words
        board The board
        figures Every figure
        formulas Where the figures come from
        cards The cards
        turn A turn
        settling What a square does
        jail Jail
        buying Buying and the auction
        building Building and selling
        mortgages Mortgages
        trades Trades
        debts Debts
        leaving Leaving the game
        end The end and the places
        worth Net worth
        deadlines Deadlines
        orders Orders
        decisions Decisions and moves
        chance Chance
        exact Exact points
        vectors Test values
        rulings All rulings
        name The name, and the money
    """),
    "deedland": _named("""
        short In short
        words Words
        board The board
        figures Every figure
        formulas Where the figures come from
        cards The cards
        turn A turn
        settling What a square does
        jail Jail
        buying Buying and the auction
        building Building and selling
        mortgages Mortgages
        trades Trades
        debts Debts
        draws Draws
        leaving Leaving the game
        end The end and the places
        worth Net worth
        tables Tables
        deadlines The clock
        orders Orders
        decisions Decisions and moves
        chance Chance
        exact Exact points
        vectors Test values
        rulings All rulings
        name The name, and the money
    """),
}

#: The rulings, in the order of the page: anchor (after `ruling-`) and what it is about.
RULINGS = {
    "landlord": _named("""
        back Moving back pays no salary
        between-rolls No managing between two rolls of one turn
        jail-double The double that opens the jail earns no second roll
        when-offers Offers are made at two decisions only
        bare-set A square is traded only while its whole set is bare
        mortgaged-trade Mortgaged squares change hands mortgaged and free of charge
        creditor-leaves A debt outlives its creditor
        buildings-first A leaver's buildings are sold first
        cards-to-creditor Get-out cards go to the creditor too
        resigner Resigning saves nothing from a creditor
        auction-leaver An auction survives a bidder who leaves
        last-person When the last person leaves, the game is over
        lapse A chance to bid or to answer lapses, and costs no more than that
        new-wait Each decision is a wait of its own
        wait-goes-on Managing, or somebody's leaving, starts no new wait
    """),
    "deedland": _named("""
        place Where each square lies
        price The prices of the streets
        base-rent The bare rents
        house-rents The rents with two and with three houses
        whole-set A whole set doubles the rent in spite of mortgages
        stations-held A mortgaged station counts as held
        station-price The price of a station
        utilities-held A mortgaged utility counts as held
        utility-price The price of a utility
        cards How many cards of each kind there are, and their sums
        nearest The nearest station is the nearest one ahead
        back Moving back pays no salary
        payments Payments between players are made one after another
        order The turn order is drawn
        site-ends The site ends a turn that has nothing left, and decides nothing else
        jail-no-turn Going to jail costs the turn that a double would bring
        at-once Whoever pays the fine or uses the card rolls at once
        buy-raising Money may be raised before buying
        passed-over Who can't beat the top bid is out of the auction
        never-run-out Houses and hotels never run out
        one-sum Money goes one way in a trade
        withdraw An offer may be withdrawn
        creditor-leaves A debt outlives its creditor
        draw-final Draw offers and answers stand
        draw-played-on A draw offer ends where somebody who has to answer plays on
        draw-stands A draw offer survives the moves of those who want it
        draw-bots Bots answer a draw offer at once
        auction-leaver An auction survives a bidder who leaves
        last-person When the last person leaves, the game is over
        tables What tables there are
        wait-goes-on What starts a new wait, and what doesn't
        safe-jail In jail the clock rolls
        safe-debt How the clock raises a debt
        stays-in The clock puts nobody out
        safe-first What comes late finds the safe move made
        rests The clock rests when nobody is there
    """),
}

#: The sections of the fair-play page.
FAIR_PLAY = _named("""
    short In short
    seed Where the seed comes from
    draws How the seed decides
    when What is known when
    before Check before the game
    during Check during the game
    after Check after the game
    verifier Check everything at once
    limits What this does not protect from
    record The record of a game
""")
