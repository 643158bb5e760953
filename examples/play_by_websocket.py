"""A scripted client plays a whole game of each of the five over the WebSocket: `python examples/play_by_websocket.py http://127.0.0.1:8080`.

It is all that a program needs: a token, a table, a socket, and the last legal actions it was given. The server is the referee.
"""

import json
import random
import sys
import time
import urllib.request
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 30  # seconds


def ask(base: str, path: str, body: object, token: str = "") -> Any:
    """A request with a JSON body, and the answer."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(urllib.request.Request(base + path, json.dumps(body).encode(), headers), timeout=20) as answer:
        return json.load(answer)


def games(base: str) -> list[str]:
    """What the server plays."""
    with urllib.request.urlopen(f"{base}/api/games", timeout=20) as answer:
        return [game["name"] for game in json.load(answer)]


def wait_for(base: str) -> None:
    """The server may still be on its way."""
    for _ in range(PATIENCE):
        try:
            games(base)
            return
        except OSError:
            time.sleep(1)
    raise SystemExit(f"no server answers at {base}: start one with `joute serve`")


def play(base: str, game: str, token: str, luck: random.Random) -> Any:
    """One game against easy agents, by legal actions drawn by lot."""
    seats = [{"who": "me"}] + [{"who": "agent", "agent": "easy"}] * (seats_of(base, game) - 1)
    table = ask(base, "/api/tables", {"game": game, "seats": seats}, token)["id"]
    address = f"{base.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        return follow(socket, luck)


def seats_of(base: str, game: str) -> int:
    """How many usually sit down."""
    with urllib.request.urlopen(f"{base}/api/games/{game}", timeout=20) as answer:
        usual: int = json.load(answer)["seats"]["usual"]
        return usual


def follow(socket: ClientConnection, luck: random.Random) -> Any:
    """Answer every question until there is a result."""
    answered = 0
    while True:
        message = json.loads(socket.recv(timeout=60))
        if message.get("result"):
            return message["result"]
        turn = message.get("turn")
        if turn and turn["mine"] and turn["answers"] > answered:
            answered = turn["answers"]
            socket.send(json.dumps({"type": "play", "answers": answered, "action": luck.choice(turn["legal"])}))
        if message["type"] in ("refused", "bye"):
            raise SystemExit(f"the server said {message}")


def main(base: str) -> None:
    """A game of each."""
    wait_for(base)
    token = ask(base, "/api/me", {"name": "Example", "program": True})["token"]
    for game in games(base):
        result = play(base, game, token, random.Random(game))
        print(f"{game}: winners {result['winners']}, scores {result['scores']}")


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8080")
