"""What the board of Lambda Punter is given: owners, payments, credits, groups of moves, and nobody else's bets."""

from __future__ import annotations

import json

from plyground.games.punter import GAME
from tests.games.test_punter_rules import SQUARE, after, begin


def test_the_view_of_a_game_with_all_extensions() -> None:
    position = after(
        begin(SQUARE, 3, "futures", "splurges", "options"),
        "futures 0:2", "futures -", "futures 0:3", "pass", "0-1", "0-5", "splurge 0-1-2",
    )  # fmt: skip
    view = GAME.view(position, 0)
    assert (view["owners"], view["sharers"]) == ("10...2", "0.....")
    assert (view["phase"], view["turn"], view["turns"], view["to_move"]) == ("rivers", 4, 6, 1)
    assert view["pays"] == [[5], [1], [1]]
    assert view["credits"] == [0, 0, 0]
    assert view["options_left"] == [0, 1, 1]
    assert view["futures"] == [[{"mine": 0, "target": 2, "distance": 2, "joined": True}], None, None]
    assert view["scores"] == [13, 1, 1]
    assert view["ranks"] == [1, 2, 2]
    assert view["last"] == {
        "text": "splurge 0-1-2", "kind": "splurge", "rivers": [0, 1], "route": [0, 1, 2], "by_option": [0], "seat": 0,
    }  # fmt: skip
    assert view["moves"] == []
    listed = {entry["text"]: entry for entry in GAME.view(position, 1)["moves"]}
    assert listed["2-3"] == {"text": "2-3", "kind": "claim", "rivers": [2]}
    assert listed["option 5-0"] == {"text": "option 5-0", "kind": "option", "rivers": [5]}
    assert listed["pass"] == {"text": "pass", "kind": "pass", "rivers": []}


def test_bets_of_others_are_hidden_until_the_end() -> None:
    start = begin(SQUARE, 2, "futures")
    bet = GAME.parse_move(start, "futures 0:3")
    assert GAME.move_text_for(start, bet, 0) == "futures 0:3"
    none = GAME.parse_move(start, "futures -")
    for viewer in (None, 1):
        assert GAME.move_text_for(start, bet, viewer) == "futures ?"
        assert GAME.move_text_for(start, none, viewer) == "futures ?"
    position = after(start, "futures 0:3", "futures 0:2", "0-1")
    for viewer, known in ((None, [None, None]), (0, [27, None]), (1, [None, 8])):
        view = GAME.view(position, viewer)
        assert [bets and bets[0]["distance"] ** 3 for bets in view["futures"]] == known
        assert view["scores"] == [1 - (known[0] or 0), -(known[1] or 0)]
        text = GAME.position_text_for(position, viewer)
        assert ('"target":3' in text, '"target":2' in text) == (viewer == 0, viewer == 1)
        assert GAME.to_move(GAME.parse_position(text)) == GAME.to_move(position)
    end = after(position, *["pass"] * 5)
    assert GAME.view(end, None)["scores"] == [1 - 27, -8]
    assert '"target":3' in GAME.position_text_for(end, None)


def test_bets_are_told_apart_from_moves() -> None:
    position = begin(SQUARE, 2, "futures")
    view = GAME.view(position, 0)
    assert (view["phase"], view["bets_laid"], view["last"]) == ("futures", 0, None)
    assert view["moves"] == [{"text": "futures -", "kind": "futures", "rivers": []}]
    laid = GAME.view(after(position, "futures 0:3"), None)
    assert (laid["bets_laid"], laid["last"]["kind"], laid["last"]["text"]) == (1, "futures", "futures ?")


def test_a_view_of_many_moves_groups_them() -> None:
    position = GAME.initial({"map": "grid-20x20", "options": True})
    for text in ("0-1", "1-2", "2-3"):
        position = after(position, text)
    view = GAME.view(position, 1)
    assert view["compact"] is True
    assert view["moves"] == [
        {"kind": "claims", "count": 757},
        {"kind": "options", "count": 2},
        {"text": "pass", "kind": "pass", "rivers": []},
    ]
    assert GAME.view_moves(view) == [GAME.move_text(position, move) for move in GAME.legal_moves(position)]


def test_groups_tell_double_rivers_apart() -> None:
    grid = json.loads(GAME.maps.text("grid-20x20")) if GAME.maps else {}
    grid["rivers"] += [{"source": 1, "target": 0}, {"source": 0, "target": 1}]
    position = after(begin(grid, 3, "options"), "0-1", "0-1", "0-1", "2-3")
    view = GAME.view(position, 1)
    assert view["compact"] is True
    assert GAME.view_moves(view) == [GAME.move_text(position, move) for move in GAME.legal_moves(position)]


def test_a_view_of_the_largest_maps_stays_small() -> None:
    position = GAME.initial({"map": "grid-72x70", "punters": 16, "splurges": True, "options": True})
    for river in range(0, 1600, 4):
        position = GAME.play(position, river)
    view = GAME.view(position, int(GAME.to_move(position)))
    assert view["text"] is None
    assert len(json.dumps(view)) < 25_000


def test_the_largest_table_of_the_contest() -> None:
    """17 punters on more rivers than any map of the contest had, each drawn with a mark of its own."""
    wide = range(150)
    sites = [{"id": 200 * y + x} for y in range(60) for x in wide]
    rows = [{"source": 200 * y + x, "target": 200 * y + x + 1} for y in range(60) for x in wide[:-1]]
    columns = [{"source": 200 * y + x, "target": 200 * (y + 1) + x} for y in range(59) for x in wide]
    position = begin({"sites": sites, "rivers": rows + columns, "mines": [0, 60]}, 17, "options")
    assert len(position.claimed) == 17_790
    for move in (*range(0, 17_000, 1000), 17_790 + 3000):
        position = GAME.play(position, move)
    view = GAME.view(position, int(GAME.to_move(position)))
    assert [view["owners"][river] for river in range(0, 17_000, 1000)] == list("0123456789abcdefg")
    assert view["sharers"][3000] == "0"
    assert view["options_left"] == [1, *[2] * 16]
    assert len({GAME.spec.shape(seat) for seat in range(17)}) == 17
    assert GAME.view_moves(view) == [GAME.move_text(position, move) for move in GAME.legal_moves(position)]
    again = GAME.parse_position(GAME.position_text(position))
    assert again == position


def test_ends_in_words() -> None:
    won = after(begin(SQUARE, 2), "0-1", *["pass"] * 5)
    assert GAME.ending(won) == "All 6 moves are made: Punter 0 wins with 1 point, 1 more than the next."
    drawn = after(begin(SQUARE, 2), *["pass"] * 6)
    assert GAME.ending(drawn) == "All 6 moves are made, and all punters have 0 points: a draw."
    shared = after(begin(SQUARE, 3), "0-1", "0-5", *["pass"] * 4)
    assert GAME.ending(shared) == "All 6 moves are made: Punter 0 and Punter 1 share the lead with 1 point each."
    alone = after(begin(SQUARE, 1), "0-1", "1-2", *["pass"] * 4)
    assert GAME.ending(alone) == "All 6 moves are made: 5 points."


def test_the_picture() -> None:
    lines = GAME.picture(after(begin(SQUARE, 2, "splurges", "options"), "0-1")).splitlines()
    assert lines[3].split() == ["punter", "score", "rivers", "credits", "options"]
    assert lines[4].split() == ["0", "1", "1", "0", "1"]
    assert lines[-2] == "free: 1-2 2-3 3-4 4-5 5-0"
    assert lines[-1] == "turn 1 of 6, punter 1 to move"
