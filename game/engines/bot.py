"""The bot that an engine of others is here: it starts the engine, asks it, and judges what it answers."""

from __future__ import annotations

import os
import random
import shutil
import weakref
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from plyground.core.bot import Bot, BotSpec, Choice, Limits, Report, Way, silent
from plyground.core.errors import Refusal, UnfitBot, quoted
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Values
from plyground.engines import finding
from plyground.engines.declared import Engine, engines
from plyground.engines.finding import protocol
from plyground.engines.protocol import START_SECONDS, Talk, Turn
from plyground.engines.wire import LINE_BYTES, EngineFault, Wire, connected, started
from plyground.sandbox import probe
from plyground.sandbox.channel import Split, lines
from plyground.sandbox.confinements import UNCONFINED, confinement
from plyground.sandbox.contract import MEGABYTE, Bounds

_MOST_RUNNING = 8
"""Engines that one process keeps for games that go on; the one that was asked longest ago is started anew if needed."""
_TALK, _WAY = "engine", "way"


class EngineBot(Bot):
    """One engine. What it says wrong raises a refusal whose sentence names it; it is then started anew."""

    plans = True
    elsewhere = True

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        said = engine.facts.get("name")
        summary = _("An engine that speaks {protocol}: {name}.", protocol=engine.protocol, name=said or engine.title)
        for remark in filter(None, (finding.remark(game_id, engine.protocol) for game_id in engine.games)):
            summary = _("{summary} {remark}", summary=summary, remark=remark)
        self.spec = BotSpec(engine.id, engine.title, summary)
        self.usual_seconds = engine.seconds

    def refuses(self, game: Game[Any, Any]) -> str | None:
        if game.spec.id not in self.engine.games:
            return _("{engine} does not play {title}.", engine=self.spec.title, title=game.spec.title)
        return None

    def refuses_position(self, game: Game[Any, Any], position: Any) -> str | None:
        facts = self.engine.facts.get(game.spec.id, {})
        return protocol(game.spec.id, self.engine.protocol).refuses(game, position, facts)

    def load(self, game: Game[Any, Any], position: Any, options: Values) -> None:
        """Nothing of ours is compiled for it."""

    def follow(self, game: Game[Any, Any], memory: dict[str, Any], way: Way) -> None:
        """Starts the engine if it is not there: that is no part of a move's time, nor of a clock's."""
        memory[_WAY] = way
        try:
            self._talk(game, way.start, memory)
        except EngineFault as fault:
            raise self._named(fault) from None

    def meet(
        self, game: Game[Any, Any], way: Way, seat: int, limits: Limits, seed: int, memory: dict[str, Any]
    ) -> None:
        """Start the engine, if it is not there, and tell it of a game before its first turn; raises ``EngineFault`` or
        ``UnfitBot``."""
        talk = self._talk(game, way.start, memory)
        talk.prepare(Turn(way, way.start, limits, seed), seat)
        if self.engine.paused:
            talk.pause()

    def choose(
        self,
        game: Game[Any, Any],
        position: Any,
        options: Values,
        limits: Limits,
        rng: random.Random,
        report: Report = silent,
        memory: dict[str, Any] | None = None,
    ) -> Choice:
        kept: dict[str, Any] = {} if memory is None else memory
        way = kept.pop(_WAY, None) or Way(game.options({}), position)
        last: dict[str, Any] = {}

        def noted(progress: dict[str, Any]) -> None:
            """Engines tell one thing after another; who looks in sees all that is known by now."""
            last.update(progress)
            if "nodes" in progress and limits.used() > 0:
                last["nodes_per_second"] = progress.get("nodes_per_second", round(progress["nodes"] / limits.used()))
            report(dict(last))

        try:
            held = kept.get(_TALK)
            talk = self._talk(game, way.start, kept)
            if kept[_TALK] is not held:
                limits = replace(limits, begun=None).started()
            seconds = limits.seconds or (self.engine.seconds if limits.left is None else limits.left)
            turn = Turn(way, position, replace(limits, seconds=seconds), rng.randrange(2**31))
            choice = talk.choose(turn, noted)
            if self.engine.paused:
                talk.pause()
            return replace(choice, move=self._legal(game, position, choice.move))
        except EngineFault as fault:
            _end(kept.pop(_TALK, None))
            if limits.stopped() and last.get("line"):  # it was told to stop and did not: what it had by then
                with suppress(Refusal):
                    return Choice(self._legal(game, position, last["line"][0]), last.get("value"))
            raise self._named(fault) from None

    def _named(self, fault: EngineFault) -> EngineFault:
        """The fault with the engine's name before it."""
        return EngineFault(_("{engine}: {what}", engine=self.spec.title, what=fault.sentence), fault.verdict)

    def _legal(self, game: Game[Any, Any], position: Any, text: str) -> str:
        try:
            return game.move_text(position, game.require(position, text))
        except Refusal as refusal:
            said = _("it answered {move}. {why}", move=quoted(text), why=refusal.sentence)
            raise EngineFault(said, "illegal") from None

    def _talk(self, game: Game[Any, Any], start: Any, kept: dict[str, Any]) -> Talk:
        held: _Held | None = kept.get(_TALK)
        talk = None if held is None else held.talk
        if held is None or talk is None or held.engine != self.engine:
            _end(held)
            talk = conversation(self.engine, game)
            why = protocol(game.spec.id, self.engine.protocol).refuses(game, start, talk.facts)
            if why is not None:
                talk.close()
                raise UnfitBot(why)
            held = kept[_TALK] = _Held(self.engine, talk)
        _keep(held)
        return talk


def conversation(engine: Engine, game: Game[Any, Any]) -> Talk:
    """A conversation with an engine that has been opened; raises ``EngineFault``."""
    talk = protocol(game.spec.id, engine.protocol).talk(game, engine, partial(_wire, engine))
    try:
        talk.open()
    except BaseException:
        talk.close()
        raise
    return talk


def _wire(
    engine: Engine, words: tuple[str, ...] = (), split: Split = lines, most: int = LINE_BYTES, **filled: str
) -> Wire:
    """A line to the engine: connected, or started with further words on its command line.

    ``split`` and ``most`` are those of ``Wire``; what is ``filled`` stands for ``{its name}`` in the command.
    """
    if engine.address:
        return connected(*engine.host_and_port, START_SECONDS, split, most)
    if filled and engine.confined:
        raise EngineFault(_("it is confined, and so can connect to nobody."), "crash")
    program = shutil.which(engine.command[0], path=f"{engine.place}{os.pathsep}{os.environ.get('PATH', os.defpath)}")
    if program is None:
        raise EngineFault(_("there is no program {name}.", name=quoted(engine.command[0])), "crash")
    name = UNCONFINED
    if engine.confined:
        name = probe.choose().name
        if Path(program).is_relative_to(engine.place):
            program = os.path.relpath(program, engine.place)
    bounds = Bounds(memory_bytes=engine.memory * MEGABYTE, cpu_seconds=24 * 3600, threads=256, open_files=256)
    given = [_filled(word, filled) for word in engine.command[1:]]
    return started(confinement(name), engine.place, [program, *given, *words], bounds, split, most)


def _filled(word: str, filled: dict[str, str]) -> str:
    for name, value in filled.items():
        word = word.replace(f"{{{name}}}", value)
    return word


class _Held:
    """A conversation that goes on from turn to turn; it ends when nobody holds it."""

    def __init__(self, engine: Engine, talk: Talk) -> None:
        self.engine = engine
        self.talk: Talk | None = talk
        self._ending = weakref.finalize(self, talk.close)

    def end(self) -> None:
        self.talk = None
        self._ending()


_running: list[weakref.ref[_Held]] = []


def _keep(held: _Held) -> None:
    """This one was used last; where too many run, the one that was used longest ago ends."""
    alive = [each for each in (ref() for ref in _running) if each is not None and each is not held and each.talk]
    for each in alive[: max(0, len(alive) + 1 - _MOST_RUNNING)]:
        each.end()
    _running[:] = [weakref.ref(each) for each in [*alive, held] if each.talk]


def _end(held: _Held | None) -> None:
    if held is not None:
        held.end()


def bots() -> dict[str, Bot]:
    """The bots of the engines that are enabled, by id: those of now, since the keeper may change them at any time."""
    return {name: _bot(engine) for name, engine in engines().all().items() if engine.enabled}


_made: dict[str, EngineBot] = {}


def _bot(engine: Engine) -> Bot:
    made = _made.get(engine.id)
    if made is None or made.engine is not engine:
        made = _made[engine.id] = EngineBot(engine)
    return made
