"""A bot for each game to begin from, in each language: the file ``bot_template`` of the game's package with that
language's ending, as ``bot_template.py``, or one that fits any game."""

from __future__ import annotations

from plyground.competitions.languages import table
from plyground.competitions.languages.language import Language
from plyground.core import kernels, registry
from plyground.core.messages import _
from plyground.core.refusals import Malformed

_ANY = '''"""A bot for {title}: alpha-beta search, as deep as its positions allow, with everybody else for an enemy.

The server calls make_move whenever it is your turn. Try the bot at home: plyground trial {id}.py {id}
"""

NODES = 1000  # how many positions the bot looks at for one move: more is stronger and slower
HURRY = 1.0  # with less time left than this (in seconds) it looks one move ahead only
WIN = 1_000_000


class OutOfNodes(Exception):
    """The search has looked at enough positions."""


def make_move(random, time, configuration, game_state):
    """Choose a move.

    random() gives a number between 0 and 1, time() the seconds that you have left. game_state has seat, moves (the
    legal moves), play(move), returns (None, or at the end a value for each seat), position (a text) and evaluate(seat).
    """
    # In random order, so that the bot does not play the same game every time.
    moves = sorted(game_state.moves, key=lambda move: random())
    counter = [NODES]
    try:
        # First look one move ahead, then two, three ... until enough positions were looked at.
        for depth in range(1, 60):
            best = search_root(game_state, moves, depth, counter)
            moves.remove(best)
            moves.insert(0, best)
            if time() < HURRY:
                break
    except OutOfNodes:
        pass
    return moves[0]


def search_root(state, moves, depth, counter):
    """The best move, looking so many moves ahead."""
    best, best_value = moves[0], -2 * WIN
    for move in moves:
        value = search(state.play(move), state.seat, depth - 1, best_value, 2 * WIN, counter)
        if value > best_value:
            best, best_value = move, value
    return best


def search(state, me, depth, alpha, beta, counter):
    """What the position is worth to me, when I choose what is best for me and all others what is worst."""
    counter[0] -= 1
    if counter[0] < 0:
        raise OutOfNodes
    if state.returns is not None:
        value = state.returns[me]
        return value + (WIN if value > 0 else -WIN if value < 0 else 0)
    if depth == 0:
        return evaluate(state, me)
    for move in state.moves:
        value = search(state.play(move), me, depth - 1, alpha, beta, counter)
        if state.seat == me:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break  # somebody will not let it come to this
    return alpha if state.seat == me else beta


def evaluate(state, me):
    """How good a position is for me: here is the place for what you know of the game."""
    return {worth}
'''


def source(game_id: str, language: Language = table.PYTHON) -> str:
    """The template of a game in a language; raises ``UnknownGame``, or ``Malformed`` for one without sources."""
    registry.game(game_id)
    if not language.suffixes:
        raise Malformed(_("{title} is not written as a text; hand in the file.", title=language.title))
    folder = registry.folder(game_id)
    if folder is not None and (folder / file_of(language)).is_file():
        return (folder / file_of(language)).read_text(encoding="utf-8")
    return general(game_id) if language is table.PYTHON else language.template()


def file_of(language: Language) -> str:
    """The name of a game's own template: ``bot_template`` with the ending of the language, after its id where it shares
    that with Python alone."""
    shared = language is not table.PYTHON and language.suffixes == table.PYTHON.suffixes
    return f"bot_template{f'_{language.id}' if shared else ''}{language.suffixes[0]}"


def general(game_id: str) -> str:
    """The template of a game that brings none of its own, made from what it declares."""
    game = registry.game(game_id)
    scored = any(kernels.has(kernels.evaluate, each) for each in game.position_classes)
    worth = "state.evaluate(me)" if scored else "0"
    return _ANY.replace("{title}", game.spec.title).replace("{id}", game_id).replace("{worth}", worth)
