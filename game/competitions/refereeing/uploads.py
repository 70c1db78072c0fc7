"""A handed-in program at a table: asked by lines in its confinement, charged by the clock, judged by how it answers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.competitions.refereeing.entrants import Answer, Asked, Entrant, ServerFault, Used, mind, readable
from plyground.competitions.refereeing.verdicts import Verdict, when
from plyground.competitions.submissions import programs
from plyground.core.messages import _
from plyground.engines import bot_lines as protocol
from plyground.engines.own import sound
from plyground.sandbox import metering
from plyground.sandbox.channel import Channel, Received
from plyground.sandbox.contract import Bounds, Ending
from plyground.sandbox.running import STOP_SECONDS, Confinement, Running

HELLO_SECONDS = 30.0
"""How long the confinement and Python may take to start; longer is the server's own fault."""
TOTAL_BYTES = 8 * 1024 * 1024
"""How much a bot may write in one game."""
MOST_WAITING = 120.0
"""A bot that had to wait so long for a core in one move has no fair game here: a fault of the server's own."""
_LOOK_AGAIN_SECONDS = 0.002
_LISTEN_SECONDS = 0.1
"""So long the referee listens at a time; where it comes back much later, the machine slept or stood still."""
STILL_SECONDS = 0.25
"""Delays of the referee itself from this on are the machine's, and charged to nobody."""
_LAST_WORDS_SECONDS = 2.0
_REMARK_BYTES = 8 * 1024


_OF_THE_RUNNER = re.compile(
    r"The file defines neither make_move nor get_initial_state and make_move_state\."
    r"|make_move_state must return a move and a state, not a [A-Za-z_]\w{0,40}\.",
    re.ASCII,
)
"""What the runner itself says of a file; a file that says anything else in its place is quoted."""
_NAME_OF_TYPE = re.compile(r"[A-Za-z_]\w{0,60}", re.ASCII)


class Upload(Entrant):
    """A handed-in program."""

    def __init__(
        self, folder: Path, command: Sequence[str] | None, game: str, confinement: Confinement, bounds: Bounds
    ) -> None:
        self._folder, self._game, self._confinement, self._bounds = folder, game, confinement, bounds
        self._program = programs.program(folder, command)
        self._confined: Running | None = None
        self._spoke = self._program.hosted
        self._extras: tuple[str, ...] = ()
        self._remarks: list[bytes] = []
        self._move = 0
        self._unread = False
        self._info: Mapping[str, Any] = {}
        self._used: metering.Usage | None = None
        self._still = 0.0

    def open(self) -> None:
        words = self._program.words(self._game)
        self._confined = self._confinement.start(self._folder, words, self._bounds, self._program.image)
        self._channel = Channel(
            self._confined.stdin, self._confined.stdout, self._bounds.output_line_bytes, TOTAL_BYTES
        )
        if self._program.hosted:
            self._hear_hello()
        self._confined.pause()
        self._used = self._usage()

    def _hear_hello(self) -> None:
        """Wait until the runner is there; what it takes is not the bot's."""
        got = self._channel.receive(time.monotonic() + HELLO_SECONDS)
        if got.kind != "line" or not protocol.read(got.line).hello:
            raise ServerFault(
                _("A bot's surroundings did not start ({kind}: {errors}).", kind=got.kind, errors=self._errors()[-500:])
            )

    def begin(self, facts: Mapping[str, Any], left: float) -> Answer:
        def accept(said: protocol.Said) -> str | None:
            self._extras = said.extras
            if not said.answers:
                return None
            if said.bare is not None:
                self._remark(said)
            return ""

        return self._ask(protocol.start(facts), left, accept)

    def turn(self, asked: Asked) -> Answer:
        self._move, self._unread, self._info = self._move + 1, False, {}
        verdict = self._spoken_out_of_turn(asked)
        if verdict is not None:
            return Answer(0.0, verdict=verdict)

        def accept(said: protocol.Said) -> str | None:
            if said.move is None and said.bare is not None and not readable(asked, said.bare):
                self._unread = True
                return None
            return said.bare if said.move is None else said.move

        sent = protocol.turn(asked.moves, asked.left, asked.legal, self._sent_along(asked))
        return self._ask(sent, asked.left, accept)

    def _ask(self, line: bytes, left: float, accept: Callable[[protocol.Said], str | None]) -> Answer:
        """Send a line and let the bot go on until ``accept`` takes something that it says, or its time is up.

        What it takes to stop is charged as well.
        """
        self._channel.send(line)
        self._still = 0.0
        begun = self._resume()
        while True:
            got = self._receive(begun, left)
            if got.kind != "line":
                return self._failure(got, self._charged(got.at - begun))
            said = protocol.read(got.line)
            self._spoke = self._spoke or said.answers
            if said.failed is not None or said.wrong is not None:
                return self._reported(said, self._charged(got.at - begun))
            text = accept(said)
            if text is None:
                self._remark(said)
                continue
            stood = self._pause()
            stopped, after = time.monotonic(), self._usage()
            seconds, waited = self._spent(stopped - begun, after)
            before, self._used = self._used, after or self._used
            if not stood:
                what = _("It could not be stopped within {most:g} s after its answer", most=STOP_SECONDS)
                return Answer(seconds, verdict=self._verdict("time", what), waited=waited)
            if seconds > left:
                return Answer(seconds, verdict=self._verdict("time", _("It ran out of time")), waited=waited)
            return Answer(seconds, text, mind=mind(sound(self._info)), waited=waited, used=self._since(before))

    def _receive(self, begun: float, left: float) -> Received:
        """The next line; until the bot's time is up, without what it waited for a core."""
        until = begun + left
        while True:
            got = self._listen(until)
            if got.kind != "late":
                return got
            waited = self._spent(got.at - begun, self._usage())[1]
            if begun + left + waited <= got.at:
                return got
            if waited > MOST_WAITING:
                raise ServerFault(_("The machine has no time for the games that it plays."))
            until = max(begun + left + waited, got.at + _LOOK_AGAIN_SECONDS)

    def _listen(self, until: float) -> Received:
        """The next line, or what stands in its place at that moment, counting for how long the machine stood still."""
        while True:
            wanted = min(until, time.monotonic() + _LISTEN_SECONDS)
            got = self._channel.receive(wanted)
            if got.at - wanted > STILL_SECONDS:
                self._still += got.at - wanted
            if got.kind != "late" or got.at >= until:
                return got

    def _spent(self, seconds: float, after: metering.Usage | None) -> tuple[float, float]:
        """The seconds to charge of these, which began when the bot was let go, and those that it waited for a core, or
        for a machine that stood still; by what it has used by then."""
        if after is None or self._used is None:
            return max(0.0, seconds - self._still), self._still  # it has ended, or its computer is its own
        used = after.processor - self._used.processor
        waited = min(metering.waited(seconds, self._used, after) + self._still, max(0.0, seconds - used))
        return max(seconds - waited, used), waited

    def _since(self, before: metering.Usage | None) -> Used | None:
        """What it has used, now that it stands; None where its computer is its own."""
        if before is None or self._used is None or self._confined is None:
            return None
        processor = round(self._used.processor - before.processor, 4)
        return Used(processor, self._confined.held, self._channel.taken, self._confined.complained)

    def _charged(self, seconds: float) -> float:
        return self._spent(seconds, self._usage())[0]

    def _usage(self) -> metering.Usage | None:
        assert self._confined is not None
        return self._confined.usage()

    def end(self, result: Mapping[str, Any]) -> None:
        if self._confined is not None:
            self._channel.send(protocol.end(result))
            self._confined.resume()

    def close(self) -> str:
        if self._confined is None:
            return ""
        self._confined.kill()
        log = self._errors()
        remarks = b"".join(self._remarks).decode("utf-8", errors="replace")
        return (remarks + log)[-self._bounds.error_bytes - _REMARK_BYTES :]

    def _resume(self) -> float:
        """Let the bot go on; the moment from which it is charged.

        A bot that is let go may take the core from this very thread before it can look at the clock. So the clock is
        looked at before, and the processor time of the call, which is ours, is added.
        """
        assert self._confined is not None
        at, used = time.monotonic(), time.thread_time()
        self._confined.resume()
        return at + time.thread_time() - used

    def _pause(self) -> bool:
        assert self._confined is not None
        return self._confined.pause()

    def _spoken_out_of_turn(self, asked: Asked) -> Verdict | None:
        """A move that the bot sent while it was another's turn; remarks are taken at any time."""
        for line in self._channel.pending():
            said = protocol.read(line)
            if said.move is not None or (said.bare is not None and readable(asked, said.bare)):
                return self._verdict("protocol", _("It had sent a move when it was not its turn, noticed"))
            self._remark(said)
        return None

    def _sent_along(self, asked: Asked) -> dict[str, Any]:
        sent: dict[str, Any] = {}
        if "position" in self._extras:
            sent["position"] = asked.game.position_text_for(asked.position, asked.seat)
        if "view" in self._extras:
            sent["view"] = asked.game.view(asked.position, asked.seat)
        return sent

    def _reported(self, said: protocol.Said, seconds: float) -> Answer:
        """The runner said how the bot failed, or the bot wrote what nobody can read."""
        self._pause()
        if said.failed is None:
            return Answer(
                seconds,
                verdict=Verdict(
                    "protocol", _("{wrong} That was {when}.", wrong=said.wrong, when=self._when), self._move
                ),
            )
        kind = said.failed.get("kind")
        if kind == "memory":
            return Answer(seconds, verdict=self._verdict("memory", _("It ran out of memory")))
        if kind == "protocol":
            own = str(said.failed.get("sentence", ""))
            sentence = own
            if not (self._program.hosted and _OF_THE_RUNNER.fullmatch(own)):
                sentence = _("It says of itself: {words}, {when}.", words=protocol.shown(own), when=self._when)
            return Answer(seconds, verdict=Verdict("protocol", sentence, self._move))
        name = str(said.failed.get("type", ""))
        if not _NAME_OF_TYPE.fullmatch(name):
            name = _("an error of its own")
        return Answer(seconds, verdict=self._verdict("crash", _("It crashed with {name}", name=name)))

    def _failure(self, got: Received, seconds: float) -> Answer:
        """Why no line came."""
        code, what = "time", _("It ran out of time")
        if got.kind == "flood":
            code, what = "output", _("It wrote more than it may")
        elif got.kind == "closed":
            code, what = self._fate(self._ending())
        elif not self._spoke:
            code, what = "silent", _("It wrote nothing until its time was up")
        elif self._unread:
            sentence = _("It ran out of time {when}: it wrote what cannot be read as a move.", when=self._when)
            return Answer(seconds, verdict=Verdict("time", sentence, self._move))
        return Answer(seconds, verdict=self._verdict(code, what))

    @staticmethod
    def _fate(ending: Ending | None) -> tuple[str, str]:
        """The verdict's code, and its sentence up to when it happened, for a bot whose output ended."""
        if ending is None:
            return "silent", _("It closed its output")
        if ending.out_of_memory:
            return "memory", ending.what
        if ending.cpu_exceeded:
            return "time", ending.what
        if ending.too_much_output or ending.too_many_files:
            return "output", ending.what
        if ending.signal is None and not ending.exit_code and not ending.too_many_threads:
            return "silent", _("It ended by itself, without an answer,")
        return "crash", ending.what

    def _ending(self) -> Ending | None:
        """How a bot ended whose output is closed; it may take a moment to be known."""
        assert self._confined is not None
        until = time.monotonic() + _LAST_WORDS_SECONDS
        while True:
            ending = self._confined.poll()
            if ending is not None or time.monotonic() >= until:
                return ending
            time.sleep(0.002)

    def _verdict(self, code: str, what: str) -> Verdict:
        return Verdict(code, _("{what} {when}.", what=what, when=self._when), self._move)

    @property
    def _when(self) -> str:
        return when(self._move)

    def _remark(self, said: protocol.Said) -> None:
        self._info = said.info or self._info
        text = said.note if said.note is not None else said.text if said.bare is not None else None
        if text and sum(map(len, self._remarks)) < _REMARK_BYTES:
            self._remarks.append(text.encode()[:1000] + b"\n")

    def _errors(self) -> str:
        return "" if self._confined is None else self._confined.errors().decode("utf-8", errors="replace")
