"""What others may want to know about people. Accounts know no game: games connect receivers to these.

All are sent in the request's own thread. Receivers of `person_leaving` and `collecting` run inside the
transaction that deletes or collects, and an error of theirs stops it.
"""

from django.dispatch import Signal

#: Somebody has signed up or signed in. Arguments: `user`, `request` (with the browser's cookies still as
#: they came). Sent once per sign-in, after the new session stands.
person_joined = Signal()

#: An account is about to be deleted. Arguments: `user`, whose row still exists. Receivers let go of whatever
#: names the person; rows that point to the user with CASCADE go by themselves afterwards.
person_leaving = Signal()

#: Somebody downloads what the site keeps. Arguments: `user`. Receivers return a dict that JSON can hold;
#: its keys stand beside the account's own in the file.
collecting = Signal()

#: Somebody has another name from now on. Arguments: `user`, with the new name, and `before`, the old one.
person_renamed = Signal()

#: A way in may have ended: a session, a password, a token, an account. Arguments: `user`, a number or None, and
#: `session`, the SHA-256 of a session's key or nothing. May be sent inside a transaction.
way_in_changed = Signal()
