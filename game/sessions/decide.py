"""What a command does, if anything: each ``do`` of the protocol as a function from the moment to the events it causes.

Nothing is changed here. A function raises a refusal, or returns a ``Decision``; the session writes it to the log and
applies it. Hints and hurries change nothing in the log and are the session's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from plyground.core.errors import GameFinished
from plyground.core.look_alikes import alike
from plyground.core.messages import _
from plyground.core.nicknames import checked_nickname
from plyground.core.refusals import (
    AlreadyPaused,
    GaveUp,
    Malformed,
    NicknameTaken,
    NoOffer,
    NotAllowed,
    NotASeat,
    NotDirector,
    NotFinished,
    NothingToTakeBack,
    NotPaused,
    OfferOpen,
    WrongToken,
    WrongTurn,
)
from plyground.sessions import reading
from plyground.sessions.clock import Left
from plyground.sessions.keys import digest
from plyground.sessions.setup import LONGEST_MOVE, Setup
from plyground.sessions.state import CALLED_OFF, KEPT, Offer, State, seat_name, series_after
from plyground.sessions.tokens import new_id


@dataclass(frozen=True)
class Holder:
    """Who commands: the holder of a seat's token, or (seat None) the director."""

    seat: int | None

    @classmethod
    def of(cls, setup: Setup, state: State, token: str) -> Holder:
        """The holder of a token; raises ``WrongToken``, which says so if it was renewed."""
        seats = setup.seats_of((token,), state.keys)
        if not seats and not setup.directs((token,), state.keys):
            if digest(token) in state.worn:
                raise WrongToken(_("This link was renewed and gives you no seat any more; open the new one here too."))
            raise WrongToken(_("This link does not give you a seat in this game."))
        return cls(seats[0] if seats else None)

    @property
    def text(self) -> str:
        """The prefix of this holder's command ids in the log."""
        return "d" if self.seat is None else f"s{self.seat}"


@dataclass(frozen=True)
class Moment:
    """The game as it is when the command arrives. ``left`` and ``used`` are true now: what each seat has left, and
    the seconds that the turn has lasted. ``view`` gives the (cached) view of the seat to move."""

    setup: Setup
    state: State
    left: Left | None
    used: float
    view: Callable[[], dict[str, Any]]
    created: str

    @property
    def to_move(self) -> int:
        """The seat whose turn it is, while the game goes on."""
        return self.setup.rules.to_move(self.state.position)


@dataclass(frozen=True)
class Decision:
    """The events to write, as (kind, data), and a new game's row if one is to be opened with them."""

    events: tuple[tuple[str, dict[str, Any]], ...] = ()
    opens: Setup | None = None
    answer: dict[str, Any] = field(default_factory=dict)


def decide(moment: Moment, holder: Holder, do: str, message: Mapping[str, Any]) -> Decision:
    """What the command does; ``do`` is one of ``COMMANDS``. Raises a refusal."""
    seat = -1 if holder.seat is None else holder.seat
    if do in _OF_SEATS:
        if holder.seat is None:
            raise NotASeat(_("Only a player may do that; the director has no seat."))
        _playing(moment)
        if seat in moment.state.out:
            raise GaveUp(_("You have left this game; the others play on."))
        return _OF_SEATS[do](moment, seat, message)
    if do in _OF_DIRECTORS:
        if holder.seat is not None:
            raise NotDirector(_("Only the director of a game between bots may do that."))
        _playing(moment)
        return _OF_DIRECTORS[do](moment)
    return _OF_ANYBODY[do](moment, holder, message)


def _playing(moment: Moment) -> None:
    if moment.state.result is not None:
        raise GameFinished(_("The game is over."))


def made_move(moment: Moment, text: str, seconds: float, left: Left | None, choice: dict[str, Any] | None) -> Decision:
    """The event of a legal move of the seat to move; raises the refusal if it is not one."""
    rules, position, seat = moment.setup.rules, moment.state.position, moment.to_move
    move = rules.require(position, text)
    shown = rules.move_text(position, move)
    after = rules.play(position, move)
    if left is not None and rules.returns(after) is None:
        left = moment.setup.clock.begin(left, rules.to_move(after))
    data = {
        "seat": seat,
        "text": shown,
        "seconds": round(seconds, 3),
        "effect": _effect(moment, move, shown),
        "choice": choice,
        "left": left,
    }
    return Decision((("move", data),))


def _effect(moment: Moment, move: Any, text: str) -> dict[str, Any]:
    """The visible effect of a move: its entry in the view of the seat that makes it, or what the game says of it."""
    listed = next((entry for entry in moment.view().get("moves", ()) if entry.get("text") == text), None)
    return dict(listed) if listed is not None else moment.setup.rules.effect(moment.state.position, move)


def _others(moment: Moment, seat: int) -> list[int]:
    """The seats of people in other hands, who must agree: seats of the maker's own device ask nobody among them, and
    those that are out ask no more while the game goes on."""
    seats, gone = moment.setup.seats, moment.state.out if moment.state.result is None else frozenset()
    return [
        number
        for number, each in enumerate(seats)
        if number != seat
        and number not in gone
        and each.kind != "bot"
        and not (each.kind == "person" and seats[seat].kind == "person")
    ]


def _move(moment: Moment, seat: int, message: Mapping[str, Any]) -> Decision:
    text = reading.a_text(message, "move", LONGEST_MOVE, required=True)
    if moment.to_move != seat:
        raise WrongTurn(_("It is {seat_name}’s turn.", seat_name=seat_name(moment.setup, moment.state, moment.to_move)))
    return made_move(moment, text, moment.used, moment.left, None)


def _answer(message: Mapping[str, Any], *known: str) -> str:
    answer = message.get("answer")
    if answer not in known:
        raise Malformed(_("The field answer is one of {known}.", known=", ".join(known)))
    return str(answer)


def _draw(moment: Moment, seat: int, message: Mapping[str, Any]) -> Decision:
    offer = moment.state.draw
    answer = _answer(message, "offer", "accept", "decline")
    if answer == "offer" and (offer is None or offer.seat == seat):
        if offer is not None:
            raise OfferOpen(_("Your offer of a draw stands already."))
        return _offer_draw(moment, seat)
    if offer is None or offer.seat == seat:
        raise NoOffer(_("Nobody has offered you a draw."))
    if answer == "decline":
        return Decision((("draw_declined", {"seat": seat}),))
    return _agree(moment, offer, seat, "draw", {"seat": seat, "left": moment.left})


def _offer_draw(moment: Moment, seat: int) -> Decision:
    """People are asked; bots answer at once; a board for several people at one device needs no answer."""
    offered = ("draw_offer", {"seat": seat})
    for number, each in enumerate(moment.setup.seats):
        if each.kind == "bot" and number not in moment.state.out and not _content(moment.state, number):
            return Decision((offered, ("draw_declined", {"seat": number})))
    if _others(moment, seat):
        return Decision((offered,))
    return Decision((offered, ("draw", {"seat": seat, "left": moment.left})))


def _content(state: State, seat: int) -> bool:
    """Whether a bot takes a draw: when its own last value says that it stands no better than level."""
    for made in reversed(state.moves):
        if made.seat == seat and made.choice is not None:
            outcome, value = made.choice.get("outcome"), made.choice.get("value")
            if outcome is not None:
                return bool(outcome != "win")
            return bool(value is not None and value <= 0)
    return False


def _agree(moment: Moment, offer: Offer, seat: int, what: str, data: dict[str, Any]) -> Decision:
    """One seat agrees: the thing happens when all others have, else the agreement is noted."""
    missing = set(_others(moment, offer.seat)) - offer.agreed - {seat}
    if missing:
        return Decision(((f"{what}_agreed", {"seat": seat}),))
    return Decision(((what, data),))


def _takeback(moment: Moment, seat: int, message: Mapping[str, Any]) -> Decision:
    offer = moment.state.takeback
    answer = _answer(message, "ask", "accept", "decline")
    if answer == "ask":
        if offer is not None and offer.seat == seat:
            raise OfferOpen(_("You have asked to take back already."))
        ply = _own_turn_before(moment, seat)
        if _others(moment, seat):
            return Decision((("takeback_asked", {"seat": seat}),))
        return Decision((_taken_back(moment, seat, ply),))
    if offer is None or offer.seat == seat:
        raise NoOffer(_("Nobody has asked you to take back."))
    if answer == "decline":
        return Decision((("takeback_declined", {"seat": seat}),))
    kind, data = _taken_back(moment, offer.seat, _own_turn_before(moment, offer.seat))
    return _agree(moment, offer, seat, kind, data)


def _own_turn_before(moment: Moment, seat: int) -> int:
    """The last ply before this one at which ``seat`` moved; raises ``NothingToTakeBack``."""
    for ply in range(moment.state.ply - 1, len(moment.setup.prelude) - 1, -1):
        if moment.state.moves[ply].seat == seat:
            return ply
    raise NothingToTakeBack(_("You have made no move yet that could be taken back."))


def _taken_back(moment: Moment, seat: int, ply: int) -> tuple[str, dict[str, Any]]:
    """Time that was used stays used; with a time for each move, the turn has the whole of it again."""
    left, clock = moment.left, moment.setup.clock
    if left is not None and clock.a_move:
        left = clock.begin(left, seat)
    return "takeback", {"seat": seat, "ply": ply, "left": left}


def _rematch(moment: Moment, holder: Holder, message: Mapping[str, Any]) -> Decision:
    state, setup = moment.state, moment.setup
    if state.result is None:
        raise NotFinished(_("A rematch can be asked for when the game is over."))
    if state.next is not None:
        return Decision(answer={"next": state.next})
    if holder.seat is not None:
        if holder.seat in state.rematch:
            raise OfferOpen(_("You have offered a rematch already."))
        if set(_others(moment, holder.seat)) - set(state.rematch):
            return Decision((("rematch_offered", {"seat": holder.seat}),))
    opened = swapped(setup, state, moment.created)
    count = len(setup.seats)
    seats = [(seat + 1) % count for seat in range(count)]
    return Decision((("rematch", {"next": opened.id, "seats": seats}),), opens=opened, answer={"next": opened.id})


def swapped(setup: Setup, state: State, created: str) -> Setup:
    """The setup of a rematch: everybody moves one seat on and keeps name, points and token, which opens that seat."""
    count = len(setup.seats)
    seats = [
        replace(seat, name=name, token=state.keys.get(number, seat.token))
        for number, (seat, name) in enumerate(zip(setup.seats, state.names, strict=True))
    ]
    series = series_after(setup, state)
    return replace(
        setup,
        id=new_id(),
        seats=tuple(seats[(seat - 1) % count] for seat in range(count)),
        director=state.keys.get(None, setup.director),
        clock=setup.clock.of_new_game(),
        series=replace(series, points=series.points[-1:] + series.points[:-1]),
        seed=setup.seed + 1,
        created=created,
    )


def _pause(moment: Moment) -> Decision:
    if moment.state.paused and not moment.state.steps:
        raise AlreadyPaused(_("The game is paused already."))
    return Decision((("pause", {}),))


def _resume(moment: Moment) -> Decision:
    if not moment.state.paused:
        raise NotPaused(_("The game is not paused."))
    return Decision((("resume", {}),))


def _pace(moment: Moment, holder: Holder, message: Mapping[str, Any]) -> Decision:
    if holder.seat is not None and _others(moment, holder.seat):
        raise NotAllowed(_("The speed can be set only where everybody else is a bot."))
    return Decision((("pace", {"seconds": reading.a_number(message, "seconds", 0.0, 10.0)}),))


def _resign(moment: Moment, seat: int, message: Mapping[str, Any]) -> Decision:
    """The seat gives up; a game of two to which the other never came is called off, and nobody has lost it."""
    absent = set(range(len(moment.setup.seats))) - moment.state.arrived - {seat}
    if len(moment.setup.seats) == 2 and absent - set(moment.setup.network_bots.values()):
        who = seat_name(moment.setup, moment.state, seat)
        said = _("{who} called the game off: nobody had come to the other seat.", who=who)
        arrive = () if seat in moment.state.arrived else (("arrive", {"seat": seat}),)
        return Decision((*arrive, ("finish", {"reason": CALLED_OFF, "seat": seat, "sentence": said})))
    return Decision((("resign", {"seat": seat, "left": moment.left}),))


def _name(moment: Moment, seat: int, message: Mapping[str, Any]) -> Decision:
    """The holder of a seat says what they are called; nobody may be mistaken for another of the same game."""
    name = checked_nickname(reading.a_text(message, "name", 400))
    others = (seat_name(moment.setup, moment.state, each) for each in range(len(moment.setup.seats)) if each != seat)
    if any(alike(each, name) for each in others):
        raise NicknameTaken(_("Somebody in this game has this nickname already; choose another."))
    if name == moment.state.names[seat]:
        return Decision()
    return Decision((("arrive", {"seat": seat, "name": name}),))


def _key(moment: Moment, holder: Holder, message: Mapping[str, Any]) -> Decision:
    """Have another key, which the holder has made and keeps already; the one that was shown opens nothing any more."""
    key = reading.a_new_key(message)
    if holder.seat is None:
        return Decision((("pace", {"seconds": moment.state.pace, KEPT: digest(key)}),))
    if holder.seat in moment.setup.network_bots.values():
        raise NotAllowed(_("A bot over the network has one token for all its games; renew that one."))
    return Decision((("arrive", {"seat": holder.seat, KEPT: digest(key)}),))


_OF_SEATS: dict[str, Callable[[Moment, int, Mapping[str, Any]], Decision]] = {
    "move": _move,
    "resign": _resign,
    "draw": _draw,
    "takeback": _takeback,
    "name": _name,
}
_OF_DIRECTORS: dict[str, Callable[[Moment], Decision]] = {
    "pause": _pause,
    "resume": _resume,
    "step": lambda moment: Decision((("step", {}),)),
}
_OF_ANYBODY: dict[str, Callable[[Moment, Holder, Mapping[str, Any]], Decision]] = {
    "rematch": _rematch,
    "pace": _pace,
    "key": _key,
}
COMMANDS = ("move", "resign", "draw", "takeback", "name", "rematch", *_OF_DIRECTORS, "pace", "key")
