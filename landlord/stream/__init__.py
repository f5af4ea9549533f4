"""The stream: one process that tells open pages and programs, over server-sent events, that a game has changed.

Follow a change: after its commit `games.news` rings; `source` hears it (or finds it by looking, where Redis is away
or there is none), and `hub` looks at the game once (`reading`), whoever and however many watch it. What each reader
may know of it goes to that reader's stream (`streams`), which writes it. `door` lets readers in, `limits` counts
them, `app` takes the requests. It writes nothing, and keeps no database connection for a stream.
"""
