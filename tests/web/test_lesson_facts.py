"""What lessons say in words, where no live part computes it, is held against the engine on the lesson's own trees."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from babel.messages.pofile import read_po

from plyground.web.lesson_engine import Engine, Searched
from tests.web.thinking import think_here
from tools.benchmarks.serving import ROOT

ENGINE = Engine(think_here)
WHOLE = {"depth": 0}


def trees(lesson: str) -> dict[str, str]:
    """The trees that a lesson sets, by name."""
    (path,) = (ROOT / "templates" / "lessons").glob(f"[0-9]*_{lesson}.html")
    found = dict(re.findall(r'{% set (\w+) = "(a [^"]+)" %}', path.read_text()))
    assert found
    return found


def on(tree: str, search: str = "alphabeta", **settings: Any) -> Searched:
    """A search of a tree to its end."""
    return ENGINE.search("tree", tree, search, {**WHOLE, **settings})


def filed(found: Searched) -> list[tuple[int | None, str, str, float | None]]:
    """What became of the root moves: iteration, move, list, value."""
    trace = found.trace
    return [
        (step.number, trace.moves[step.node], step.reason, step.value) for step in trace.steps if step.kind == "file"
    ]


def test_order_the_same_tree_in_two_orders() -> None:
    known = trees("order")
    first, last = on(known["best"]), on(known["worst"])
    assert (last.leaves, last.skipped, first.leaves, first.skipped) == (6, 0, 4, 2)
    assert first.value == last.value == 5


def test_order_the_fewest_and_the_most_leaves() -> None:
    known = trees("order")
    assert on(known["best_large"]).leaves == 3 ** math.ceil(3 / 2) + 3 ** (3 // 2) - 1 == 11
    assert on(known["worst_large"]).leaves == on(known["worst_large"], "minimax").leaves == 27


def test_order_static_values_help_and_mislead() -> None:
    known = trees("order")
    assert on(known["guided"], order="value").leaves < on(known["guided"], order="written").leaves
    sorted_, written = on(known["misled"], order="value"), on(known["misled"], order="written")
    assert sorted_.leaves > written.leaves
    assert sorted_.value == written.value == 5
    assert on(known["misled"], "minimax").value_at(2) == 1


@pytest.mark.parametrize("depth", [2, 3])
def test_order_changes_the_choice_and_never_the_value(depth: int) -> None:
    found = [
        ENGINE.search("tak", settings={"depth": depth, "order": order}, options={"size": 3}, moves=["a1", "c3"])
        for order in ("written", "value", "rank")
    ]
    assert len({each.value for each in found}) == 1
    assert len({each.move for each in found}) > 1


def test_order_none_is_best_everywhere() -> None:
    visited = {
        (depth, order): ENGINE.search("othello", settings={"depth": depth, "order": order}).entered
        for depth in (3, 4)
        for order in ("value", "rank")
    }
    assert visited[3, "rank"] < visited[3, "value"]
    assert visited[4, "value"] < visited[4, "rank"]


def test_deepening_turns_the_choice_over() -> None:
    known = trees("deepening")
    steps = on(known["two"], "deepening").trace.steps
    assert next((step.number, step.value) for step in steps if step.kind == "finished") == (0, 8)
    assert ENGINE.search("tree", known["two"], "minimax", {"depth": 1}).move == "0"
    assert on(known["two"], "minimax").value_at(0) == 2


def test_deepening_the_shallow_searches_cost_about_half_of_the_last() -> None:
    visited = [ENGINE.search("othello", settings={"depth": depth, "order": "value"}).entered for depth in range(1, 7)]
    assert 0.5 < sum(visited[:5]) / visited[5] < 0.6
    assert 2.5 < visited[5] / visited[4] < 3.5


def test_deepening_the_value_swings_with_the_plies() -> None:
    found = ENGINE.search("othello", search="deepening", settings={"depth": 4})
    assert [step.value for step in found.trace.steps if step.kind == "finished"] == [0, 3, -2]
    assert any(step.reason == "line" for step in found.trace.steps if step.kind == "children")


def test_deepening_the_floor() -> None:
    tree = trees("deepening")["early"]
    assert ENGINE.search("tree", tree, "minimax", {"depth": 1}).move == "1"
    one_deeper = ENGINE.search("tree", tree, "minimax", {"depth": 2})
    assert [one_deeper.value_at(move) for move in range(3)] == [-1, 0, 11]


def test_finished_a_move_that_ends_the_game_is_searched_once() -> None:
    found = filed(on(trees("finished")["three"], "deepening"))
    assert [entry for entry in found if entry[1] == "2" and entry[0] is not None] == [(0, "2", "finished", 6)]


def test_finished_the_life_of_a_ceiling() -> None:
    known = trees("finished")
    found = filed(on(known["sleeper"], "deepening"))
    assert [entry[::2] + entry[3:] for entry in found if entry[1] == "1" and entry[0] is not None] == [
        (0, "open", 5), (1, "ceiling", 5), (1, "asleep", 5), (2, "woken", 5), (2, "ceiling", 1), (3, "asleep", 1),
        (4, "deleted", 1),
    ]  # fmt: skip
    assert (2, "0", "open", 4) in found
    assert (4, "0", "finished", 4) in found
    assert on(known["sleeper"], "minimax").value_at(1) == 1
    assert (2, "0", "open", 0) in filed(on(known["winner"], "deepening"))


def test_finished_what_add_partial_drops() -> None:
    known = trees("finished")
    assert filed(on(known["dropped"], "deepening"))[-1] == (1, "1", "dropped", -2)
    tie = filed(on(known["tie"], "deepening"))
    assert (0, "1", "finished", 4) in tie
    assert tie[-1] == (1, "0", "dropped", 4)


def test_finished_the_longest_resistance_and_the_shortest_win() -> None:
    known = trees("finished")
    assert on(known["losing"], "deepening").move == "1"
    won = on(known["winning"], "deepening")
    assert (won.move, won.value) == ("0", 127)
    assert not [entry for entry in filed(won) if entry[1] == "1" and entry[2] == "finished"]


def test_finished_every_list_turns_up_in_a_real_game() -> None:
    found = filed(ENGINE.search("othello", "-XO--XO-OXO--XOX X", "deepening", WHOLE, options={"size": 4}))
    assert {entry[2] for entry in found} == {"open", "ceiling", "asleep", "deleted", "finished", "losing"}
    third = {move: value for number, move, _, value in found if number == 3}
    assert (third["d1"], third["d3"]) == (2, 2)
    assert [entry[2:] for entry in found if entry[:2] == (5, "d3")] == [("open", -1_000_000)]
    assert [entry[2] for entry in found if entry[:2] == (6, "d3")] == ["losing"]
    assert [entry[2:] for entry in found if entry[:2] == (5, "d2")] == [("ceiling", 0), ("asleep", 0)]
    assert [entry[1:] for entry in found if entry[0] == 7] == [("d1", "finished", 0), ("d2", "deleted", 0)]


def test_chance_a_mean_is_no_value() -> None:
    tree = trees("chance")["trap"]
    lowest = on(tree, "minimax")
    assert (lowest.value_at(0), lowest.value_at(1)) == (-6, 3)
    leaves = [[int(value) for value in re.findall(r"a (-?\d+)", part)] for part in tree.split("o 0")[1:]]
    assert [sum(part) / len(part) for part in leaves] == [6, 4]
    for seed in range(3):
        chosen = [
            ENGINE.search("tree", tree, "mcts", {"iterations": count}, seed=seed).move for count in (15, 20, 100, 400)
        ]
        assert chosen == ["0", "1", "1", "1"]


def test_chance_the_bound() -> None:
    found = ENGINE.search("tree", trees("chance")["trap"], "mcts", {"iterations": 15})
    choices = [step for step in found.trace.steps if step.kind == "select" and step.node == 0]
    third, sixth = choices[2], choices[5]
    assert found.trace.moves[third.child] == "1"
    assert third.items[2::4] == (3, 9)
    visits, mean = sixth.items[1], sixth.items[2]
    assert (sum(sixth.items[1::4]), visits, mean) == (7, 2, 3.5)
    assert sixth.items[3] == pytest.approx(mean + 0.7 * 18 * math.sqrt(math.log(7) / visits), abs=1e-5)
    assert found.trace.moves[sixth.child] == "1"


def test_chance_without_curiosity_a_good_move_stays_unseen() -> None:
    tree = trees("chance")["shy"]
    settings = {"iterations": 200, "exploration": 0}
    stuck = ENGINE.search("tree", tree, "mcts", settings)
    assert (stuck.move, stuck.node(0)["visits"], stuck.value_at(0)) == ("1", 1, -5)
    assert ENGINE.search("tree", tree, "mcts", {"iterations": 200}).move == "0"


def test_chance_finds_the_road() -> None:
    moves = ["a1", "c3", "a3", "c1"]
    found = ENGINE.search("tak", search="mcts", settings={"iterations": 60}, options={"size": 3}, moves=moves)
    assert found.value == 1
    assert ENGINE.best("tak", depth=1, options={"size": 3}, moves=moves) == [found.move]


def test_chance_a_guided_search_leaves_moves_unseen() -> None:
    found = ENGINE.search("tak", search="puct", settings={"iterations": 40}, options={"size": 3}, moves=["a1", "c3"])
    seen = [number for number, parent in enumerate(found.trace.parents) if parent == 0]
    assert 1 < len(seen) < len(found.trace.families[0])
    assert max(found.node(found.trace.indices[number])["visits"] for number in seen) > 1
    assert 0.1 + 2 * 0.25 * math.sqrt(16) / 4 == pytest.approx(0.6)


def test_books_the_small_one_corrects_itself() -> None:
    made = ENGINE.grown("othello", 24, 3)
    opened, changes = made.told("d3", "e3")
    assert changes[0][1] == dict(made.told("d3", "c3")[1])[2] == 0 > changes[1][1], "it looked as good as c3"
    assert changes[1][0] == opened
    assert made.told("d3", "e3")[1][-1][1] == made.told("d3", "c3")[1][-1][1]
    for step, told in enumerate(made.steps):
        here = made.drawn()["lines"][told["opened"]]
        assert here["opened"] == step + 1
        assert told["opened"] in told["right"]
    played = made.line()
    assert made.moves(*played) == [], "the line ends where the book does"
    assert made.moves(*played[:-1])[0][0] == played[-1]


def test_books_the_own_one_and_what_it_was_worth() -> None:
    held = dict(ENGINE.book("othello", moves=["d3"])["moves"])
    assert held.keys() == {"c5", "c3"}
    assert max(held, key=lambda move: held[move]) == "c5"
    assert ENGINE.book("othello", moves=["d3", "e3"])["moves"] == []
    (path,) = (ROOT / "templates" / "lessons").glob("[0-9]*_opening-books.html")
    told = {
        game: [float(each) for each in figures]
        for game, *figures in re.findall(r'\("([A-Z][A-Za-z ]+)", ([\d.]+), ([\d.]+), ([\d.]+)\)', path.read_text())
    }
    matches = [json.loads(line) for line in (ROOT / "docs" / "strength.jsonl").read_text().splitlines()]
    measured = {
        each["game"]: [round(100 * each[name], 1) for name in ("share", "low", "high")]
        for each in matches
        if [bot["bot"] for bot in each["bots"]] == ["hare", "hare:book=no"]
    }
    titles = {"Othello": "othello", "Crazy Camel": "camel", "Tak": "tak"}
    assert told.keys() == titles.keys()
    assert {titles[title]: figures for title, figures in told.items()} == measured


def test_retrograde_the_size_and_the_first_board() -> None:
    (path,) = (ROOT / "templates" / "lessons").glob("[0-9]*_retrograde.html")
    (camels,) = re.findall(r'set camels = "([^"]+)"', path.read_text())
    patterns = [f"5x5 {{x}},{{y}},0 {{u}},{{v}},0 {camels} {seat} 0" for seat in range(2)]
    made = ENGINE.table("camel", patterns)
    assert made.size == 25 * 24 * 2 - 5 * 5 * 2
    start = f"5x5 2,0,0 3,3,0 {camels} 0 0"
    assert made.best(start) == ["Left"]
    assert {move: result for move, result, _plies in made.told(start)} == {"Left": 1, "Right": -1}, (
        "the other way loses"
    )
    eight = ENGINE.search("camel", start, "minimax", {"depth": 8})
    assert eight.value is not None
    assert abs(eight.value) < 100, "an estimate"
    even = ENGINE.table("camel", patterns, {"edge_blocks_jump": False})
    assert even.count(0) > 0 == made.count(0)


def test_a_slice_of_a_table_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = "5x5 {x},{y},0 3,3,0 H1,2;H2,0;H3,2;V0,2 0 0"
    made = ENGINE.table("camel", [pattern])
    slices = [{"title": "Blue", "position": pattern}]
    first = made.drawn(slices)
    assert len(first["slices"][0]["cells"]) > 1
    monkeypatch.setattr(type(made.game), "view", None)
    assert made.drawn(slices, at=2) == {**first, "at": 2}


def test_one_move_wins_by_force_and_only_enough_games_find_it() -> None:
    place: dict[str, Any] = {"options": {"size": 3}, "moves": ["a1", "c1", "b2", "b3"]}
    found = {
        games: ENGINE.search(
            "tak", search="puct", settings={"iterations": 40, "guide": "learnt", "games": games}, **place
        )
        for games in (12, 120)
    }
    assert ENGINE.best("tak", depth=3, **place) == ["c2"]
    winning = ENGINE.moves("tak", **place).index("c2")
    assert (found[120].move, found[120].value) == ("c2", 1)
    assert not found[12].met(winning)
    assert ENGINE.search("tak", search="mcts", settings={"iterations": 60}, **place).move != "c2"


def test_a_fit_to_four_games_is_worse_than_none_and_never_weighs_roads() -> None:
    few, many = (ENGINE.learnt(games, "tak", options={"size": 3}, against="by-hand") for games in (4, 120))
    assert few["errors"][-1][1] > few["errors"][0][1] > many["errors"][-1][1]
    assert few["errors"][-1][0] < many["errors"][-1][0]
    assert few["weights"][0] == many["weights"][0] == 0
    assert str(many["titles"][0]) == "Finished roads"
    weak, even = (ENGINE.interval(*each["match"]) for each in (few, many))
    assert weak[0] + weak[1] < 0 < even[0] + even[1]


def figures(text: str) -> list[str]:
    """The figures of a message, without what the engine puts in and without tags."""
    plain = re.sub(r"%\(\w+\)s|\{[^}]*\}|<[^>]+>", "", text)
    return sorted(re.sub(r"\D", "", figure) for figure in re.findall(r"\d+(?:[.,]\d+)*", plain))


def test_german_lessons_have_the_figures_of_the_english_ones() -> None:
    with (ROOT / "game" / "translations" / "de.po").open("rb") as file:
        told = [
            message for message in read_po(file)
            if isinstance(message.id, str) and any("templates/lessons/" in name for name, _ in message.locations)
        ]  # fmt: skip
    assert len(told) > 1000
    assert [message.id for message in told if figures(str(message.id)) != figures(str(message.string))] == []


def test_alpha_beta_what_is_cut_and_what_the_nodes_say() -> None:
    known = trees("alpha-beta")
    first, second, third = on(known["small"]), on(known["mirrored"]), on(known["upwards"])
    assert (first.value, first.cut(1), first.value_at(1)) == (6, 1, 3)
    assert (second.value, second.cut(0, 1), second.value_at(0, 1)) == (6, 1, 7)
    assert (third.value, third.move, third.value_at(0)) == (4, "1", 2)
    assert on("a 0 ( a 6 o 12 ( a 3 a 100 ) )").cut(1) == 1, "it would have left out a 100 as well"


def test_dice_means_of_throws() -> None:
    first = on(trees("dice")["first"], "expectimax")
    assert (first.value, first.move, first.value_at(1)) == (2, "0", 1)
    assert on("c 0 ( 1/4 a 10 3/4 a -2 )", "expectimax").value == 1
    assert on("c 0 ( 25% a 8 75% o 0 ( a 4 a -4 ) )", "expectimax").value == -1
    assert on("c 0 ( a 1 a 2 a 3 a 4 a 5 a 6 )", "expectimax").value == 3.5
    assert len({tuple(sorted((one, two))) for one in range(6) for two in range(6)}) == 21, "two dice"


def test_hidden_bets_what_knowing_is_worth() -> None:
    assert on("c 0 ( 2/3 a 27 1/3 a -27 )", "expectimax").value == 9
    assert on("c 0 ( 3/4 a 8 1/4 a -8 )", "expectimax").value == 4
    assert on("c 0 ( a 8 a -8 )", "expectimax").value == 0


def test_order_the_least_number_of_leaves() -> None:
    assert on(ENGINE.uniform(3, 3)).leaves == 11
    assert on(ENGINE.uniform(10, 3)).leaves == 10**2 + 10 - 1
