"""A game's state as a pure function of its setup and its events: ``rebuild`` and ``apply``.

Nothing here reads a clock, draws lots or speaks to anybody, so a state rebuilt from the log equals the one that was
live. Moves in the log were checked before they were written and are not checked again. Of the positions so far every
64th and the last few are kept, the others are played again from the moves: one of a large map takes tens of kilobytes,
and such a game has ten thousand of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _, joined
from plyground.sessions.clock import Left
from plyground.sessions.events import Event
from plyground.sessions.setup import Series, Setup

EVERY = 64
"""A position of each so many plies is kept, so that finding any other replays fewer moves than this."""
RECENT = 8
"""The last so many are kept: those that takebacks and new viewers ask for."""


KEPT = "kept"
"""The field of an event that has the digest of a new key."""
SOON_SECONDS = 900.0
"""A clock with more than this left needs no game in memory: its end is looked after as that of days."""
CALLED_OFF = "called_off"
"""The reason of a result that nobody has won or lost, since one seat was never taken."""


@dataclass(frozen=True)
class History:
    """What is kept: plies with their positions, ascending; the first is ply 0 and the last that on the board.

    The moves are not kept here: whoever asks gives the texts of all moves, of which each was legal.
    """

    kept: tuple[tuple[int, Any], ...]

    @classmethod
    def begin(cls, position: Any) -> History:
        """The history before any move."""
        return cls(((0, position),))

    @property
    def ply(self) -> int:
        """How many moves lie behind."""
        return self.kept[-1][0]

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.kept[-1][1]

    def then(self, position: Any) -> History:
        """The history after one more move, which led to ``position``."""
        gone = self.ply + 1 - RECENT
        kept = tuple(entry for entry in self.kept if entry[0] != gone) if gone % EVERY else self.kept
        return History((*kept, (self.ply + 1, position)))

    def cut(self, rules: Game[Any, Any], texts: Sequence[str], ply: int) -> History:
        """The history as it was at an earlier ply; ``texts`` are the moves made."""
        first = max(0, ply - RECENT + 1)
        again = list(self.between(rules, texts, first, ply))
        older = tuple(entry for entry in self.kept if entry[0] < first and entry[0] % EVERY == 0)
        return History((*older, *enumerate(again, first)))

    def between(self, rules: Game[Any, Any], texts: Sequence[str], first: int, last: int) -> Iterator[Any]:
        """The positions after ``first`` to ``last`` moves, one after the other; never many in memory at once."""
        known = dict(self.kept)
        at = max(ply for ply in known if ply <= first)
        position = known[at]
        while at <= last:
            if at >= first:
                yield position
            if at < last:
                position = rules.play(position, rules.parse_move(position, texts[at]))
            at += 1
            position = known.get(at, position)


@dataclass(frozen=True)
class Moved:
    """One move that was made: who, what (text), how long it took, its visible effect, what a bot said of it."""

    seat: int
    text: str
    seconds: float
    effect: dict[str, Any]
    choice: dict[str, Any] | None


@dataclass(frozen=True)
class Result:
    """How a finished game ended: a value per seat, the winner if there is one, the reason and a sentence.

    ``ranks`` are the places of three or more seats, 1 the best; equals share a place.
    """

    returns: tuple[float, ...]
    winner: int | None
    reason: str
    sentence: str
    ranks: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The protocol's JSON."""
        returns = [int(value) if value == int(value) else value for value in self.returns]
        shown = {"returns": returns, "winner": self.winner, "reason": self.reason, "sentence": self.sentence}
        return shown | ({"ranks": list(self.ranks)} if self.ranks else {})


@dataclass(frozen=True)
class Offer:
    """An open offer of a draw, or a request to take back: who asks, and who of the others has agreed already."""

    seat: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class State:
    """All that changes. ``moves`` begins with the setup's prelude; ``history`` has the positions before and after them.

    ``left`` is what each seat had when the last event had happened and the turn had begun. ``steps`` counts the moves
    that may still be made while ``paused``. ``arrived`` are the seats whose holders have been there: the clock of a
    guest who has yet to open the link does not run. ``names`` are what the maker or the holders called the seats, ""
    for none; ``moved`` are the seats that have ever moved, taken back or not. ``out`` are the seats, of three or more,
    that gave up or ran out of time: they pass from then on. ``began`` is when the turn did (Unix seconds), None before
    any move. ``keys`` are the digests of the keys that were renewed, by seat, the director's under None; ``worn`` those
    of the keys in whose place they came, which open nothing any more.
    """

    seq: int
    moves: tuple[Moved, ...]
    history: History
    left: Left | None
    pace: float
    arrived: frozenset[int]
    names: tuple[str, ...]
    moved: frozenset[int] = frozenset()
    result: Result | None = None
    draw: Offer | None = None
    takeback: Offer | None = None
    rematch: tuple[int, ...] = ()
    next: str | None = None
    paused: bool = False
    steps: int = 0
    out: frozenset[int] = frozenset()
    finished_at: float | None = None
    began: float | None = None
    touched: float | None = None
    keys: Mapping[int | None, str] = field(default_factory=dict)
    worn: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def ply(self) -> int:
        """How many moves lie behind, those of the prelude included."""
        return len(self.moves)

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.history.position

    def positions(self, setup: Setup, first: int = 0, last: int | None = None) -> Iterator[Any]:
        """The positions after ``first`` to ``last`` moves (all of them without ``last``), one after the other."""
        texts = [made.text for made in self.moves]
        return self.history.between(setup.rules, texts, first, self.ply if last is None else last)


def initial(setup: Setup) -> State:
    """The state before the first event."""
    rules = setup.rules
    history = History.begin(rules.parse_position(setup.start, setup.options))
    moves = []
    for text in setup.prelude:
        position = history.position
        move = rules.parse_move(position, text)
        moves.append(Moved(rules.to_move(position), text, 0.0, rules.effect(position, move), None))
        history = history.then(rules.play(position, move))
    return State(
        seq=0,
        moves=tuple(moves),
        history=history,
        left=setup.clock.initial(len(setup.seats), rules.to_move(history.position)),
        pace=setup.pace,
        arrived=frozenset(number for number, seat in enumerate(setup.seats) if seat.kind != "link"),
        names=tuple(seat.name for seat in setup.seats),
    )


def rebuild(setup: Setup, events: Iterable[Event]) -> State:
    """The state after all events."""
    state = initial(setup)
    for event in events:
        state = apply(setup, state, event)
    return state


def apply(setup: Setup, state: State, event: Event) -> State:
    """The state after one more event; raises ``ValueError`` if the event does not follow the last."""
    if event.seq != state.seq + 1:
        raise ValueError(f"event {event.seq} of game {setup.id} does not follow event {state.seq}")
    after = _APPLY[event.kind](setup, state, event.data)
    if KEPT in event.data:
        after = _renewed(setup, after, event)
    if event.data.get("left") is not None:
        after = replace(after, left=tuple(event.data["left"]))
    if event.kind in ("move", "takeback"):
        after = replace(after, began=event.at)
    if after.result is not None and state.result is None:
        after = replace(after, finished_at=event.at, draw=None, takeback=None, paused=False, steps=0)
    return replace(after, seq=event.seq, touched=event.at)


def follow(
    setup: Setup, state: State, happens: Sequence[tuple[str, dict[str, Any]]], at: float, command: str | None
) -> list[tuple[Event, State]]:
    """The events that these are, as (kind, data), each with the state after it; the last one carries the command."""
    found = []
    for number, (kind, data) in enumerate(happens, 1):
        event = Event(state.seq + 1, kind, data, at, command if number == len(happens) else None)
        state = apply(setup, state, event)
        found.append((event, state))
    return found


def goes_on_by_itself(setup: Setup, state: State) -> bool:
    """Whether something will happen soon though no person does anything: a bot moves, or a clock runs out. One with
    much time left is looked after by ``due``."""
    if state.result is not None:
        return False
    seat = setup.rules.to_move(state.position)
    bot = setup.seats[seat].kind == "bot" or seat in state.out
    runs = charges_person(setup, state) and due(setup, state) is None
    return runs or (bot and (state.left is not None or not state.paused or state.steps > 0))


def charges_person(setup: Setup, state: State) -> bool:
    """Whether a person is to move whose clock runs: one who has been there and, where clocks start so, has moved. That
    of a bot over the network runs from its first look on."""
    if state.left is None or state.result is not None:
        return False
    seat = setup.rules.to_move(state.position)
    if setup.seats[seat].kind == "bot" or seat in state.out or seat not in state.arrived:
        return False
    return not setup.clock.first_free or seat in state.moved or seat in setup.network_bots.values()


def due(setup: Setup, state: State) -> float | None:
    """When the seat to move has used up its time (Unix seconds), if that is looked after while the game is out of
    memory: on a clock of days, or with more than ``SOON_SECONDS`` left when the turn began."""
    if state.left is None or state.began is None or not charges_person(setup, state):
        return None
    left = state.left[setup.rules.to_move(state.position)]
    return state.began + left if setup.clock.kind == "days" or left > SOON_SECONDS else None


def lasts(setup: Setup, state: State) -> bool:
    """Whether this is a game by correspondence that has really begun: such a one is kept."""
    return setup.clock.kind == "days" and all(
        seat.kind == "bot" or number in state.moved for number, seat in enumerate(setup.seats)
    )


def series_after(setup: Setup, state: State) -> Series:
    """The series with this game, if it has ended and anybody could win it."""
    count = len(setup.seats)
    series = setup.series if len(setup.series.points) == count else Series(0, (0.0,) * count)
    if state.result is None or state.result.reason in ("failed", CALLED_OFF) or count < 2:
        return series
    places: Sequence[float] = state.result.ranks or [-value for value in state.result.returns]
    won = [sum([(place < other) + (place == other) / 2 for other in places], -0.5) for place in places]
    return Series(series.games + 1, tuple(before + now for before, now in zip(series.points, won, strict=True)))


CLASS = _("The class")
"""The name of the seat that a class votes for. Names are kept as they are; this one is the program's own."""


def seat_name(setup: Setup, state: State, seat: int) -> str:
    """What a seat is called in sentences for everybody: a level by people's word for it."""
    level = setup.level(seat)
    name = level["word"] if level else state.names[seat] or setup.rules.spec.seat_name(seat)
    return CLASS if name == CLASS else name


def _result(returns: Sequence[float], reason: str, sentence: str, out: frozenset[int] = frozenset()) -> Result:
    """The result; seats that are ``out`` come behind all others, whatever they have."""
    many = len(returns) > 2
    places = [(seat not in out if many else True, float(value)) for seat, value in enumerate(returns)]
    best = max(places)
    alone = len(places) > 1 and places.count(best) == 1
    ranks = tuple(1 + sum(other > place for other in places) for place in places) if many else ()
    values = tuple(value for _, value in places)
    return Result(values, places.index(best) if alone else None, reason, sentence, ranks)


def _move(setup: Setup, state: State, data: dict[str, Any]) -> State:
    rules = setup.rules
    position = rules.play(state.position, rules.parse_move(state.position, data["text"]))
    made = Moved(data["seat"], data["text"], data["seconds"], data["effect"], data["choice"])
    returns = rules.returns(position)
    ending = rules.ending(position) or _("The game is over.")
    result = None if returns is None else _result(returns, "rules", ending, state.out)
    stands = state.draw if state.draw is not None and state.draw.seat == data["seat"] else None
    return replace(
        state,
        moves=(*state.moves, made),
        history=state.history.then(position),
        result=result,
        draw=stands,
        takeback=None,
        steps=max(0, state.steps - 1),
        arrived=state.arrived | {data["seat"]},
        moved=state.moved | {data["seat"]},
    )


def _given_up(setup: Setup, state: State, seat: int, reason: str, words: str) -> State:
    """One seat gives the game away. Of two the other wins; of more the rest go on until one is left."""
    seats = len(setup.seats)
    out = state.out | {seat}
    sentence = _("{who} {did}.", who=seat_name(setup, state, seat), did=words)
    if seats > 2:
        if seats - len(out) > 1:
            return replace(state, out=out, draw=None, takeback=None)
        sentence = joined(sentence, _("Nobody else is left."))
    returns = [-1.0 if number in out else 1.0 for number in range(seats)]
    return replace(state, out=out, result=_result(returns, reason, sentence, out))


def _renewed(setup: Setup, state: State, event: Event) -> State:
    """A seat or the director has a new key. It comes with events that servers of before know and pass over."""
    seat: int | None = event.data["seat"] if event.kind == "arrive" else None
    before, kept = state.keys.get(seat, setup.director if seat is None else setup.seats[seat].token), event.data[KEPT]
    worn = {old: whose for old, whose in {**state.worn, before or "": seat}.items() if old != kept}
    return replace(state, keys={**state.keys, seat: kept}, worn=worn)


def _arrived(setup: Setup, state: State, data: dict[str, Any]) -> State:
    """A guest is there, or the holder of a seat says a name: servers of before know the event, and pass over names."""
    seat, name = data["seat"], data.get("name")
    names = state.names if name is None else (*state.names[:seat], name, *state.names[seat + 1 :])
    return replace(state, arrived=state.arrived | {seat}, names=names)


def _agreed(offer: Offer | None, seat: int) -> Offer:
    assert offer is not None
    return replace(offer, agreed=offer.agreed | {seat})


def _takeback(setup: Setup, state: State, data: dict[str, Any]) -> State:
    ply = data["ply"]
    history = state.history.cut(setup.rules, [made.text for made in state.moves], ply)
    return replace(state, moves=state.moves[:ply], history=history, draw=None, takeback=None)


def _level(setup: Setup, state: State, reason: str, sentence: str) -> State:
    return replace(state, result=_result([0.0] * len(setup.seats), reason, sentence))


_APPLY: dict[str, Callable[[Setup, State, dict[str, Any]], State]] = {
    "move": _move,
    "resign": lambda game, state, data: _given_up(game, state, data["seat"], "resigned", _("resigned")),
    "time_out": lambda game, state, data: _given_up(game, state, data["seat"], "time", _("ran out of time")),
    "draw_offer": lambda _, state, data: replace(state, draw=Offer(data["seat"])),
    "draw_agreed": lambda _, state, data: replace(state, draw=_agreed(state.draw, data["seat"])),
    "draw_declined": lambda _, state, data: replace(state, draw=None),
    "draw": lambda game, state, data: _level(game, state, "agreed", _("The players agreed on a draw.")),
    "takeback_asked": lambda _, state, data: replace(state, takeback=Offer(data["seat"])),
    "takeback_agreed": lambda _, state, data: replace(state, takeback=_agreed(state.takeback, data["seat"])),
    "takeback_declined": lambda _, state, data: replace(state, takeback=None),
    "takeback": _takeback,
    "pause": lambda _, state, data: replace(state, paused=True, steps=0),
    "resume": lambda _, state, data: replace(state, paused=False, steps=0),
    "step": lambda _, state, data: replace(state, paused=True, steps=state.steps + 1),
    "pace": lambda _, state, data: replace(state, pace=data["seconds"]),
    "rematch_offered": lambda _, state, data: replace(state, rematch=(*state.rematch, data["seat"])),
    "rematch": lambda _, state, data: replace(state, next=data["next"]),
    "finish": lambda game, state, data: _level(game, state, data["reason"], data["sentence"]),
    "arrive": _arrived,
}
KINDS = frozenset(_APPLY)
"""All kinds of events."""
