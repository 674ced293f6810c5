"""A bot in some fifty lines, from PROTOCOL.md alone: it plays any game by chance, with what `view.legal` offers.

python examples/bot.py HOST PORT TABLE [NAME]
"""

import random
import socket
import sys
import time

import msgpack


class Bot:
    def __init__(self, host, port, table, name="example"):
        self.address, self.table, self.name, self.token = (host, int(port)), table.upper(), name, ""
        self.last_id, self.seen = random.getrandbits(40), 0
        self.card = self.update = self.waiting = None  # the table, its game, and a move that has no answer yet

    def send(self, kind, **fields):
        body = msgpack.packb({"t": kind, **fields})
        self.link.sendall(len(body).to_bytes(4, "big") + body)

    def ask(self, kind, **fields):
        self.last_id += 1
        self.send(kind, id=self.last_id, **fields)

    def visit(self):
        """One connection, as long as it holds."""
        with socket.create_connection(self.address, timeout=30) as self.link, self.link.makefile("rb") as stream:
            where = {"token": self.token, "table": self.table, "seen": self.seen} if self.token else {}
            self.send("hello", protocol=1, client="example/1", name=self.name, **where)
            while len(head := stream.read(4)) == 4 and (body := stream.read(int.from_bytes(head, "big"))):
                self.hear(msgpack.unpackb(body))

    def hear(self, message):
        match message:
            case {"t": "ping", "n": n}:
                self.send("pong", n=n)
            case {"t": "welcome", "token": token} if message.get("table"):  # back at it
                self.token = token
                if self.waiting:
                    self.send("move", **self.waiting)  # the same once more: it is carried out once
            case {"t": "welcome", "token": token}:
                self.token, self.card, self.waiting = token, None, None
                self.ask("join", table=self.table)
            case {"t": "table"}:
                self.card = message
                self.act()
            case {"t": "update"}:
                self.update, self.seen = message, message["seq"]
                self.act()
            case {"t": "done" | "refused", "id": number} if self.waiting and number == self.waiting["id"]:
                self.waiting = None
                if message["t"] == "done":
                    self.update = None  # the next one tells what the move has changed
            case {"t": "refused", "code": code} if self.card is None:
                sys.exit(f"no seat: {code}")
            case {"t": "left" | "closing", "code": code} if not message.get("again"):
                sys.exit(0 if code == "closed" else code)

    def act(self):
        seat = self.card["seats"][self.card["you"]]
        if self.card["state"] == "over" and not seat.get("again"):
            self.ask("rematch")
        elif seat.get("stand_in"):
            self.ask("sit", seat=self.card["you"])
        elif self.update and not self.waiting and not self.card.get("paused"):
            view = self.update["view"]
            if view["seat"] in view["to_act"]:
                self.last_id += 1
                move = random.choice(view["legal"])
                self.waiting = {"id": self.last_id, "table": self.table, "seq": self.update["seq"], "move": move}
                self.send("move", **self.waiting)


if __name__ == "__main__":
    bot = Bot(*sys.argv[1:])
    while True:
        try:
            bot.visit()
        except (OSError, ValueError) as lost:  # cut off, in the middle of a message perhaps
            print(f"connection lost: {lost}", file=sys.stderr)
        time.sleep(0.5)
