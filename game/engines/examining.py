"""Tests an engine: greets it, plays short games against it, and says in words what it can do."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.core import registry
from plyground.core.bot import Limits, Way
from plyground.core.errors import BadOption, Refusal
from plyground.core.game import Game
from plyground.core.messages import _, listed, ngettext
from plyground.engines.bot import EngineBot, conversation
from plyground.engines.declared import Engine, engines
from plyground.engines.finding import protocol

SECONDS = 0.1
"""How long it thinks about a move while it is tested."""
MOST_MOVES = 60
"""A game of a test that goes on for longer is left: what it shows, it has shown."""


@dataclass
class Examined:
    """What became of a test. ``faults`` are sentences; ``variants`` are the options with which games went well, by
    game."""

    facts: dict[str, Any] = field(default_factory=dict)
    variants: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    games: int = 0
    seconds: list[float] = field(default_factory=list)

    def as_json(self, engine: Engine) -> dict[str, Any]:
        """What an engine's file keeps of it."""
        return {
            "sentence": self.sentence(engine),
            "sound": not self.faults,
            "facts": self.facts,
            "variants": self.variants,
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }

    def sentence(self, engine: Engine) -> str:
        """What the keeper reads: what it is, what it plays, and what went wrong."""
        name = self.facts.get("name") or engine.title
        if self.faults:
            return _("{name} failed its test. {why}", name=name, why=" ".join(self.faults))
        what = listed(*(_played(registry.game(game_id), found) for game_id, found in self.variants.items()))
        games = ngettext("{count} game", "{count} games", self.games)
        moves = ngettext("{count} move", "{count} moves", len(self.seconds))
        return _(
            "{name} speaks {protocol}: {what}; {games}, {moves} without a fault, {slow} ms a move at {given} ms.",
            name=name,
            protocol=engine.protocol,
            what=what or _("nothing"),
            games=games,
            moves=moves,
            slow=round(1000 * statistics.median(self.seconds)) if self.seconds else 0,
            given=round(1000 * SECONDS),
        )


def _played(game: Game[Any, Any], variants: list[dict[str, Any]]) -> str:
    shown = ["+".join(str(value) for value in each.values()) for each in variants if each]
    return f"{game.spec.title} {', '.join(shown)}" if shown else game.spec.title


def examine(engine: Engine, games: int = 3, told: Callable[[str], None] = lambda line: None) -> Examined:
    """Test an engine in each of its games and each variant that its protocol knows, ``games`` games in all and one of
    each at least. ``told`` hears a line before each."""
    found = Examined()
    for game_id in engine.games:
        try:
            game = registry.game(game_id)
            variants = protocol(game_id, engine.protocol).variants(game)
        except (BadOption, Refusal) as refusal:
            found.faults.append(refusal.sentence)
            continue
        try:
            talk = conversation(engine, game)
            talk.probe()
        except Refusal as fault:
            found.faults.append(fault.sentence[:1].upper() + fault.sentence[1:])
            continue
        found.facts |= {game_id: dict(talk.facts)}
        if talk.facts.get("name"):
            found.facts["name"] = str(talk.facts["name"])[:100]
        talk.close()
        _examine_game(replace(engine, tested={"facts": found.facts}), game, variants, games, found, told)
        if not found.variants.get(game_id) and not found.faults:
            found.faults.append(_("It plays no form of {title} that there is here.", title=game.spec.title))
    return found


def examine_and_note(engine_id: str, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Test a declared engine and write down in its file what came out; what a worker is asked for. ``tell`` hears which
    game is played."""
    known = engines()
    engine = known.find(engine_id)
    found = examine(engine, told=lambda line: tell({"playing": line}))
    tested = found.as_json(engine)
    known.save(replace(known.find(engine_id), tested=tested))
    return tested


def _examine_game(
    engine: Engine,
    game: Game[Any, Any],
    variants: list[dict[str, Any]],
    games: int,
    found: Examined,
    told: Callable[[str], None],
) -> None:
    bot = EngineBot(engine)
    fitting = []
    for given in variants:
        why = bot.refuses_position(game, game.initial(given))
        if why is None:
            fitting.append(given)
        else:
            found.refused.append(why)
    for number in range(max(games, len(fitting)) if fitting else 0):
        given = fitting[number % len(fitting)]
        told(" ".join([game.spec.title, *(f"{name}={value}" for name, value in given.items())]))
        try:
            _play(bot, game, given, number, found)
        except Refusal as fault:
            found.faults.append(fault.sentence)
            return
        found.games += 1
        if given not in found.variants.setdefault(game.spec.id, []):
            found.variants[game.spec.id].append(given)


def _play(bot: EngineBot, game: Game[Any, Any], given: dict[str, Any], number: int, found: Examined) -> None:
    """One game; all other seats play at random."""
    rng, memory, moves = random.Random(number), dict[str, Any](), list[str]()
    options = game.options(given)
    start = position = game.initial(options)
    seat = number % game.seats_at(start)
    while game.returns(position) is None and len(moves) < MOST_MOVES:
        legal = game.legal_moves(position)
        if game.to_move(position) == seat:
            bot.follow(game, memory, Way(options, start, tuple(moves)))
            begun = time.monotonic()
            choice = bot.choose(game, position, {}, Limits(seconds=SECONDS), rng, memory=memory)
            found.seconds.append(time.monotonic() - begun)
            move = game.require(position, choice.move)
        else:
            move = rng.choice(legal)
        moves.append(game.move_text(position, move))
        position = game.play(position, move)
