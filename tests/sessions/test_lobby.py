"""The lobby: making games and what is refused, looking, joining, limits, resuming, leaving memory."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.core.errors import Refusal
from plyground.core.settings import Settings
from plyground.sessions import live_list, session
from plyground.sessions.lobby import LOBBY_ROOM, Lobby
from plyground.sessions.setup import Created
from plyground.sessions.visitors import Visitor
from tests.sessions.support import AGAINST_BOT, BOTS, PEOPLE, FakePool
from tests.waiting import until


class QuietPool(FakePool):
    """A fake pool with the lobby's part of the interface."""

    def start(self) -> None:
        """Nothing to start."""

    def close(self) -> None:
        """Nothing to end."""

    def when_warm(self, call: Callable[[], None]) -> None:
        """It never is."""

    def health(self) -> dict[str, Any]:
        """As the real one."""
        return {"kernels": {"done": 1, "of": 2}, "workers": 0}


class Place:
    """A lobby on a database of its own, and what it published."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = Settings(database=f"sqlite:///{folder}/games.sqlite3", **settings)
        self.told: list[tuple[str, str, dict[str, Any]]] = []
        self.now = 5000.0
        self.open()

    def open(self) -> None:
        """Start, or start again."""
        self.pool = QuietPool()
        self.lobby = Lobby(
            lambda room, event, payload: self.told.append((room, event, payload)),
            self.settings,
            pool=self.pool,  # type: ignore[arg-type]
            monotonic=lambda: self.now,
        )
        self.lobby.start()

    def command(self, made: Created, name: str, connection: str = "", **fields: Any) -> dict[str, Any]:
        """A command; fields not given are filled in."""
        ply = self.lobby.get(made.id).state.ply
        message = {"game": made.id, "token": made.tokens[name], "id": f"{time.monotonic_ns()}", "ply": ply}
        return self.lobby.command(message | fields, connection)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.lobby.shutdown()


def ignore(room: str) -> None:
    """Enter no room."""


def test_only_the_game_is_needed(place: Place) -> None:
    made = place.lobby.create({"game": "othello"}, "me")
    shown = place.lobby.snapshot(made.id, [made.tokens["s0"]])
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "bot"]
    assert [seat["name"] for seat in shown["seats"]] == ["You", "Learner"]
    assert shown["you"] == {"seats": [0], "director": False}
    assert shown["view"]["moves"]
    assert made.url == f"/g/{made.id}#s0={made.tokens['s0']}"
    watched = place.lobby.snapshot(made.id)
    assert watched["you"] == {"seats": [], "director": False}
    assert watched["view"]["moves"] == []
    assert watched["seats"][0]["name"] == "Dark"


def test_a_level_a_bot_text_names_and_tokens(place: Place) -> None:
    lobby = place.lobby
    weak = lobby.snapshot(lobby.create({"game": "camel", "level": "random"}).id)
    assert (weak["seats"][1]["bot"], weak["seats"][1]["name"]) == ("random", "First try")
    own = lobby.create(
        {"game": "othello", "seats": [{"kind": "link", "name": " A\x00da \n"}, {"bot": "minimax:budget=7"}]}
    )
    shown = lobby.snapshot(own.id)
    assert [seat["name"] for seat in shown["seats"]] == ["A da", "Minimax (budget=7)"]
    assert set(own.tokens) == {"i0"}
    between = lobby.create({"game": "othello", "seats": BOTS})
    assert set(between.tokens) == {"d"}
    assert lobby.snapshot(between.id, [between.tokens["d"]])["you"] == {"seats": [], "director": True}
    assert lobby.snapshot(between.id)["pace"] == 0.6


def test_tokens_are_stored_as_hashes_only(place: Place, tmp_path: Path) -> None:
    made = place.lobby.create({"game": "othello", "seats": PEOPLE})
    place.lobby.shutdown()
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite3*"))
    assert made.id.encode() in stored
    assert not any(token.encode() in stored for token in made.tokens.values())


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ({}, "malformed"),
        ({"game": 3}, "malformed"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": "x" * 50}, "oversized"),
        ({"options": []}, "malformed"),
        ({"options": {"size": 7}}, "bad_option"),
        ({"options": {"colour": "red"}}, "bad_option"),
        ({"position": "nonsense"}, "malformed_position"),
        ({"position": "x" * 200_001}, "oversized"),
        ({"position": "X" * 64 + " O"}, "game_finished"),
        ({"moves": "f5"}, "malformed"),
        ({"moves": ["f5", "f5"]}, "occupied"),
        ({"moves": ["f5"] * 10_101}, "oversized"),
        ({"record": "{"}, "malformed_record"),
        ({"seats": "two"}, "malformed"),
        ({"seats": [{"kind": "person"}]}, "malformed"),
        ({"seats": [{"kind": "person"}, {"kind": "dog"}]}, "malformed"),
        ({"seats": [{"kind": "person"}, {"kind": "bot", "bot": "deep"}]}, "unknown_bot"),
        ({"seats": [{"kind": "person"}, {"kind": "bot", "bot": "minimax:budget=0"}]}, "bad_option"),
        ({"seats": [{"kind": "person"}, {"kind": "bot", "bot": 5}]}, "malformed"),
        ({"seats": [{"kind": "person", "name": 5}, {"kind": "person"}]}, "malformed"),
        ({"level": "godlike"}, "bad_option"),
        ({"clock": {"kind": "sand"}}, "malformed"),
        ({"pace": 11}, "malformed"),
        ({"pace": "fast"}, "malformed"),
        ({"seed": -1}, "malformed"),
        ({"seed": 1.5}, "malformed"),
    ],
)
def test_a_bad_request_for_a_game_is_refused(place: Place, spec: dict[str, Any], code: str) -> None:
    given = spec if spec.keys() <= {"game"} else {"game": "othello", **spec}
    with pytest.raises(Refusal) as caught:
        place.lobby.create(given)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")


def test_a_request_that_is_no_object_is_refused(place: Place) -> None:
    bad: list[Any] = [[], "othello", None, {1: 2}]
    for given in bad:
        with pytest.raises(Refusal) as caught:
            place.lobby.create(given)
        assert caught.value.code == "malformed"


def test_games_that_are_not_there(place: Place) -> None:
    for look in (place.lobby.snapshot, place.lobby.views, place.lobby.record):
        for game_id in ("nothing", "", "x" * 65, "\ud800"):
            with pytest.raises(Refusal) as caught:
                look(game_id)
            assert (caught.value.code, caught.value.status) == ("no_such_game", 404)
    answer = place.lobby.command({"game": "nothing", "token": "t", "id": "1", "ply": 0, "do": "move"})
    assert answer["ok"] is False
    assert answer["error"]["code"] == "no_such_game"
    assert place.lobby.command(["no", "object"])["error"]["code"] == "malformed"
    assert place.lobby.command({"game": {}})["error"]["code"] == "malformed"


def test_a_refused_command_says_where_the_game_is(place: Place) -> None:
    made = place.lobby.create({"game": "othello", "seats": PEOPLE})
    assert place.command(made, "s0", do="move", move="f5") == {"ok": True, "seq": 1}
    answer = place.command(made, "s0", do="move", move="f6")
    assert answer["error"]["code"] == "wrong_turn"
    assert (answer["seq"], answer["ply"]) == (1, 1)


def test_check_position_tells_what_an_editor_or_a_paste_holds(place: Place) -> None:
    found = place.lobby.check_position({"game": "othello", "moves": ["f5", "d6"]})
    assert found["view"]["to_move"] == 0
    assert found["moves"] == ["f5", "d6"]
    assert place.lobby.check_position({"game": "othello", "position": found["text"]})["text"] == found["text"]
    with pytest.raises(Refusal) as caught:
        place.lobby.check_position({"game": "othello", "position": "?"})
    assert caught.value.code == "malformed_position"


def test_record_notation_views_and_continuing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = place.lobby
    made = lobby.create({"game": "othello", "seats": PEOPLE})
    for name, text in (("s0", "f5"), ("i1", "d6"), ("s0", "c3")):
        assert place.command(made, name, do="move", move=text)["ok"]
    record = lobby.record(made.id)
    assert [move["text"] for move in record["moves"]] == ["f5", "d6", "c3"]
    again = lobby.check_position({"game": "othello", "record": record})
    assert again["moves"] == ["f5", "d6", "c3"]
    views = list(lobby.views(made.id))
    assert len(views) == 4
    assert views[3]["text"] == again["text"]
    assert list(lobby.views(made.id, 1, 2)) == views[1:3]
    assert list(lobby.views(made.id, 3, 99)) == views[3:]
    monkeypatch.setattr(session, "MOST_VIEWS", 2)
    assert [list(lobby.views(made.id, *plies)) for plies in ((), (1, 3))] == [views[:2], views[1:3]]
    form = next(form for form in lobby.get(made.id).rules.spec.records if form != "json")
    assert "f5" in lobby.notation(made.id, form).lower()
    with pytest.raises(Refusal) as caught:
        lobby.notation(made.id, "runes")
    assert caught.value.code == "malformed_record"

    on = lobby.continue_from(made.id, {"ply": 1, "bot": "random"})
    shown = lobby.snapshot(on.id, on.tokens.values())
    assert shown["you"]["seats"] == [1], "the seat to move is the maker’s"
    assert [move["text"] for move in shown["moves"]] == ["f5"]
    assert shown["seats"][0]["bot"] == "random"
    assert shown["view"]["text"] == views[1]["text"]
    for body in ({"ply": 4}, {"ply": "1"}, {"ply": -1}, {"bot": "nobody"}):
        with pytest.raises(Refusal):
            lobby.continue_from(made.id, body)


def test_rooms_by_seats_and_nothing_of_a_player_reaches_a_watcher(place: Place) -> None:
    made = place.lobby.create({"game": "othello", "seats": PEOPLE})
    rooms: list[str] = []
    for connection, tokens in (("ada", [made.tokens["s0"]]), ("ben", [made.tokens["i1"]]), ("eve", ["wrong"])):
        shown = place.lobby.join(made.id, tokens, connection, rooms.append)
        assert bool(shown["view"]["moves"]) == (connection == "ada")
    place.command(made, "s0", do="move", move="f5")
    events = {room: payload for room, event, payload in place.told if event == "event"}
    assert set(events) == set(rooms)
    assert [bool(events[room]["state"]["view"]["moves"]) for room in rooms] == [False, True, False]
    until(lambda: any(event == "watchers" for _, event, _ in place.told))
    assert next(payload for _, event, payload in place.told if event == "watchers")["watchers"] == 1
    assert place.lobby.leave(made.id, "eve") == rooms[2]
    assert place.lobby.leave(made.id, "eve") is None
    place.lobby.drop("ada")
    place.told.clear()
    place.command(made, "i1", do="move", move="d6")
    assert [room for room, event, _ in place.told if event == "event"] == [rooms[1]]
    for no_list in ("text", {"a": 1}):
        assert place.lobby.join(made.id, no_list, "odd", ignore)["you"]["seats"] == []
    for bad in ([1], ["t"] * 41):
        with pytest.raises(Refusal):
            place.lobby.join(made.id, bad, "odd", ignore)


def test_the_lobby_shows_live_games_and_tells_those_who_look_in(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_list, "NEWS_SECONDS", 0.05)
    made = place.lobby.create({"game": "othello", "seats": PEOPLE})
    rooms: list[str] = []
    cards = place.lobby.look_in("home", True, rooms.append)
    assert rooms == [LOBBY_ROOM]
    assert [card["id"] for card in cards] == [made.id]
    assert cards[0]["view"]["moves"] == []
    place.command(made, "s0", do="move", move="f5")
    until(lambda: any(event == "lobby" and payload.get("card", {}).get("ply") == 1 for _, event, payload in place.told))
    place.command(made, "s0", do="resign")
    until(lambda: (LOBBY_ROOM, "lobby", {"gone": made.id}) in place.told)
    assert place.lobby.live() == []
    assert place.lobby.look_in("home", False, rooms.append) == []
    assert rooms == [LOBBY_ROOM]


def test_a_game_put_out_of_memory_is_not_shown_again_by_late_news(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_list, "NEWS_SECONDS", 0.05)
    made = place.lobby.create({"game": "othello", "seats": PEOPLE})
    place.lobby.look_in("home", True, ignore)
    place.command(made, "s0", do="move", move="f5")
    assert place.lobby._games.evict(0.0) == 1
    until(lambda: len(place.told) == 2)
    assert place.told == [(LOBBY_ROOM, "lobby", {"gone": made.id})] * 2


def test_a_flood_of_commands_is_refused_and_the_game_lives_on(place: Place) -> None:
    made = place.lobby.create({"game": "othello", "seats": PEOPLE})
    answers = [place.command(made, "s0", "flooder", do="move", move="a1") for _ in range(60)]
    codes = [answer["error"]["code"] for answer in answers]
    assert codes.index("too_fast") == 40
    assert set(codes[40:]) == {"too_fast"}
    assert place.command(made, "s0", "somebody else", do="move", move="f5")["ok"]
    place.now += 1
    assert place.command(made, "i1", "flooder", do="move", move="d6")["ok"]


def test_games_per_minute_are_limited_by_address(tmp_path: Path) -> None:
    place = Place(tmp_path, games_per_minute=3)
    for _ in range(3):
        place.lobby.create({"game": "othello"}, "greedy")
    with pytest.raises(Refusal) as caught:
        place.lobby.create({"game": "othello"}, "greedy")
    assert (caught.value.code, caught.value.status) == ("too_often", 429)
    place.lobby.create({"game": "othello"}, "other")
    place.now += 20
    place.lobby.create({"game": "othello"}, "greedy")
    place.lobby.shutdown()


def test_a_crowded_server_puts_idle_games_away_and_refuses_when_none_is(tmp_path: Path) -> None:
    place = Place(tmp_path, live_games=2)
    first = place.lobby.create({"game": "othello", "seats": PEOPLE})
    place.lobby.create({"game": "othello", "seats": PEOPLE})
    place.lobby.create({"game": "othello", "seats": BOTS})
    assert place.command(first, "s0", do="move", move="f5")["ok"], "a game put away is read again when it is wanted"
    place.lobby.create({"game": "othello", "seats": BOTS})
    with pytest.raises(Refusal) as caught:
        place.lobby.create({"game": "othello", "seats": BOTS})
    assert caught.value.code == "too_many_games"
    place.lobby.shutdown()


def test_games_that_are_only_looked_at_do_not_fill_the_memory(tmp_path: Path) -> None:
    place = Place(tmp_path, live_games=2)
    made = [place.lobby.create({"game": "othello", "seats": PEOPLE}) for _ in range(2)]
    for _ in range(4):
        place.now += 60
        made.append(place.lobby.create({"game": "othello", "seats": PEOPLE}))
    for each in made:
        place.now += 60
        assert place.lobby.snapshot(each.id)["ply"] == 0
        assert len(place.lobby._games._sessions) <= 3
    place.lobby.shutdown()


def test_games_in_use_of_one_browser_or_address_leave_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(tmp_path, live_games=20)
    monkeypatch.setattr("plyground.sessions.in_memory.MOST_OF_VISITOR", 3)
    school, ended = "192.0.2.1", []

    def plays(who: str, base: float) -> str:
        """Make a game whose clock then runs, and leave it; gives the code of the refusal."""
        spec = {"game": "othello", "seats": PEOPLE, "clock": {"kind": "game", "base": base}}
        try:
            made = place.lobby.create(spec, who)
        except Refusal as refusal:
            return refusal.code
        place.lobby.join(made.id, (made.tokens["i1"],), f"guest of {made.id}", ignore)
        place.lobby.drop(f"guest of {made.id}")
        for ply, (seat, move) in enumerate((("s0", "f5"), ("i1", "d6"))):
            answer = place.command(made, seat, f"{made.id} {ply}", do="move", move=move)
            if not answer["ok"]:
                return str(answer["error"]["code"])
        ended.append(made)
        return ""

    for number in range(40):
        assert plays(Visitor(f"v{number}", school, school), 86_400.0) == "", "a long clock needs no memory"
    greedy = [plays(Visitor("v40", school, school), 600.0) for _ in range(4)]
    assert greedy == ["", "", "", "too_many_games"]
    many = [plays(Visitor(f"v{number}", "class of their own", school), 600.0) for number in range(41, 61)]
    assert many == [""] * 5 + ["too_many_games"] * 15
    assert place.command(ended[0], "s0", do="resign")["error"]["code"] == "too_many_games"
    assert place.lobby.snapshot(ended[0].id)["status"] == "playing", "it may be looked at"
    assert plays(Visitor("v61", "192.0.2.2", "192.0.2.2"), 600.0) == ""
    place.lobby.shutdown()


def test_rematches_are_limited_like_other_games(tmp_path: Path) -> None:
    place = Place(tmp_path, games_per_minute=3)
    made = place.lobby.create({"game": "othello", "seats": AGAINST_BOT}, "greedy")
    codes = []
    for _ in range(3):
        place.command(made, "s0", do="resign")
        answer = place.command(made, "s0", do="rematch")
        codes.append(answer.get("error", {}).get("code"))
        made = Created(answer.get("next", made.id), made.tokens)
    assert codes == [None, None, "too_often"], "two rematches and the game itself are three"
    place.lobby.shutdown()


def test_a_rematch_is_counted_for_who_asks_once_it_begins(tmp_path: Path) -> None:
    place = Place(tmp_path, games_per_minute=2)
    made = place.lobby.create({"game": "othello", "seats": AGAINST_BOT}, "maker")
    place.command(made, "s0", do="resign")
    strangers = Created(made.id, {"s0": "no token"})
    codes = {place.command(strangers, "s0", do="rematch")["error"]["code"] for _ in range(5)}
    assert codes == {"wrong_token"}
    message = {"game": made.id, "token": made.tokens["s0"], "id": "again", "ply": 0, "do": "rematch"}
    assert place.lobby.command(message, who="guest")["ok"]
    place.lobby.create({"game": "othello"}, "maker")
    place.lobby.create({"game": "othello"}, "guest")
    for who in ("maker", "guest"):
        with pytest.raises(Refusal, match="many games in the last minute"):
            place.lobby.create({"game": "othello"}, who)
    place.lobby.shutdown()


def test_after_a_restart_all_goes_on(place: Place) -> None:
    bots = place.lobby.create({"game": "camel", "seats": BOTS, "pace": 0})
    person = place.lobby.create({"game": "othello", "seats": AGAINST_BOT})
    waiting = place.lobby.create({"game": "othello", "seats": PEOPLE})
    assert place.command(person, "s0", do="move", move="f5", id="mine")["ok"]
    assert place.command(waiting, "s0", do="move", move="f5")["ok"]
    before = {made.id: place.lobby.snapshot(made.id) for made in (bots, person, waiting)}
    place.lobby.shutdown()
    with pytest.raises(Refusal) as caught:
        place.lobby.create({"game": "othello"})
    assert caught.value.code == "closing"
    place.open()
    until(lambda: len(place.pool.open) == 2)
    assert {ticket.request.game for ticket in place.pool.open} == {"camel", "othello"}
    for game_id, old in before.items():
        new = place.lobby.snapshot(game_id)
        assert {**new, "thinking": None} == {**old, "thinking": None}
    assert place.command(person, "s0", do="move", move="f5", id="mine", ply=0) == {"ok": True, "seq": 1}


def test_a_rematch_is_found_by_the_same_tokens(place: Place) -> None:
    made = place.lobby.create({"game": "othello", "seats": PEOPLE})
    place.command(made, "s0", do="resign")
    place.command(made, "s0", do="rematch")
    answer = place.command(made, "i1", do="rematch")
    shown = place.lobby.join(answer["next"], [made.tokens["i1"]], "ben", ignore)
    assert shown["you"]["seats"] == [0]
    assert shown["view"]["moves"]
    assert place.lobby.snapshot(made.id)["next"] == answer["next"]


def test_many_threads_at_one_game_make_each_move_once(place: Place) -> None:
    made = place.lobby.create({"game": "othello", "seats": [{"kind": "person"}, {"kind": "person"}]})
    answers: list[dict[str, Any]] = []
    numbers = itertools.count()

    def push() -> None:
        for _ in range(12):
            session = place.lobby.get(made.id)
            moves = session.snapshot(tuple(made.tokens.values()))["view"]["moves"]
            ply, name = session.state.ply, f"s{session.to_move}"
            message = {"game": made.id, "token": made.tokens[name], "id": str(next(numbers)), "ply": ply}
            answers.append(place.lobby.command(message | {"do": "move", "move": moves[0]["text"]}))

    threads = [threading.Thread(target=push) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = sorted(answer["seq"] for answer in answers if answer["ok"])
    assert done == list(range(1, len(done) + 1))
    assert place.lobby.get(made.id).state.ply == len(done) > 0


def test_health(place: Place) -> None:
    assert place.lobby.health() == {"ok": True, "kernels": {"done": 1, "of": 2}, "workers": 0}


def test_a_copied_game_says_who_played_when_and_how_it_ended(place: Place) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
    clock = {"kind": "game", "base": 300, "increment": 3}
    tak = place.lobby.create({"game": "tak", "seats": seats, "clock": clock})
    assert place.command(tak, "s0", do="move", move="a1")["ok"]
    assert place.command(tak, "i1", do="resign")["ok"]
    copied = place.lobby.notation(tak.id, "ptn")
    day = place.lobby.record(tak.id)["created"][:10].replace("-", ".")
    for line in ('[Player1 "Ada"]', '[Player2 "Ben"]', f'[Date "{day}"]', '[Clock "5:00 +3"]', '[Result "1-0"]'):
        assert line in copied
    assert copied.endswith("1. a1\n1-0\n")
    here = [seats[0], {"kind": "person", "name": "Ben"}]
    othello = place.lobby.create({"game": "othello", "seats": here, "clock": clock})
    assert place.command(othello, "s0", do="resign")["ok"]
    copied = place.lobby.notation(othello.id, "ggf")
    for part in ("PB[Ada]", "PW[Ben]", f"DT[{day}_", ".UTC]", "TI[05:00/00:03]", "RE[-64:r]"):
        assert part in copied
