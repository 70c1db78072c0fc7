"""A strict peer for every protocol of lines: between a bot of ours and the host, it misbehaves in a way that is named.

``OurEnd`` serves the bots' end of a protocol on a socket; this file, run as a program, is the engine that the host
starts. It passes on what either side says, until its fault begins: at the start, or with the first answer.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

AT_THE_START = {
    "says nothing": {"silent", "time"},
    "dies at the start": {"crash"},
    "speaks another protocol": {"silent", "protocol", "time", "illegal"},
    "closes its output at once": {"crash"},
}
AT_A_MOVE = {
    "dies in mid-move": {"crash"},
    "says half a line": {"time", "silent", "illegal", "protocol"},  # or what it says to the stop ends the line
    "says a line without end": {"output"},
    "floods for ever": {"time", "output"},
    "answers late": {"time"},
    "answers an illegal move": {"illegal", "protocol"},
    "answers nothing": {"illegal", "protocol", "time", "silent"},
    "lies about being ready": {"time", "silent"},
    "says garbage": {"illegal", "protocol", "time", "silent", "output"},
    "closes its output but lives": {"crash"},
    "ignores that it is to stop": {"time"},
}
GOES_ON = ("behaves", "says a megabyte", "answers twice", "never quits")
"""What the host bears. The others end the game with one of these verdicts."""
FAULTS = AT_THE_START | AT_A_MOVE
PROGRAM = Path(__file__).resolve()


def main(address: str, order: str) -> None:
    """Speak for the end of ours that answers at ``address``; the file ``order`` names the fault."""
    fault = Path(order).read_text(encoding="utf-8").strip()
    Path(f"{order}.pid").write_text(str(os.getpid()), encoding="utf-8")
    if fault == "says nothing":
        _sleep()
    if fault == "dies at the start":
        _die("It cannot find its book.")
    if fault == "closes its output at once":
        os.close(1)
        _sleep()
    if fault == "speaks another protocol":
        for _ in sys.stdin.buffer:
            _write(b"HTTP/1.1 400 Bad Request\n")
        return
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.connect(address)
    threading.Thread(target=_pass_on, args=(line, fault), daemon=True).start()
    for said in line.makefile("r", encoding="utf-8"):
        message = json.loads(said)
        content = message["text"].encode()
        if message["answer"]:
            content = _spoilt(fault, content)
        _write(content)
    if fault == "never quits":
        _sleep()


def _pass_on(line: socket.socket, fault: str) -> None:
    for said in sys.stdin.buffer:
        line.sendall(said)
    if fault != "never quits":
        os._exit(0)


def _spoilt(fault: str, content: bytes) -> bytes:
    """What it says instead of an answer, as far as it comes to that."""
    if fault == "dies in mid-move":
        _die("It fell over.")
    if fault == "says half a line":
        return content.rstrip()[: len(content) // 2]
    while fault == "says a line without end":
        _write(b"x" * 65_536)
    while fault == "floods for ever":
        _write(b"info string and on, and on\n" * 100)
    if fault in ("lies about being ready", "ignores that it is to stop", "answers late"):
        time.sleep(20.0 if fault == "answers late" else 3600.0)
    if fault == "answers nothing":
        return b"".join(b" ".join(line.split(b" ")[:-1]) + b"\n" for line in content.splitlines())
    if fault == "says garbage":
        return bytes(range(128, 256)) + b"\n\xff\xfe\0\0\n"
    if fault == "closes its output but lives":
        os.close(1)
        _sleep()
    if fault == "says a megabyte":
        return (b"x" * 999 + b"\n") * 1000 + content
    return content * 2 if fault == "answers twice" else content


def _write(content: bytes) -> None:
    while content:
        content = content[os.write(1, content) :]


def _die(words: str) -> None:
    os.write(2, words.encode())
    os._exit(3)


def _sleep() -> None:
    time.sleep(3600.0)


class OurEnd:
    """The bots' end of a protocol for a game, one conversation a connection, as ``plyground speak`` would answer.

    ``answered`` are the moves that the bot chose, by the game's own text. It ends with ``close``.
    """

    def __init__(self, protocol: Any, game: Any, folder: Path, bot: str = "random") -> None:
        from plyground.engines.speaking import Place

        self.answered: list[str] = []
        self.illegal = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.address = str(folder / "end")
        self._socket.bind(self.address)
        self._socket.listen()
        self._speak: Any = partial(protocol.speak, game)
        self._make: Any = lambda line, reader: _place(Place, self, line, reader, bot)
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._converse, args=(line,), daemon=True).start()

    def _converse(self, line: socket.socket) -> None:
        with line, line.makefile("r", encoding="utf-8", errors="replace") as reader, suppress(OSError):
            self._speak(self._make(line, reader))


def _place(base: type, end: OurEnd, line: socket.socket, reader: Any, bot: str) -> Any:
    """A place whose every saying is one message, which tells whether the bot has just chosen."""
    from dataclasses import replace

    class Told(base):  # type: ignore[misc]
        chosen = False

        def lines(self) -> Any:
            for each in super().lines():
                self.chosen = False
                yield each

        def say(self, *lines: str) -> None:
            text = "".join(f"{each}\n" for each in lines)
            with suppress(OSError):
                line.sendall(json.dumps({"answer": self.chosen, "text": text}).encode() + b"\n")

        def player(self, game: Any) -> Any:
            player = super().player(game)
            return replace(player, bot=_Marked(player.bot, end, self))

    return Told(bot=bot, read_from=reader, seed=7)


class _Marked:
    """A bot that tells when it has chosen, and may be made to choose what is not legal."""

    def __init__(self, bot: Any, end: OurEnd, place: Any) -> None:
        self._bot, self._end, self._place = bot, end, place

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)

    def choose(self, game: Any, position: Any, *given: Any) -> Any:
        from dataclasses import replace

        choice = self._bot.choose(game, position, *given)
        if self._end.illegal:
            choice = replace(choice, move=_not_legal(game, position), line=())
        self._end.answered.append(choice.move)
        self._place.chosen = True
        return choice


def _not_legal(game: Any, position: Any) -> str:
    """A move of this game, but of a later position; where all of those are legal now, what is no move at all."""
    import random

    from plyground.core.errors import Refusal

    rng, later = random.Random(3), position
    while game.returns(later) is None:
        move = rng.choice(game.legal_moves(later))
        text = game.move_text(later, move)
        try:
            game.require(position, text)
        except Refusal:
            return str(text)
        later = game.play(later, move)
    return "no move"


if __name__ == "__main__":
    main(*sys.argv[1:3])
