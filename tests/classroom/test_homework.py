"""Homework: set as the plan is then, answered in time or late, on two devices, in every game; graded, and let go."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from plyground.classroom.homework import graded, grades
from plyground.classroom.homework.store import Homework, HomeworkStore, Person
from plyground.classroom.homework.terms import DAY, Terms, read_terms
from plyground.classroom.homework.work import Desk, Task
from plyground.classroom.plans import files
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.refusals import BadCode, LabBusy, NoSuchHomework
from plyground.core.spreadsheets import csv_text
from plyground.exercises import catalogue, situations
from plyground.puzzles import keeping, walking
from plyground.puzzles.keeping import Puzzle
from plyground.sessions.question import Answer, Board
from plyground.storage import Database
from tests.classroom.test_plans import of_game

CHOICE = {
    "kind": "question", "asked": "choice", "prompt": "Which?", "choices": ["one", "two", "three"], "right": [2],
    "why": "So.", "hints": ["Not two.", "Not one."], "points": 3,
}  # fmt: skip
VALUE = {"kind": "question", "asked": "value", "prompt": "How much?", "right": [-3, 0.5]}
WORDS = {"kind": "question", "asked": "text", "prompt": "Why?", "points": 2}
TEXT = {"kind": "text", "title": "Read", "text": "This first."}
TREE = {"kind": "question", "asked": "value", "prompt": "The root?", "game": "tree",
        "position": "a 0 ( o 0 ( a 3 a 5 ) o 0 ( a 2 a 9 ) )",
        "right": [3]}  # fmt: skip


class Place:
    """Homework of a database, with a clock, and searches and programs as the test wishes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = 1_000_000.0
        self.store = HomeworkStore(self.database, lambda: self.clock)
        self.desk = Desk(self.store)
        self.looked: list[Board] = []
        self.found: Answer | None = None
        self.passes = True

    def set(self, *entries: dict[str, Any], people: str = "Ada\tada@example.org\nBob", **terms: Any) -> str:
        plan = files.read_plan({"title": "Week 3", "entries": list(entries)})
        read = read_terms({"due": self.clock + DAY, "until": self.clock + 2 * DAY, **terms}, self.clock)
        names = [line.partition("\t") for line in people.splitlines()]
        rows = [{"name": name, "sign": sign} for name, _tab, sign in names]
        self.name, self.key = self.store.keep(plan, read, rows)
        return self.name

    @property
    def work(self) -> Homework:
        return self.store.get(self.name)

    def person(self, number: int = 1) -> Person:
        return self.store.people(self.name)[number - 1]

    def state(self, number: int = 1) -> dict[str, Any]:
        return self.desk.state(self.work, self.person(number))

    def answer(self, at: int, text: str, attempt: int = 1, number: int = 1) -> float | None:
        given, _said = self.desk.answer(self.work, self.person(number), at, attempt, text, self._look, self._run)
        return given.part

    def refusal(self, *given: Any) -> str:
        with pytest.raises(Refusal) as refused:
            self.answer(*given)
        return refused.value.code

    def _look(self, board: Board) -> Answer | None:
        self.looked.append(board)
        return self.found

    def _run(self, entry: dict[str, Any], text: str) -> tuple[bool, str]:
        return self.passes, "" if self.passes else "Wrong."

    def table(self) -> tuple[list[Task], list[Person], grades.Answers]:
        given = self.store.answers(self.name)
        return self.desk.tasks(self.work), self.store.people(self.name), grades.by_person(given)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    made = Database(f"sqlite:///{tmp_path_factory.mktemp('homework') / 'games.sqlite3'}")
    end = made.use()
    yield made
    end()


@pytest.fixture
def place(database: Database) -> Place:
    return Place(database)


@pytest.fixture
def on_both(address: str) -> Iterator[Place]:
    """On each kind of database, with nothing else in it."""
    made = Database(address)
    end = made.use()
    yield Place(made)
    end()


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def written(table: list[list[Any]]) -> list[list[str]]:
    """What a spreadsheet reads of it."""
    return rows(csv_text(table[0], table[1:]))


def test_hints_come_after_wrong_answers_and_the_answer_when_it_was_found(place: Place) -> None:
    place.set(TEXT, CHOICE)
    task = place.state()["tasks"][1]
    assert (task["number"], task["left"], task["hints"], task["more_hints"], task["answer"]) == (1, 3, [], True, None)
    assert "So." not in str(place.state())
    assert place.answer(1, "b") == 0.0
    assert place.answer(1, "b", 2) == 0.0, "the same answer once more is no other try"
    task = place.state()["tasks"][1]
    assert (len(task["given"]), task["left"], task["hints"], task["done"]) == (1, 2, ["Not two."], False)
    assert place.refusal(1, "nothing", 2) == "bad_answer", "which costs no try"
    assert place.answer(1, "c", 2) == 1.0
    state = place.state()
    assert (state["tasks"][1]["answer"]["why"], state["tasks"][1]["done"]) == ("So.", True)
    assert (state["points"], state["of"], state["name"]) == (3, 3, "Ada")
    assert place.refusal(1, "a", 3) == "no_more_tries"
    assert place.refusal(0, "a", 1) == place.refusal(7, "a", 1) == "malformed"
    assert place.state(2)["points"] == 0


def test_tries_are_used_up_and_the_answer_is_told_when_all_is_over(place: Place) -> None:
    place.set(VALUE, tries=2)
    assert [place.answer(0, text, number) for number, text in enumerate(("7", "1/4"), 1)] == [0.0, 0.0]
    assert place.refusal(0, "-3", 3) == "no_more_tries"
    assert place.state()["tasks"][0]["answer"] is None
    place.clock += 3 * DAY
    state = place.state()
    assert (state["over"], state["tasks"][0]["answer"]["label"]) == (True, "-3 or 0.5")
    place.set(VALUE, tries=0)
    assert place.state()["tasks"][0]["left"] is None
    assert [place.answer(0, str(number), number) for number in range(1, 5)] == [0.0] * 4
    assert place.answer(0, "0,5", 5) == 1.0


def test_two_devices_answer_at_once(on_both: Place) -> None:
    """Between the check of the one and its writing the other's answer comes in."""
    place = on_both
    place.set({"kind": "question", "asked": "move", "game": "othello"})
    place.found = Answer(frozenset({"d3"}), "d3", "d3", "", {"c4": 0.5})
    look = place._look

    def meanwhile(board: Board) -> Answer | None:
        place._look = look  # type: ignore[method-assign]
        assert place.answer(0, "c4") == 0.5
        return place.found

    place._look = meanwhile  # type: ignore[method-assign]
    assert place.refusal(0, "d3") == "answered_elsewhere"
    (given,) = place.state()["tasks"][0]["given"]
    assert (given["text"], given["part"]) == ("c4", 0.5)
    assert place.answer(0, "d3", 2) == 1.0
    assert place.state()["points"] == 1


def test_what_a_search_found_stays_for_all(place: Place) -> None:
    place.set({"kind": "question", "asked": "move", "game": "othello", "points": 4})
    assert [board.rules.spec.id for board in place.desk.searched(place.work)] == ["othello"]
    with pytest.raises(LabBusy):
        place.answer(0, "d3")
    assert place.state()["tasks"][0]["given"] == [], "what could not be checked is no try"
    place.found = Answer(frozenset({"d3"}), "d3", "d3", "It wins.", {"c4": 0.5})
    assert place.answer(0, "c4") == 0.5
    assert place.state()["points"] == 2
    place.found = Answer(frozenset({"c4"}), "c4", "c4")
    assert place.answer(0, "c4", 1, 2) == 0.5, "measured by what was found first"
    assert len(place.looked) == 2
    assert place.refusal(0, "a1", 2) == "flips_nothing"
    assert place.answer(0, "d3", 2) == 1.0
    assert place.state()["tasks"][0]["answer"]["why"] == "It wins."


def test_late_work_is_taken_and_marked_until_the_end(place: Place) -> None:
    place.set(CHOICE, VALUE, WORDS)
    assert place.answer(1, "0") == 0.0
    place.clock += DAY + 1
    assert place.answer(0, "c") == 1.0
    assert place.answer(1, "-3", 2) == 1.0
    told = grades.table(*place.table())
    assert [cell and (cell["late"], cell["tries"]) for cell in told["people"][0]["cells"]] == [
        (True, 1), (True, 2), None]  # fmt: skip
    assert (told["people"][0]["points"], told["people"][0]["late"]) == (4, 2)
    place.clock += DAY
    assert place.refusal(2, "Because", 1) == "homework_over"


def test_free_words_are_worth_what_the_teacher_says(place: Place) -> None:
    place.set(WORDS, CHOICE)
    assert place.answer(0, "Because.") is None
    assert place.answer(0, "It is so.", 2) is None
    assert place.answer(1, "a") == 0.0
    told = grades.table(*place.table())
    assert (told["questions"][0]["to_read"], told["people"][0]["cells"][0]["to_read"]) == (1, True)
    place.store.mark(place.name, 1, 0, 0.5)
    told = grades.table(*place.table())
    assert (told["people"][0]["points"], told["questions"][0]["to_read"]) == (1, 0)
    assert [each["part"] for each in grades.path(place.table()[0], place.store.answers(place.name, 1))] == [
        None, 0.5, 0.0]  # fmt: skip
    assert [(each["answered"], each["right"], each["wrong"]) for each in told["questions"]][1] == (
        1, 0, [{"label": "one", "count": 1}])  # fmt: skip


@pytest.mark.parametrize("game_id", list(registry.games()))
def test_every_kind_of_entry_in_every_game(place: Place, game_id: str) -> None:
    """Also a tree that was typed; what is right is in no state before it is found."""
    place.set(TEXT, TREE, VALUE, *of_game(game_id))
    for task in place.desk.tasks(place.work):
        shown = place.state()["tasks"][task.at]
        assert shown["heading"]
        assert not shown["problem"]
        if task.number is None:
            assert shown["scene"]["kind"] in ("text", "position", "stage")
        elif task.question is None:
            assert catalogue.fitting(registry.game(game_id))[0].template == shown["exercise"]["template"]
            place.passes = False
            assert place.answer(task.at, "x = 1") == 0.0
            place.passes = True
            assert place.answer(task.at, "x = 2", 2) == 1.0
        else:
            if task.question.answer is None:
                board = task.question.board
                assert board is not None
                move = board.rules.move_text(board.position, board.rules.legal_moves(board.position)[0])
                place.found = Answer(frozenset({move}), move, move)
            right = task.question.answer or place.found
            assert right is not None
            assert right.text is not None
            assert shown["answer"] is None
            assert "answer" not in shown["question"] or shown["question"]["answer"] is None
            if task.puzzle is None:
                assert place.answer(task.at, right.text) == 1.0
            else:
                solve(place, task.at, task.puzzle)
    assert place.state()["points"] == place.state()["of"] > 3


def solve(place: Place, at: int, puzzle: Puzzle, number: int = 1) -> None:
    """Send each own move of the solution after what stands there, as the page does."""
    seats, sent = walking.movers(puzzle), len(place.state(number)["tasks"][at]["given"])
    for made, seat in enumerate(seats):
        task = place.state(number)["tasks"][at]
        if seat == seats[0] and made >= len(task["question"]["moves"]):
            sent += 1
            part = place.answer(at, "|".join([*task["question"]["moves"], puzzle.moves[made]]), sent, number)
            assert part == seats[: made + 1].count(seats[0]) / seats.count(seats[0])


@pytest.mark.parametrize("game_id", keeping.games())
def test_a_puzzle_is_solved_to_its_end_and_its_steps_use_up_no_try(place: Place, game_id: str) -> None:
    puzzle = max(list(keeping.of(game_id).values())[::7], key=walking.to_find)
    rules, (start, *later) = walking.line(puzzle, puzzle.moves)
    wrong = next(text for each in rules.legal_moves(start) if (text := rules.move_text(start, each)) != puzzle.moves[0])
    place.set({"kind": "puzzle", "game": game_id, "puzzle": puzzle.id, "hints": ["Look."]}, tries=2)
    assert place.answer(0, wrong) == 0.0
    shown = place.state()["tasks"][0]
    assert (shown["left"], shown["hints"], shown["question"]["moves"]) == (1, ["Look."], ())
    assert puzzle.moves[0] != rules.position_text(start) == shown["question"]["position"]
    solve(place, 0, puzzle)
    shown = place.state()["tasks"][0]
    assert (shown["done"], shown["part"], shown["left"]) == (True, 1.0, 0)
    assert shown["question"]["position"] == rules.position_text(later[-1])
    tasks, people, answers = place.table()
    cell = grades.table(tasks, people, answers)["people"][0]["cells"][0]
    assert cell["tries"] == 2
    path = grades.path(tasks, place.store.answers(place.name, 1))
    assert [each["attempt"] for each in path] == [1, *[2] * walking.to_find(puzzle)]
    assert path[-1]["label"] == ", ".join(puzzle.moves)
    assert written(grades.every_answer(tasks, people, place.store.answers(place.name)))[-1][5:8] == [
        "2", ", ".join(puzzle.moves), "1"]  # fmt: skip


def test_a_puzzle_tells_nobody_whether_a_guessed_line_is_right(place: Place) -> None:
    """Only what was found is gone on from; the step that an answer lost on its way made is made once more."""
    puzzle = next(each for each in keeping.of("othello").values() if walking.to_find(each) == 3)
    first, reply, second = puzzle.moves[:3]
    place.set({"kind": "puzzle", "game": "othello", "puzzle": puzzle.id, "points": 3}, tries=1)
    assert {place.refusal(0, f"{a}|{b}|{second}") for a in (first, "a1") for b in (reply, "a2")} == {
        "answered_elsewhere"}  # fmt: skip
    assert place.answer(0, first) == place.answer(0, first.upper()) == pytest.approx(1 / 3)
    (given,) = place.state()["tasks"][0]["given"]
    assert (given["text"], given["step"]) == (f"{first}|{reply}", True)
    assert place.refusal(0, f"{first}|{reply}|{second}", 1) == "answered_elsewhere", "by the number of the answer"
    _rules, (*_before, there) = walking.line(puzzle, (first, reply))
    legal = [registry.game("othello").move_text(there, each) for each in registry.game("othello").legal_moves(there)]
    assert place.answer(0, f"{first}|{reply}|{next(each for each in legal if each != second)}", 2) == given["part"]
    state = place.state()
    assert (state["tasks"][0]["done"], state["points"], state["tasks"][0]["answer"]) == (True, 1, None)


def test_a_game_that_is_gone_leaves_the_rest(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.set({"kind": "position", "game": "tak"}, {"kind": "question", "asked": "move", "game": "tak"}, CHOICE)
    find = registry.game
    monkeypatch.setattr(registry, "game", lambda name: find("nothing" if name == "tak" else name))
    state = place.state()
    assert [bool(each["problem"]) for each in state["tasks"]] == [True, True, False]
    assert place.refusal(1, "a1") == "malformed"
    assert place.answer(2, "c") == 1.0


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"due": -1.0}, "malformed"),
        ({"due": 1_000_000.0}, "bad_date"),
        ({"due": 1_000_001.0, "until": 1_000_000.5}, "bad_date"),
        ({"due": 1_000_001.0, "gone": 1_000_001.0}, "bad_date"),
        ({"due": 1_000_000.0 + 900 * DAY}, "bad_date"),
        ({"due": "tomorrow"}, "malformed"),
        ({"due": 1_000_001.0, "tries": 21}, "malformed"),
        ({"due": 1_000_001.0, "open": "yes"}, "malformed"),
        ({}, "malformed"),
    ],
)
def test_terms_that_cannot_be(given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_terms(given, 1_000_000.0)
    assert refused.value.code == code


def test_terms_are_changed_later() -> None:
    now = 1_000_000.0
    terms = read_terms({"due": now + DAY}, now)
    assert (terms.until, terms.gone, terms.tries, terms.open) == (now + DAY, now + 181 * DAY, 3, False)
    later = now + 5 * DAY
    assert read_terms({"tries": 5}, later, terms) == replace(terms, tries=5), "what has passed may stay"
    longer = read_terms({"due": later + DAY}, later, terms)
    assert (longer.due, longer.until, longer.gone) == (later + DAY, later + DAY, terms.gone)
    with pytest.raises(Refusal):
        read_terms({"due": now + 2 * DAY}, later, terms)
    assert Terms(**longer.as_json()) == longer


def test_hidden_checks_come_from_the_secret_of_the_homework(on_both: Place) -> None:
    """No two have the same, of an older version's a secret is made once, and the reference is told when all is over."""
    place, exercise = on_both, {"kind": "exercise", "game": "othello", "exercise": "minimax"}
    first = place.set(exercise, exercise)
    place.database.write(lambda connection: connection.exec_driver_sql("UPDATE homework SET secret = NULL"))
    secret = place.store.get(first).secret
    assert len(bytes.fromhex(secret)) == 32
    assert place.store.get(first).secret == secret
    seeds = [graded.seed(place.work, at) for at in (0, 1)]
    assert [graded.seed(place.work, at) for at in (0, 1)] == seeds
    assert secret not in repr(place.work) + str(place.state()) + "".join(seeds)
    state = place.state
    place.set(exercise)
    seeds.append(graded.seed(place.work, 0))
    game = registry.game("othello")
    minimax = catalogue.exercise("minimax", game)
    drawn = [list(situations.situations(minimax, game, each)) for each in ("", *seeds)]
    assert all([each.position for each in one[:3]] == [each.position for each in drawn[0][:3]] for one in drawn)
    hidden = [{game.position_text(each.position) for each in one[3:]} for one in drawn]
    assert all(len(one | other) > len(one) + 1 for one, other in itertools.combinations(hidden, 2))
    assert graded.closed(place.work, place.clock) == {"minimax"}
    assert "reference" not in state()["tasks"][0]["exercise"]
    place.clock += 2 * DAY + 1
    assert graded.closed(place.work, place.clock) == frozenset()
    assert state()["tasks"][0]["exercise"]["reference"] == minimax.solution


def test_no_program_carries_a_hidden_position_out() -> None:
    def said(**check: Any) -> str:
        told = {"passed": False, "checks": [{"passed": True, "public": True}, {"passed": False, **check}]}
        passed, sentence = graded.said(told)
        assert not passed
        return str(sentence)

    assert said(public=True, sentence="It raised d3.", line=3) == "It raised d3."
    hidden = said(public=False, sentence="It raised d3.", line=3)
    assert hidden == "It goes wrong at a position that is not shown: see line 3 of your program."
    assert said(public=False, sentence="It raised d3.", line=0) == "It goes wrong at a position that is not shown."


def test_the_list_and_its_codes(on_both: Place) -> None:
    place = on_both
    place.set(CHOICE)
    ada = place.person()
    assert place.store.person(place.name, f" {ada.code[:4].lower()}-{ada.code[4:]}") == ada
    for wrong in ("", "ABCD-2345", "x" * 500, "\u0410" * 8):
        with pytest.raises(BadCode):
            place.store.person(place.name, wrong)
    place.answer(0, "a")
    place.store.renew(place.name, 1)
    with pytest.raises(BadCode):
        place.store.person(place.name, ada.code)
    assert len(place.state()["tasks"][0]["given"]) == 1
    place.store.add(place.name, [("Ada", ""), ("Cy", "c1")])
    assert [(each.number, each.name, each.sign) for each in place.store.people(place.name)][2] == (3, "Cy", "c1")
    place.store.add(place.name, [("Ada", "ada@example.org"), ("Cy", "")])
    assert [each.sign for each in place.store.people(place.name)][::2] == ["ada@example.org", "c1"]
    with pytest.raises(Refusal, match="look alike"):
        place.store.add(place.name, [("А" + "da", "")])
    place.store.remove(place.name, 1)
    assert place.store.answers(place.name) == []
    with pytest.raises(BadCode):
        place.desk.answer(place.work, ada, 0, 1, "b", place._look, place._run)
    assert [place.store.enrol(place.name, "Bob").name for _number in range(2)] == ["Bob (2)", "Bob (3)"]


def test_the_plan_stays_as_it_was_set_and_goes_on_its_day(on_both: Place) -> None:
    place = on_both
    first = place.set(CHOICE)
    place.answer(0, "a")
    gone = place.work.terms.gone
    place.set(VALUE)
    assert [each["prompt"] for each in place.store.get(first).entries] == ["Which?"]
    place.store.delete(place.name)
    with pytest.raises(NoSuchHomework):
        place.store.get(place.name)
    place.clock = gone + 1
    with pytest.raises(NoSuchHomework):
        place.store.get(first)
    place.store.forget_old()
    for table in ("homework", "homework_people", "homework_answers", "homework_keys"):
        with place.database.read() as connection:
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0, table


def test_a_gradebook_leaves_out_whom_moodle_would_not_find(place: Place) -> None:
    """Moodle 4.5 refuses the whole file for one line of which it does not find the user."""
    place.set(CHOICE, people="Ada\tada@example.org\nBob")
    place.answer(0, "c", number=2)
    columns = [(place.work, *place.table())]
    assert rows(grades.gradebook(columns)) == [["Name", "Email address", "Week 3"], ["Ada", "ada@example.org", ""]]
    place.set(CHOICE, people="Ada\nBob")
    place.answer(0, "c", number=2)
    columns = [(place.work, *place.table())]
    assert rows(grades.gradebook(columns))[1:] == [["Ada", "", ""], ["Bob", "", "100"]], "a table for people"


def test_tables_for_other_programs(place: Place) -> None:
    """A gradebook of 40 students and 10 homeworks, in which names are harmless and people are the same."""
    people = "=cmd\tq@example.org\n" + "\n".join(f"Student {n}\ts{n}@example.org" for n in range(39))
    columns = []
    for number in range(10):
        place.set(CHOICE, VALUE, WORDS, people=people)
        place.answer(0, "c")
        place.answer(1, "9", number=2)
        columns.append((place.work, *place.table()))
        place.clock += 1 if number else 2 * DAY - 1
    header, *lines = rows(grades.gradebook(columns))
    assert header == ["Name", "Email address", "Week 3", *(f"Week 3 ({n})" for n in range(2, 11))]
    assert len(lines) == 40
    assert lines[0] == ["'=cmd", "q@example.org", *["50"] * 10]
    assert lines[1] == ["Student 0", "s0@example.org", *["0"] * 10]
    assert lines[2] == ["Student 1", "s1@example.org", *[""] * 10], "nothing was handed in, which is no zero"
    results = written(grades.results(*place.table()))
    assert results[0] == ["name", "identifier", "points", "of", "late", "1. Which?", "2. How much?", "3. Why?"]
    assert results[1] == ["'=cmd", "q@example.org", "3", "6", "0", "3", "", ""]
    told = written(grades.every_answer(*place.table()[:2], place.store.answers(place.name)))
    assert [row[1:] for row in told[1:]] == [
        ["'=cmd", "q@example.org", "1", "Which?", "1", "three", "1", ""],
        ["Student 0", "s0@example.org", "2", "How much?", "1", "9", "0", ""],
    ]
    assert told[1][0].endswith("+00:00")
    codes = written(grades.codes(place.store.people(place.name), "http://here/homework/x"))
    assert codes[1][3] == f"http://here/homework/x#code={place.person().code}"
