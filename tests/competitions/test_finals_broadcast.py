"""The room before which a final is played: what watchers are told, in which order, and what those who come late see."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions.presentation import finals
from plyground.competitions.presentation.finals_broadcast import FinalsBroadcast, room_of, room_of_game
from plyground.competitions.refereeing.game_feed import GameFeed
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.running import tasks
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core.refusals import Malformed, NoSuchCompetition, NoSuchMatch, TooFast
from tests.competitions.events import Deciders, by_seed, make, open_store, record, run_final
from tests.waiting import until

SMALL = {"size": 4}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def of_final(task: Mapping[str, Any]) -> bool:
    return "-f" in task["id"]


class Room:
    """A broadcast whose messages are kept, and which is told what is going on at once."""

    def __init__(self, store: CompetitionStore) -> None:
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self.running = True
        self.broadcast = FinalsBroadcast(store, self.publish, lambda competition: self.running)

    def publish(self, room: str, event: str, payload: dict[str, Any]) -> None:
        self.heard.append((event, json.loads(json.dumps({**payload, "room": room}))))

    def join(self, competition: Competition, connection: str = "one") -> dict[str, Any]:
        entered: list[str] = []
        given = self.broadcast.join(connection, competition.id, "", entered.append)
        assert entered == [room_of(competition.id)]
        found: dict[str, Any] = json.loads(json.dumps(given))
        return found

    def tell(self, task: Mapping[str, Any], upto: int | None = None) -> Mapping[str, Any]:
        """Play the game of a task, while a worker tells of it, but for what comes after ``upto`` messages."""
        messages: list[Any] = []
        feed = GameFeed(task["id"], task["live"], lambda message: messages.append(json.loads(json.dumps(message))))
        with ExitStack() as passing:
            played = play_game(tasks.ready(task, {}, passing), feed)
        for message in messages[:upto]:
            self.broadcast._take(message)
        return played

    def events(self) -> list[str]:
        return [event for event, _ in self.heard]


def test_watchers_hear_every_move_and_then_the_result(store: CompetitionStore) -> None:
    made, room = make(store, bots=2, game="othello", options=SMALL, final=2), Room(store)
    before = room.join(made)
    assert before["state"]["phase"] == "before"
    assert before["live"] == []

    def play(task: Mapping[str, Any]) -> Mapping[str, Any]:
        return room.tell(task) if of_final(task) else by_seed(task)

    CompetitionRunner(store, made.id, Deciders(play), "none").run_event()
    moves = [payload for event, payload in room.heard if event == "contest_move"]
    [first, second] = store.games(made.id, ["final"])[:2]
    for game in (first, second):
        texts = [payload["move"]["text"] for payload in moves if payload["id"] == game.id]
        assert texts == store.game(game.id)[3]["moves"]  # type: ignore[index]
    ends = [payload["game"] for event, payload in room.heard if event == "contest_game" and payload["game"]["ended"]]
    assert [end["id"] for end in ends[:2]] == [first.id, second.id]
    assert set(ends[0]["names"]) == {"A", "B"}
    assert ends[0]["ended"]["sentence"]
    room.broadcast._tell_state(made.id)
    event, payload = room.heard[-1]
    assert (event, payload["room"]) == ("contest_state", room_of(made.id))
    assert payload["state"]["phase"] == "finished"
    assert payload["state"]["count"] > before["state"]["count"]


def test_who_comes_late_sees_the_game_as_it_stands(store: CompetitionStore) -> None:
    made, room = make(store, bots=2, game="othello", options=SMALL, final=2), Room(store)
    seen: list[dict[str, Any]] = []

    def play(task: Mapping[str, Any]) -> Mapping[str, Any]:
        if not of_final(task):
            return by_seed(task)
        played = room.tell(task, upto=6)
        seen.append(room.join(made, f"late {len(seen)}"))
        return played

    CompetitionRunner(store, made.id, Deciders(play), "none").run_event()
    [game] = seen[0]["live"]
    assert seen[0]["state"]["phase"] == "final"
    assert (game["ply"], game["ended"], game["part"]) == (4, None, 0)
    assert len(game["moves"]) == 4
    assert game["names"] == ["A", "B"] or game["names"] == ["B", "A"]
    room.heard.clear()
    room.broadcast._tell_state(made.id)
    assert room.events()[-1] == "contest_state"
    whole = [payload["game"] for event, payload in room.heard if event == "contest_game"]
    assert {each["id"] for each in whole if each["ended"]} == {each.id for each in store.games(made.id, ["final"])}


def test_games_that_nobody_plays_on_are_forgotten(store: CompetitionStore) -> None:
    made, room = make(store, bots=2, game="othello", options=SMALL, final=2), Room(store)

    def play(task: Mapping[str, Any]) -> Mapping[str, Any]:
        if of_final(task):
            room.tell(task, upto=5)
            raise KeyboardInterrupt
        return by_seed(task)

    with pytest.raises(KeyboardInterrupt):
        CompetitionRunner(store, made.id, Deciders(play), "none").run_event()
    room.join(made)
    room.broadcast._tell_state(made.id)
    assert len(room.broadcast.snapshot(made.id)["live"]) == 1
    room.running = False
    room.broadcast._tell_state(made.id)
    assert room.broadcast.snapshot(made.id)["live"] == []


def test_games_of_a_deleted_competition_are_shown_no_longer(store: CompetitionStore) -> None:
    room, kept = Room(store), []
    for deleted in (True, False):
        made = make(store, bots=2, game="othello", options=SMALL, final=2)

        def play(task: Mapping[str, Any], competition: str = made.id, deleted: bool = deleted) -> Mapping[str, Any]:
            if of_final(task):
                if deleted:
                    store.delete(competition)
                room.tell(task, upto=5)
                raise KeyboardInterrupt
            return by_seed(task)

        with pytest.raises(KeyboardInterrupt):
            CompetitionRunner(store, made.id, Deciders(play), "none").run_event()
        kept.append(made.id)
    assert [game.competition for game in room.broadcast.going()] == kept[1:]  # the featured match is one of these
    assert [card["competition"] for card in room.broadcast.all_playing()] == kept[1:]


def test_its_thread_tells_what_another_program_has_played_and_lives_on_after_nonsense(
    store: CompetitionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.competitions.presentation.finals_broadcast.LOOK_SECONDS", 0.05)
    made, room = make(store, bots=3, final=2), Room(store)
    room.running = False
    room.join(made)
    room.broadcast.start()
    for nonsense in ({}, {"id": 7}, {"id": "x", "competition": made.id, "run": "r", "begun": {}, "since": "a"}):
        room.broadcast.hear(nonsense)
    room.broadcast.changed("nowhere")
    CompetitionRunner(store, made.id, Deciders(), "none").run_event()
    until(lambda: room.heard and room.heard[-1][1].get("state", {}).get("phase") == "finished")
    counts = [payload["state"]["count"] for event, payload in room.heard if event == "contest_state"]
    assert counts == sorted(set(counts))
    room.broadcast.leave("one", made.id)
    room.broadcast.close()


def test_watchers_leave_and_what_they_ask_wrongly_is_refused(
    store: CompetitionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, room = make(store, bots=2), Room(store)
    with pytest.raises(NoSuchCompetition):
        room.broadcast.join("one", "nowhere", "", lambda room: None)
    wrongs: list[Any] = [None, 7, {}, [made.id]]
    for wrong in (*wrongs, "\ud800"):
        with pytest.raises(Malformed):
            room.broadcast.join("one", wrong, "", lambda room: None)
    for wrong in wrongs:
        with pytest.raises(Malformed):
            room.broadcast.leave("one", wrong)
    for competition, game in (("\ud800", "a game"), (made.id, "\ud800"), (made.id, "\0"), (made.id, 7)):
        with pytest.raises(Malformed):
            room.broadcast.follow("one", competition, game, "", lambda room: None)
    room.join(made)
    assert room.broadcast.leave("two", made.id) is None
    assert room.broadcast.leave("one", made.id) == room_of(made.id)
    room.join(made)
    room.broadcast.drop("one")
    room.broadcast._tell_state(made.id)
    assert room.heard == []
    monkeypatch.setattr("plyground.competitions.presentation.finals_broadcast._JOINS_AT_ONCE", 5)
    narrow = Room(store).broadcast
    for number in range(5):
        narrow.join(f"{number}", made.id, "an address", lambda room: None)
    with pytest.raises(TooFast):
        flood(narrow, made.id)


def flood(broadcast: FinalsBroadcast, competition: str) -> None:
    """Join again and again from one address."""
    for _ in range(1000):
        broadcast.join("one", competition, "an address", lambda room: None)


def decided(*winners: int) -> Callable[[Mapping[str, Any]], Mapping[str, Any]]:
    """Decides finals by the game's number in its match: who of the first game's seats wins; 2 is a draw."""

    def decide(task: Mapping[str, Any]) -> Mapping[str, Any]:
        if not of_final(task):
            return record(task, [1, 2])
        part = int(task["id"].rsplit("-", 1)[1])
        winner = winners[part]
        seat = winner if part % 2 == 0 else 1 - winner
        return record(task, [1, 1] if winner == 2 else [1 + (seat != 0), 1 + (seat != 1)])

    return decide


def test_the_bracket_shows_byes_level_matches_and_the_podium(store: CompetitionStore) -> None:
    made = make(store, bots=3, final=3)
    assert finals.final(store, made.id)["rounds"] is None
    runner = CompetitionRunner(store, made.id, Deciders(decided(0, 0)), "none")
    assert runner.run_event(final=False) is False
    waiting = finals.final(store, made.id)
    assert (waiting["phase"], waiting["provisional"], waiting["podium"]) == ("waits", False, [])
    [[bye, match], [last]] = waiting["rounds"]
    assert bye["bye"]
    assert bye["sides"][bye["winner"]] == {"name": bye["sides"][0]["name"], "seed": 1}
    assert [side["seed"] for side in match["sides"]] == [2, 3]
    assert [side and side["seed"] for side in last["sides"]] == [1, None]
    run_final(store, runner)
    done = finals.final(store, made.id)
    [[_, match], [last]] = done["rounds"]
    assert (match["score"], match["winner"], match["by_seed"]) == ([2.0, 0.0], 0, False)
    assert [game["score"] for game in match["games"]] == [[1.0, 0.0], [1.0, 0.0]]
    assert [game["seats"] for game in match["games"]] == [[0, 1], [1, 0]]
    assert last["winner"] == 0
    assert [(each["place"], each["name"]) for each in done["podium"]] == [
        (1, last["sides"][0]["name"]), (2, last["sides"][1]["name"]), (3, match["sides"][1]["name"]),
    ]  # fmt: skip


def test_a_match_that_stays_level_goes_to_the_better_seed(store: CompetitionStore) -> None:
    made = make(store, bots=2, final=2)
    CompetitionRunner(store, made.id, Deciders(decided(0, 1, 2, 2)), "none").run_event()
    [[match]] = finals.final(store, made.id)["rounds"]
    assert (match["score"], match["winner"], match["by_seed"]) == ([2.0, 2.0], 0, True)
    assert [game["extra"] for game in match["games"]] == [False, False, True, True]


def test_without_a_final_the_badges_stand_on_the_podium(store: CompetitionStore) -> None:
    made = make(store, bots=4)
    CompetitionRunner(store, made.id, Deciders(), "none").run_event()
    shown = finals.final(store, made.id)
    assert (shown["rounds"], shown["table"], shown["has_final"]) == (None, None, False)
    assert [each["place"] for each in shown["podium"]] == [each["badge"] for each in shown["podium"]]
    assert shown["podium"][0]["place"] == 1


def test_a_final_of_three_at_a_table(store: CompetitionStore) -> None:
    made = make(store, bots=4, game="punter", options={"punters": 3, "map": "path-5"}, final=3)
    CompetitionRunner(store, made.id, Deciders(), "none").run_event()
    shown = finals.final(store, made.id)
    assert shown["rounds"] is None
    assert [row["place"] for row in shown["table"]] == sorted(row["place"] for row in shown["table"])
    assert len(shown["games"]) == 3
    assert shown["podium"][0]["name"] == shown["table"][0]["name"]


def test_a_ladder_game_is_followed_by_whoever_wants_to(store: CompetitionStore) -> None:
    made, room = make(store, bots=2, game="othello", options=SMALL), Room(store)
    playing: list[list[dict[str, Any]]] = []

    def play(task: Mapping[str, Any]) -> Mapping[str, Any]:
        entered: list[str] = []
        given = room.broadcast.follow("one", made.id, task["id"], "", entered.append)
        assert (given["game"], given["played"], entered) == (None, False, [room_of_game(task["id"])])
        played = room.tell(task)
        playing.append(json.loads(json.dumps(room.broadcast.playing(made.id))))
        late = room.broadcast.follow("late", made.id, task["id"], "", entered.append)
        assert late["game"]["ended"]["sentence"]
        assert room.broadcast.unfollow("one", task["id"]) == room_of_game(task["id"])
        assert room.broadcast.unfollow("one", task["id"]) is None
        return played

    CompetitionRunner(store, made.id, Deciders(play), "none").ladder_turn(2)
    [first, *_more] = store.games(made.id, ["ladder"])
    told = [payload for event, payload in room.heard if event == "contest_move" and payload["id"] == first.id]
    assert [payload["move"]["text"] for payload in told] == store.game(first.id)[3]["moves"]  # type: ignore[index]
    assert {payload["room"] for payload in told} == {room_of_game(first.id)}
    assert room.broadcast.snapshot(made.id)["live"] == []
    assert playing == [[] for _unused in playing]
    with pytest.raises(NoSuchMatch):
        room.broadcast.follow("one", "elsewhere", first.id, "", print)
    with pytest.raises(Malformed):
        room.broadcast.follow("one", made.id, 7, "", print)


def test_the_list_of_games_being_played_has_their_boards(store: CompetitionStore) -> None:
    made, room = make(store, bots=2, game="othello", options=SMALL), Room(store)
    cards: list[dict[str, Any]] = []

    def play(task: Mapping[str, Any]) -> Mapping[str, Any]:
        played = room.tell(task, upto=5)
        cards.extend(json.loads(json.dumps(room.broadcast.playing(made.id))))
        return played

    CompetitionRunner(store, made.id, Deciders(play), "none").ladder_turn(2)
    assert (cards[0]["ply"], cards[0]["kind"], sorted(cards[0]["names"])) == (3, "ladder", ["A", "B"])
    assert cards[0]["view"]["to_move"] in (0, 1)
    assert "moves" not in cards[0]
    with pytest.raises(NoSuchCompetition):
        room.broadcast.playing("nowhere")
