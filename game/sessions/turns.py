"""What happens in a game though no person does anything: which effects its state calls for, and bots' own events.

Nothing is changed here. ``effects`` compares the state with what is under way and says what is to be begun and ended;
the session carries that out. The other functions are decisions, as those of ``decide`` are for commands.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.sessions.clock import use
from plyground.sessions.decide import Decision, Moment, made_move
from plyground.sessions.setup import Setup
from plyground.sessions.state import State, seat_name

PONDER_OPTION = "ponder"
"""A bot ponders (thinks on while the person opposite is to move) if it has this option and it is on."""
KEPT = ("value", "kind", "outcome", "unit", "line", "nodes", "depth", "seconds")
"""What is kept of a choice with its move."""
RANKED_KEPT = 8
"""How many of the moves that a bot ranked are kept with it."""
LINES_KEPT, LINE_KEPT, TERMS_KEPT = 8, 16, 16
"""How many of a bot's best lines, how many moves of each, and how many parts of its evaluation."""


class Effect(Enum):
    """What a session is to do."""

    STOP_CHARGING = "Nobody's clock runs."
    DROP_SEARCH = "The bot's move that is looked for is not wanted any more."
    STOP_PONDERING = "The worker that has the bot's memory is to stop; what is due then waits until it has."
    DROP_PONDERING = "No worker is at it yet, or any more."
    DISARM = "No timer for the clock."
    FORGET = "The bots' memories of the game can go."
    PASS = "A move is to be made for a seat that is out."
    SEARCH = "A bot's move is to be looked for."
    PLAY = "A bot has chosen its move: it is to be played as soon as the pace allows."
    AWAIT_PERSON = "A person is to move: the timer for the end of their time is to be set."
    PONDER = "A bot is to think on during the person's turn."


@dataclass(frozen=True)
class Underway:
    """What a session is at: the number of its turn, those for which it looks for a move (``chosen``: it has one) and
    ponders (``ponder_runs``: a worker is at it). None: it does not."""

    turn: int
    search_turn: int | None = None
    chosen: bool = False
    ponder_turn: int | None = None
    ponder_runs: bool = False


def bot_to_move(setup: Setup, state: State) -> bool:
    """Whether the game goes on and it is the turn of a bot that has not lost its time."""
    seat = setup.rules.to_move(state.position)
    return state.result is None and setup.seats[seat].kind == "bot" and seat not in state.out


def ponderer(setup: Setup, state: State) -> int | None:
    """The seat of the bot that ponders while the other of two seats, a person's, is to move; None if there is none."""
    if len(setup.seats) != 2 or state.result is not None or state.paused or bot_to_move(setup, state):
        return None
    seat = 1 - setup.rules.to_move(state.position)
    bot = setup.seats[seat].bot
    if setup.seats[seat].kind != "bot" or bot is None or not state.moves:
        return None
    try:
        return seat if registry.parse_player(bot, setup.rules).options.get(PONDER_OPTION) else None
    except Refusal:  # an engine that is declared no more
        return None


def effects(setup: Setup, state: State, underway: Underway) -> list[Effect]:
    """What is to be done, in order."""
    found: list[Effect] = []
    over, turn, search = state.result is not None, underway.turn, underway.search_turn
    bot = bot_to_move(setup, state)
    wanted = bot and (not state.paused or state.steps > 0)
    if search is not None and not (wanted and search == turn):
        if search == turn:  # paused in mid-search: what it thought so far is not charged
            found.append(Effect.STOP_CHARGING)
        found.append(Effect.DROP_SEARCH)
        search = None
    pondering = underway.ponder_turn is not None
    if pondering and (over or underway.ponder_turn != turn):
        if underway.ponder_runs:
            return [*found, Effect.STOP_PONDERING, Effect.DISARM]  # for the moment that its worker takes to stop
        found.append(Effect.DROP_PONDERING)
        pondering = False
    if over:
        found += [Effect.DISARM, Effect.FORGET]
    elif setup.rules.to_move(state.position) in state.out:
        found.append(Effect.PASS)
    elif wanted and search is None:
        found.append(Effect.SEARCH)
    elif wanted and underway.chosen:
        found.append(Effect.PLAY)
    elif not bot:
        found.append(Effect.AWAIT_PERSON)
        if not pondering and ponderer(setup, state) is not None:
            found.append(Effect.PONDER)
    return found


def chosen(moment: Moment, seat: int, choice: dict[str, Any]) -> Decision:
    """The move that a bot chose, or that its time is up if it took longer than it had; raises the refusal if it is no
    legal move."""
    seconds, left = float(choice.get("seconds") or 0.0), moment.state.left
    if left is not None:
        left = use(left, seat, seconds)
        if left[seat] <= 0:
            return Decision((("time_out", {"seat": seat, "left": left}),))
    return made_move(moment, str(choice.get("move")), seconds, left, kept(choice))


def play_at(setup: Setup, state: State, began: float) -> float:
    """When the move of a bot whose turn began then may be played: the pace lies between two moves of bots, but a single
    step is made at once."""
    paced = state.moves and setup.seats[state.moves[-1].seat].kind == "bot" and not state.steps
    return began + state.pace if paced else began


def kept(choice: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a choice: the best looking of the moves that it ranked, the parts of its evaluation and its other
    lines are there only if it told any."""
    said = {name: choice.get(name) for name in KEPT}
    details = choice.get("details") or {}
    if details.get("ranked"):
        said["ranked"] = details["ranked"][:RANKED_KEPT]
    if details.get("terms"):
        said["terms"] = details["terms"][:TERMS_KEPT]
    if len(details.get("lines") or ()) > 1:
        said["lines"] = [{**line, "line": list(line["line"])[:LINE_KEPT]} for line in details["lines"][:LINES_KEPT]]
    return said


def no_move(setup: Setup, state: State, seat: int, sentence: str) -> Decision:
    """No move can be had of a bot: the game ends, and nobody has lost it."""
    why = _("{seat_name} could not move: {sentence}", seat_name=seat_name(setup, state, seat), sentence=sentence)
    return Decision((("finish", {"reason": "failed", "seat": seat, "sentence": why}),))


def forced_pass(moment: Moment) -> Decision | None:
    """The move that is made for a seat that is out: the pass, or without one the first legal move; None if none is
    due."""
    state, rules = moment.state, moment.setup.rules
    halted = state.paused and not state.steps
    if state.result is not None or halted or moment.to_move not in state.out:
        return None
    try:
        move = rules.require(state.position, "pass")
    except Refusal:
        move = rules.legal_moves(state.position)[0]
    return made_move(moment, rules.move_text(state.position, move), 0.0, moment.left, None)
