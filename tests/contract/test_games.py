"""Every game keeps what it declares: facts, the end as data, options, views."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from plyground.bots import _warming
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.options import Option
from plyground.search import ideas
from tests.contract.support import CASES, GAMES, Case, positions, walk
from tests.soaking import more

LONGEST_TEXT = 4_000
"""A view may leave out a position's text that is longer."""

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.id)


@every_game
def test_the_spec_speaks_to_people(game: Game[Any, Any]) -> None:
    spec = game.spec
    assert spec.id == spec.id.lower()
    assert len(spec.seat_names) >= spec.seats[0]
    assert len(set(spec.seat_names)) == len(spec.seat_names)
    for sentence in (spec.summary, *(option.help for option in spec.options)):
        assert sentence.endswith(".")
        assert "!" not in sentence
    assert len({option.name for option in spec.options}) == len(spec.options)
    assert len({preset.name for preset in spec.presets}) == len(spec.presets)
    assert spec.most_moves >= 1
    assert spec.longest >= 1


@every_case
def test_declared_facts_hold_in_random_games(case: Case) -> None:
    game, spec = case.game, case.game.spec
    for seed in range(8):
        steps = walk(game, game.initial(case.options), random.Random(seed))
        assert 1 <= len(steps) - 1 <= spec.longest
        assert max(len(game.legal_moves(position)) for position, _ in steps) <= spec.most_moves
        returns = game.returns(steps[-1][0])
        assert returns is not None
        assert spec.seats[0] <= len(returns) <= spec.seats[1]
        assert len(returns) == game.seat_count(case.options)
        assert all(game.seats_at(position) == len(returns) for position, _ in steps)
        assert all(0 <= game.to_move(position) < len(returns) for position, _ in steps)
        if spec.two_sided:
            assert len(returns) == 2
            assert sum(returns) == 0


@every_case
def test_the_end_is_data(case: Case) -> None:
    game = case.game
    for position in positions(case, games=3):
        over = game.returns(position) is not None
        assert over == (not game.legal_moves(position))
        ending = game.ending(position)
        assert over == (ending is not None)
        assert ending is None or (ending.endswith(".") and "!" not in ending)


@every_case
def test_a_position_is_frozen_data(case: Case) -> None:
    game = case.game
    position = game.initial(case.options)
    again = game.initial(case.options)
    assert position == again
    assert hash(position) == hash(again)
    text = game.position_text(position)
    for move in game.legal_moves(position):
        assert game.play(position, move) != position
    assert game.position_text(position) == text


@pytest.mark.soak
@every_case
def test_views_are_json_and_give_moves_only_to_the_seat_to_move(case: Case) -> None:
    game = case.game
    for position in positions(case, games=more(1, 2), seed=1):
        mover = game.to_move(position)
        legal = [game.move_text(position, move) for move in game.legal_moves(position)]
        for seat in (None, *range(game.seats_at(position))):
            view = json.loads(json.dumps(game.view(position, seat), allow_nan=False))
            assert view["game"] == game.spec.id
            text = game.position_text_for(position, seat)
            assert view["text"] == text or (view["text"] is None and len(text) > LONGEST_TEXT)
            assert view["to_move"] == mover
            returns = game.returns(position)
            assert view["returns"] == (None if returns is None else list(returns))
            assert view["ending"] == game.ending(position)
            offered = game.view_moves(view)
            if view.get("compact"):
                assert sorted(offered) == sorted(legal if seat == mover else [])
            else:
                assert offered == [move["text"] for move in view["moves"]] == (legal if seat == mover else [])


@every_case
def test_the_effect_of_a_move_is_json_with_its_text(case: Case) -> None:
    game = case.game
    for position, move in walk(game, game.initial(case.options), random.Random(7))[:-1]:
        effect = json.loads(json.dumps(game.effect(position, move), allow_nan=False))
        assert effect["text"] == game.move_text(position, move)


@pytest.mark.soak
@every_case
def test_nobody_is_told_what_is_hidden_from_them(case: Case) -> None:
    """A move whose text a viewer may not know stands neither in their view nor in their text of the position."""
    game = case.game
    hidden: list[tuple[int | None, str]] = []
    start = game.initial(case.options)
    steps = walk(game, start, random.Random(8))
    for number, ((position, move), (after, _)) in enumerate(pairwise(steps)):
        viewers = (None, *range(game.seats_at(position)))
        assert game.move_text_for(position, move, game.to_move(position)) == game.move_text(position, move)
        full = game.move_text(position, move)
        others = [viewer for viewer in viewers if game.move_text_for(position, move, viewer) != full]
        assert not others or number < game.hidden_moves(start)
        hidden += [(viewer, full) for viewer in others]
        if game.returns(after) is not None:
            break
        if number % more(3, 1):
            continue
        for viewer, text in hidden:
            view = game.view(after, viewer)
            if text in game.view_moves(view):  # the same words are among the viewer's own moves, and tell nothing
                continue
            assert text not in json.dumps(view, ensure_ascii=False)
            assert text not in game.position_text_for(after, viewer)
        for viewer in viewers:
            known = game.position_text_for(after, viewer)
            assert len(known.splitlines()) == 1
            assert game.to_move(game.parse_position(known, case.options)) == game.to_move(after)


@every_case
def test_the_picture_is_plain_text(case: Case) -> None:
    for position in positions(case, games=1, seed=2):
        lines = case.game.picture(position).splitlines()
        assert len(lines) > 1
        assert max(map(len, lines)) <= 100


@every_game
def test_unknown_options_are_refused(game: Game[Any, Any]) -> None:
    with pytest.raises(BadOption, match="no_such_option"):
        game.initial({"no_such_option": 1})


@pytest.mark.parametrize(
    ("game", "option"),
    [
        pytest.param(game, option, id=f"{game.spec.id}-{option.name}")
        for game in GAMES
        for option in game.spec.options
    ],
)  # fmt: skip
def test_an_option_takes_its_range_and_nothing_else(game: Game[Any, Any], option: Option) -> None:
    assert option.parse(option.default) == option.default
    good: list[Any] = list(option.choices)
    bad: list[Any] = ["", "no such value", None]
    if option.kind == "bool":
        good += [True, False, "yes", "off"]
    if option.kind == "text":
        good.append(option.default)
        bad += ["a,b", "a=b", "a\nb", "x" * (int(option.high or 1_000) + 1)]
    for end, beyond in ((option.low, -1), (option.high, 1)):
        if end is not None and option.kind != "text":
            good.append(end)
            bad.append(end + beyond)
    for value in good:
        game.initial({option.name: value})
    for value in bad:
        with pytest.raises(BadOption) as refused:
            game.initial({option.name: value})
        assert refused.value.sentence.endswith(".")


@every_game
def test_every_class_of_position_can_be_reached_by_options(game: Game[Any, Any]) -> None:
    if game.position_classes:
        assert {type(position) for position in _warming.examples(game)} == set(game.position_classes)


@every_game
def test_each_idea_of_the_fast_search_is_counted_where_it_plays(game: Game[Any, Any]) -> None:
    position = game.initial()
    known = tuple(idea.id for idea in ideas.ideas_of(game, position))
    if not known:
        return
    _, counts = ideas.compare(game, position, depth=3)
    assert [each.without for each in counts] == [(), *((name,) for name in known), known]
    texts = [game.move_text(position, move) for move in game.legal_moves(position)]
    assert all(each.move in texts and each.positions > 0 for each in counts)
