"""Every game's moves, positions and records have texts that read back to them; bad ones are refused by name."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core import records
from plyground.core.errors import (
    AmbiguousMove,
    BadOption,
    GameFinished,
    IllegalMove,
    MalformedMove,
    MalformedPosition,
    MalformedRecord,
    Refusal,
)
from plyground.core.game import Game
from plyground.core.messages import Message
from plyground.core.record import Record
from tests.contract.support import CASES, GAMES, Case, positions, walk
from tests.soaking import more

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.id)

NONSENSE = ("", " ", "?", "zz99", "a1b2c3d4", "-1", "０", "move", "é", "x" * 5000, "\x00", "1 2 3", "None")


@every_case
def test_moves_read_back(case: Case) -> None:
    game = case.game
    for position in list(positions(case, games=2))[::5]:
        texts = [game.move_text(position, move) for move in game.legal_moves(position)]
        assert not any(isinstance(text, Message) for text in texts), "a move is written the same in every language"
        assert len(set(texts)) == len(texts)
        for move, text in zip(game.legal_moves(position), texts, strict=True):
            assert game.parse_move(position, text) == move
            assert game.require(position, f" {text} ") == move


@pytest.mark.soak
@every_case
def test_positions_read_back(case: Case) -> None:
    game = case.game
    for position in positions(case, games=more(1, 3), seed=1):
        text = game.position_text(position)
        assert len(text.splitlines()) == 1
        again = game.parse_position(text, case.options)
        assert again == position
        assert type(again) is type(position)
        assert game.fits(again, case.options)
        assert game.position_text(again) == text


@pytest.mark.soak
@every_case
def test_illegal_moves_are_refused_by_name_and_change_nothing(case: Case) -> None:
    game, rng = case.game, random.Random(5)
    seen = {
        game.move_text(position, move)
        for position in positions(case, games=2, seed=2)
        for move in game.legal_moves(position)
    }
    refused = 0
    for position in list(positions(case, games=1, seed=3))[::3]:
        before = game.position_text(position)
        legal = {game.move_text(position, move) for move in game.legal_moves(position)}
        illegal = sorted(seen - legal)
        for text in rng.sample(illegal, min(len(illegal), more(15, len(illegal)))):
            with pytest.raises(Refusal) as refusal:
                game.require(position, text)
            assert isinstance(refusal.value, IllegalMove | MalformedMove | AmbiguousMove)
            assert refusal.value.sentence.endswith(".")
            assert "!" not in refusal.value.sentence
            assert game.position_text(position) == before
            refused += 1
    assert refused > 0


@every_case
def test_check_agrees_with_the_list_of_legal_moves(case: Case) -> None:
    game = case.game
    for position in list(positions(case, games=1, seed=4))[::4]:
        for move in game.legal_moves(position):
            assert game.check(position, move) is None


@every_game
def test_nonsense_is_a_malformed_move(game: Game[Any, Any]) -> None:
    position = game.initial()
    for text in NONSENSE:
        with pytest.raises((MalformedMove, AmbiguousMove)) as refusal:
            game.require(position, text)
        assert 0 < len(refusal.value.sentence) < 400


@every_case
def test_a_finished_game_takes_no_more_moves(case: Case) -> None:
    game = case.game
    steps = walk(game, game.initial(case.options), random.Random(5))
    position, last = steps[-2]
    text = game.move_text(position, last)
    with pytest.raises(GameFinished):
        game.require(steps[-1][0], text)


@every_game
def test_damaged_positions_are_refused_or_are_positions(game: Game[Any, Any]) -> None:
    rng = random.Random(6)
    texts = [game.position_text(position) for position in positions(CASES[_default(game)], games=1, seed=6)]
    refused = 0
    for text in [*NONSENSE, *(_damaged(rng.choice(texts), rng) for _ in range(400))]:
        position = _read(game, text)
        if position is None:
            refused += 1
            continue
        assert game.parse_position(game.position_text(position), {}) == position
        assert (game.returns(position) is None) == bool(game.legal_moves(position))
    assert refused > 50


def _read(game: Game[Any, Any], text: str) -> Any:
    """The position, or None if it is refused with a sentence."""
    try:
        return game.parse_position(text, {})
    except (MalformedPosition, BadOption) as error:
        refusal = error
    assert 0 < len(refusal.sentence) < 400
    return None


def _default(game: Game[Any, Any]) -> int:
    return next(number for number, case in enumerate(CASES) if case.game is game)


def _damaged(text: str, rng: random.Random) -> str:
    """One or two small changes: a character dropped, doubled, replaced, or two exchanged."""
    for _ in range(rng.randint(1, 2)):
        place = rng.randrange(len(text))
        other = rng.randrange(len(text))
        change = rng.choice(("drop", "double", "replace", "exchange"))
        if change == "drop":
            text = text[:place] + text[place + 1 :] or "?"
        elif change == "double":
            text = text[:place] + text[place] + text[place:]
        elif change == "replace":
            text = text[:place] + rng.choice("XO-0123456789 ;,HVabz") + text[place + 1 :]
        else:
            letters = list(text)
            letters[place], letters[other] = letters[other], letters[place]
            text = "".join(letters)
    return text


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "form"),
    [pytest.param(game, form, id=f"{game.spec.id}-{form}") for game in GAMES for form in records.forms(game)],
)
def test_records_read_back(game: Game[Any, Any], form: str) -> None:
    for seed in range(more(2, 4)):
        steps = walk(game, game.initial(), random.Random(seed))
        moves = tuple(game.move_text(position, move) for position, move in steps[:-1])
        text = records.write(game, Record(game.options(), None, moves, {}), form)
        again = records.read(game, text)
        start = game.initial(again.options) if again.start is None else game.parse_position(again.start, again.options)
        assert again.first is None or again.first == start
        end = game.replay(start, again.moves)[-1]
        if again.moves:
            assert again.moves == moves
            assert end == steps[-1][0]
        else:  # a form that carries only where the game stands
            assert game.position_text(end) == game.position_text(steps[-1][0])


@every_game
def test_nonsense_is_a_malformed_record(game: Game[Any, Any]) -> None:
    for text in (*NONSENSE, "{}", '{"plyground": 2}', '{"plyground": 1, "game": "nim"}', '["a", 2]', "{" * 3000):
        with pytest.raises(Refusal) as refusal:
            records.read(game, text)
        assert isinstance(refusal.value, MalformedRecord | MalformedPosition | MalformedMove)
    with pytest.raises(MalformedRecord, match="no_such_form"):
        records.write(game, Record(game.options(), None, (), {}), "no_such_form")
