"""Homework: set from a plan, done by those of a list with nothing but a code, looked at and graded by its teacher.

A student's code and the teacher's key travel as ``Authorization``; in a link they stand behind ``#``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from plyground.classroom.homework import graded, grades
from plyground.classroom.homework.store import Homework, HomeworkStore, Person, insist_room
from plyground.classroom.homework.terms import DAY, FARTHEST, MOST_TRIES, read_terms
from plyground.classroom.homework.work import Desk
from plyground.classroom.plans import files
from plyground.classroom.plans.entries import Entry, is_asked
from plyground.competitions.trials import MOST_SOURCE
from plyground.core import name_lists
from plyground.core.messages import _
from plyground.core.refusals import BadCode, BadPlan, Malformed, NeedsCode, NotSetter
from plyground.sessions import reading
from plyground.sessions.keys import LONGEST as LONGEST_KEY
from plyground.sessions.limits import Buckets, OfKeeping
from plyground.sessions.question import Answer, Board
from plyground.sessions.visitors import address_of, crowd_of
from plyground.web.addresses import served
from plyground.web.answer_keys import AnswerKeys
from plyground.web.closing import Closing
from plyground.web.exchange import as_file, as_table, bearer, json_body, who
from plyground.web.exercising import Checks
from plyground.web.planning import LARGEST_BODY

LONGEST_ANSWER, LONGEST_NAME = 2_000, 80
"""Characters of an answer that is no program, and of a name or a sign."""
MOST_GRADED = 60
"""Homework that a gradebook has together."""
_ROOT = "/api/homework/<homework>"


def blueprint(
    store: HomeworkStore, keys: AnswerKeys, checks: Checks, closing: Closing, here: Callable[[], str]
) -> Blueprint:
    """``/homework`` and ``/api/homework``; ``here`` gives the server's address."""
    pages = Blueprint("homework", __name__)
    desk = Desk(store)
    looks = Buckets(10, 150, _("Homework is looked at at most ten times a second; slow down a little."))
    made = Buckets(1 / 10, 30, _("Homework is set at most six times a minute from here; wait a minute."))
    lasting = OfKeeping(FARTHEST)
    many = _("Many have come into this homework from here; ask your teacher to put you on the list.")
    names_of_browser = Buckets(10 / DAY, 10, many)
    half = name_lists.MOST_PEOPLE // 2
    names_of_address = Buckets(half / FARTHEST, half, many)
    answers = Buckets(1, 60, _("At most one answer a second is taken from one person; slow down a little."))
    guesses = Buckets(1, 60, _("Too many wrong codes came from here; wait a moment, then look at the code again."))

    def found(homework: str) -> Homework:
        looks.take(who())
        return store.get(homework)

    def guessed() -> None:
        guesses.take(address_of(who()))

    def taught(homework: str, key: str | None = None) -> Homework:
        """The homework, for its teacher alone."""
        work = found(homework)
        try:
            work.insist(bearer() if key is None else key)
        except NotSetter:
            guessed()
            raise
        return work

    def student(homework: str) -> tuple[Homework, Person]:
        """The homework, and who of its list asks."""
        work, code = found(homework), bearer()
        if not code:
            raise NeedsCode(_("This homework is entered with a code; your teacher has given you one."))
        try:
            return work, store.person(work.id, code)
        except BadCode:
            guessed()
            raise

    def read_list(fields: dict[str, Any], required: bool = False) -> list[tuple[str, str]]:
        text = reading.a_text(fields, "list", name_lists.LONGEST_LIST, required)
        return name_lists.read_lines(text, LONGEST_NAME)

    def shown(work: Homework) -> Response:
        """What the teacher's page shows."""
        tasks, people = desk.tasks(work), store.people(work.id)
        told = grades.table(tasks, people, grades.by_person(store.answers(work.id)))
        codes = {each.number: name_lists.shown(each.code) for each in people}
        return jsonify(
            title=work.title, terms=work.terms.as_json(), now=store.now(), most=name_lists.MOST_PEOPLE,
            people=[{**row, "code": codes[row["number"]]} for row in told.pop("people")], **told,
        )  # fmt: skip

    @pages.get("/homework")
    def all_of_a_teacher() -> str:
        return render_template("homework/list.html")

    @pages.get("/homework/<homework>")
    def student_page(homework: str) -> str:
        work = found(homework)
        given = {"id": work.id, "title": work.title, "open": work.terms.open, "longest": LONGEST_ANSWER}
        return render_template("homework/student.html", given=given)

    @pages.get("/homework/<homework>/teach")
    def teacher_page(homework: str) -> str:
        work = found(homework)
        return render_template("homework/teach.html", given={"id": work.id, "title": work.title, "tries": MOST_TRIES})

    @pages.post("/api/homework")
    def keep() -> tuple[Response, int]:
        looks.take(who())
        request.max_content_length = LARGEST_BODY
        fields = json_body()
        plan, terms = files.read_plan(fields.get("plan")), read_terms(fields, store.now())
        if not any(map(is_asked, plan["entries"])):
            raise BadPlan(_("Nothing is asked in this plan; add a question first."))
        lines = name_lists.fresh(read_list(fields), ())
        people = [{"name": name, "sign": sign} for name, sign in lines]
        like = reading.an_object(fields.get("like") or {})
        if like:  # the list of other homework, with the same codes
            other = taught(reading.a_text(like, "id", 64, required=True), reading.a_text(like, "key", LONGEST_KEY))
            signs, there = dict(lines), store.people(other.id)
            same = [{"name": each.name, "sign": signs.get(each.name) or each.sign, "code": each.code} for each in there]
            known = {each.name for each in there}
            people = [*same, *(each for each in people if each["name"] not in known)]
        insist_room(len(people))
        made.take(who())
        lasting.take(who())
        name, key = store.keep(plan, terms, people)
        keys.begin(desk.searched(store.get(name)), who())
        return jsonify(id=name, key=key, url=served(f"/homework/{name}/teach#k={key}")), 201

    @pages.post(f"{_ROOT}/enter")
    def enter(homework: str) -> tuple[Response, int]:
        work = found(homework)
        if not work.terms.open:
            raise NeedsCode(_("This homework is entered with a code; your teacher has given you one."))
        name = name_lists.clean(reading.a_text(json_body(), "name", LONGEST_NAME, required=True), LONGEST_NAME - 10)
        visitor = who(f"homework {work.id}")
        if crowd_of(visitor):
            names_of_browser.take(f"homework {work.id} {visitor}")
        names_of_address.take(f"homework {work.id} {address_of(visitor)}")
        return jsonify(code=store.enrol(work.id, name).code), 201

    @pages.get(f"{_ROOT}/work")
    def state(homework: str) -> Response:
        work, person = student(homework)
        return closing.remember(jsonify(desk.state(work, person)), work)

    @pages.post(f"{_ROOT}/answer")
    def answer(homework: str) -> Response:
        work, person = student(homework)
        fields = json_body()
        entry = reading.a_whole_number(fields, "entry", 0, files.MOST_ENTRIES)
        attempt = reading.a_whole_number(fields, "attempt", 1, 1_000)
        program = entry < len(work.entries) and work.entries[entry]["kind"] == "exercise"
        text = reading.a_text(fields, "text", MOST_SOURCE if program else LONGEST_ANSWER, required=True)
        answers.take(f"homework {work.id} {person.number}")
        given, said = desk.answer(work, person, entry, attempt, text, look, partial(run, work, entry))
        told = {"part": given.part, "late": given.late, "attempt": given.attempt, "said": said}
        return jsonify(answer=told, state=desk.state(work, person))

    def look(board: Board) -> Answer | None:
        return keys.of([board], who())[0]

    def run(work: Homework, at: int, entry: Entry, source: str) -> tuple[bool, str]:
        checks.take()
        return graded.said(checks.of(entry["game"], entry["exercise"], source, graded.seed(work, at)))

    @pages.get(_ROOT)
    def whole(homework: str) -> Response:
        return shown(taught(homework))

    @pages.post(_ROOT)
    def change(homework: str) -> Response:
        work = taught(homework)
        store.change(work.id, read_terms(json_body(), store.now(), work.terms))
        return shown(store.get(work.id))

    @pages.post(f"{_ROOT}/people")
    def add(homework: str) -> Response:
        work = taught(homework)
        store.add(work.id, read_list(json_body(), required=True))
        return shown(work)

    steps = {"renew": store.renew, "remove": store.remove}

    @pages.post(f"{_ROOT}/people/<int:number>/<any({','.join(steps)}):step>")
    def change_person(homework: str, number: int, step: str) -> Response:
        work = taught(homework)
        steps[step](work.id, _number(number))
        return shown(work)

    @pages.get(f"{_ROOT}/people/<int:number>")
    def path(homework: str, number: int) -> Response:
        work = taught(homework)
        given = store.answers(work.id, _number(number))
        return jsonify(path=grades.path(desk.tasks(work), given))

    @pages.post(f"{_ROOT}/mark")
    def mark(homework: str) -> Response:
        work, fields = taught(homework), json_body()
        entry = reading.a_whole_number(fields, "entry", 0, files.MOST_ENTRIES)
        if not any(task.at == entry and task.is_read for task in desk.tasks(work)):
            raise Malformed(_("This question is checked by the program."))
        person = reading.a_whole_number(fields, "person", 1, _LAST)
        store.mark(work.id, person, entry, reading.a_number(fields, "part", 0, 1))
        return shown(work)

    @pages.post(f"{_ROOT}/key")
    def renew_key(homework: str) -> Response:
        fresh = reading.a_new_key(json_body())
        store.change_key(taught(homework).id, fresh)
        return jsonify(ok=True)

    @pages.post(f"{_ROOT}/delete")
    def delete(homework: str) -> Response:
        store.delete(taught(homework).id)
        return jsonify(ok=True)

    @pages.get(f"{_ROOT}/<any(results,answers,codes,gradebook):what>.csv")
    def saved(homework: str, what: str) -> Response:
        work = taught(homework)
        tasks, people, given = desk.tasks(work), store.people(work.id), store.answers(work.id)
        name = f"plyground-homework-{what}.csv"
        if what == "gradebook":
            return as_file(grades.gradebook([(work, tasks, people, grades.by_person(given))]), "text/csv", name)
        if what == "results":
            table = grades.results(tasks, people, grades.by_person(given))
        elif what == "answers":
            table = grades.every_answer(tasks, people, given)
        else:
            table = grades.codes(people, here() + served(f"/homework/{work.id}"))
        return as_table(table, name)

    @pages.post("/api/homework/gradebook.csv")
    def gradebook() -> Response:
        wanted = json_body().get("homework")
        if not isinstance(wanted, list) or not 1 <= len(wanted) <= MOST_GRADED:
            raise Malformed(_("The field homework is a list of 1 to {most} entries.", most=MOST_GRADED))
        columns = []
        for each in wanted:
            fields = reading.an_object(each)
            name, key = (reading.a_text(fields, field, LONGEST_KEY, required=True) for field in ("id", "key"))
            work = taught(name, key)
            answered = grades.by_person(store.answers(work.id))
            columns.append((work, desk.tasks(work), store.people(work.id), answered))
        return as_file(grades.gradebook(columns), "text/csv", "plyground-gradebook.csv")

    return pages


_LAST = 1_000_000


def _number(number: int) -> int:
    """A line of a list; raises ``Malformed``."""
    return reading.a_whole_number({"number": number}, "number", 1, _LAST)
