"""Play a game against a bot, by the API. Needs Python 3.9 or newer and a token that may play.

Run it as: python3 bot.py https://games.example.org landlord_... [deedland]
"""

import json
import sys
import time
import urllib.error
import urllib.request
import uuid

#: What it would rather do, first to last; whatever is legal and stands here first, it does.
WISHES = ["build", "buy", "roll", "accept", "pass", "decline", "end_turn", "sell", "mortgage"]


def ask(method, path, body=None, tag=None):
    """Send a request until it is answered; give the answer and its ETag. The answer is None if tag says all of it."""
    headers = {"Authorization": f"Bearer {sys.argv[2]}", "Content-Type": "application/json"}
    # With its key a request that is sent again does nothing twice.
    headers |= {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {"If-None-Match": tag or '""'}
    data = None if body is None else json.dumps(body).encode()
    for wait in (1, 2, 4, 8, 16, 32, 64):
        try:
            sent = urllib.request.Request(sys.argv[1] + path, data, headers, method=method)  # noqa: S310
            with urllib.request.urlopen(sent, timeout=30) as answer:  # noqa: S310
                return json.load(answer), answer.headers["ETag"]
        except urllib.error.HTTPError as refusal:
            if refusal.code == 304:
                return None, tag
            if refusal.code != 429 and refusal.code < 500:
                problem = json.load(refusal)
                raise SystemExit(f"{problem['code']}: {problem['detail']}") from None
            time.sleep(int(refusal.headers["Retry-After"] or wait))
        except OSError:
            time.sleep(wait)
    raise SystemExit("The site does not answer.")


def main():
    """Open a table, start it, and answer whatever is asked until the game is over."""
    chosen = {"ruleset": sys.argv[3], "bots": "easy"} if len(sys.argv) > 3 else {}
    game, tag = ask("POST", "/api/v1/games/", {"seats": 2, "move_time": 86400, "bots_fill": True, **chosen})
    address = f"/api/v1/games/{game['id']}/"
    game, tag = ask("POST", address + "start/", {"client_seed": "fifty-lines"})
    while game["status"] != "finished":
        you = game["you"]
        legal = {move["type"]: move for move in you["legal"]["moves"]}
        wish = next((kind for kind in WISHES if kind in legal), None)
        if wish is None or all(decision["seat"] != you["seat"] for decision in game["decisions"]):
            time.sleep(0.5)
            news, tag = ask("GET", address, tag=tag)
            game = news or game
        else:
            game = ask("POST", address + "moves/", {"token": you["token"], "moves": [legal[wish]]})[0]["game"]
    print(f"{game['id']}: over after {game['move_count']} moves, places {game['result']['placings']}")


main()
