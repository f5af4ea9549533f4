"""Chat at the table: what those seated write to each other, beside the game and no part of its record.

Follow a message: `writing.write` finds out whether its writer may, has `text` put it into a form that can be shown,
counts it (`limits`), and adds a row under the lock of the game's chat; after the commit `games.news` rings, and the
stream tells open pages. `reading` gives what one reader may see of it. Nothing here locks a game or its seats.
"""
