"""A punter of the contest that keeps the protocol, or breaks it in the one way that it is told.

``icfp_peer.py FAULT [HOST PORT]``: offline, one message a process, or online. It claims the first river that is free.
"""

from __future__ import annotations

import json
import socket
import sys
import time
from typing import IO, Any

FAULT = sys.argv[1]
ONLINE = len(sys.argv) > 2


def main() -> None:
    if ONLINE:
        line = socket.create_connection((sys.argv[2], int(sys.argv[3])))
        source: IO[bytes] = line.makefile("rb")
        target: IO[bytes] = line.makefile("wb")
    else:
        source, target = sys.stdin.buffer, sys.stdout.buffer
    if FAULT == "dies at the start":
        sys.exit("no licence")
    if FAULT == "silent":
        time.sleep(60)

    def write(raw: bytes) -> None:
        target.write(raw)
        target.flush()

    def say(message: object) -> None:
        text = json.dumps(message).encode()
        write(b"%d:%s\n" % (len(text), text))

    if FAULT in _FIRST:
        write(_FIRST[FAULT])
    else:
        say({"me": "Peer"})
    state: dict[str, Any] = {}
    while (message := hear(source)) is not None:
        if "you" in message or "timeout" in message:
            continue
        if "stop" in message:
            sys.stderr.write("stopped\n")
            return
        state = message if "punters" in message else message.get("state", state)
        what = "ready" if "punters" in message else "move"
        if f"dies at its {what}" == FAULT:
            sys.exit("out of luck")
        if f"never answers the {what}" == FAULT:
            time.sleep(60)
        if f"half a frame and no more at its {what}" == FAULT:
            write(b'80:{"ready":')
            time.sleep(60)
        if f"half a frame and the end at its {what}" == FAULT:
            write(b'80:{"ready":')
            return
        if (what, FAULT) in _WRONG:
            write(_WRONG[what, FAULT])
        elif f"floods at its {what}" == FAULT:
            while True:
                write(b"1" * 65536)
        elif what == "ready":
            seat = message["punter"]
            say({"ready": 1 - seat if FAULT == "is another punter" else seat, "state": message})
            if not ONLINE:
                return
        else:
            moves = state.setdefault("moves", [])
            if not message["move"]["moves"]:
                sys.exit("told of nothing")
            moves.extend(message["move"]["moves"])
            if FAULT == "late once" and len(moves) == 2:
                time.sleep(3.0)
            answer = move(state)
            say({**answer, "state": state})
            if FAULT == "answers twice":
                say(answer)
            if not ONLINE:
                return


def move(state: dict[str, Any]) -> dict[str, Any]:
    seat = state["punter"]
    told = [each["claim"] for each in state["moves"] if "claim" in each]
    taken = {frozenset((each["source"], each["target"])) for each in told}
    rivers = [(each["source"], each["target"]) for each in state["map"]["rivers"]]
    if FAULT == "claims what is taken" and taken:
        rivers = [river for river in rivers if frozenset(river) in taken]
    elif FAULT == "claims no river":
        rivers = [(0, 10**6)]
    else:
        rivers = [river for river in rivers if frozenset(river) not in taken]
    if FAULT == "moves for another":
        seat = 1 - seat
    if not rivers:
        return {"pass": {"punter": seat}}
    return {"claim": {"punter": seat, "source": rivers[0][0], "target": rivers[0][1]}}


def hear(source: IO[bytes]) -> Any:
    head = b""
    while not head.endswith(b":"):
        letter = source.read(1)
        if not letter:
            return None
        head += letter
    return json.loads(source.read(int(head[:-1])))


_FIRST = {
    "no handshake": b'12:{"ready": 0}',
    "no length": b'{"me":"Peer"}',
    "no frame": b"hello, who is there?\n",
    "a huge length": b"999999999999:{",
    "another protocol": b"GET / HTTP/1.1\r\n\r\n",
}
_WRONG = {
    ("ready", "ready with a list"): b"2:[]",
    ("ready", "not ready"): b'11:{"pass":{}}',
    ("ready", "ready is no number"): b'16:{"ready":"yes"} ',
    ("move", "a wrong length"): b'9:{"pass":{"punter":0}}',
    ("move", "no JSON"): b"9:pass pass",
    ("move", "no move"): b'15:{"resign":true}',
    ("move", "a state so deep"): b'%d:{"pass":{"punter":0},"state":%s}' % (29 + 400 + 1, b"[" * 200 + b"]" * 200),
}

if __name__ == "__main__":
    main()
