"""The table of all parsers of people's text: how each is called, how long a text may reach it, and what it reads.

Games are here by the contract (``games.py``), so a new one is in the table without being named. What a class, a
competition, the lobby or the web reads besides stands below; ``test_table.py`` fails for a parser that nothing calls.
"""

from __future__ import annotations

import html
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

from flask import Flask, request

from plyground.classroom import register, staged, traced, worksheet
from plyground.classroom.plans import files as plan_files
from plyground.classroom.plans import moodle
from plyground.classroom.plans import staged as stages
from plyground.competitions import administration, grading, ownership, registration, settings, trials
from plyground.competitions.languages import counting, table
from plyground.competitions.positions import adding
from plyground.competitions.presentation import browsing
from plyground.competitions.ranking import standing
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.submissions import length, likeness, unpacking
from plyground.core import json_text, logs, look_alikes, name_lists, nicknames, options, registry, spreadsheets
from plyground.core.errors import quoted
from plyground.core.options import Option
from plyground.engines import bot_lines as protocol
from plyground.games.camel import replay
from plyground.games.othello.records import wthor_names
from plyground.games.punter import mapfile
from plyground.games.tak.records import links
from plyground.search.teaching import arranged
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Trace
from plyground.sessions import keys, plans, question, reading, visitors
from plyground.sessions.clock import ClockRule
from plyground.sessions.files import GivenFile
from plyground.sessions.records import PastedGame
from plyground.sessions.setup import read_position, read_spec
from plyground.sessions.state import initial
from plyground.web import addresses, closing, exchange, forms, refusing, security, submissions, trees, wire
from plyground.web.application import LARGEST_BODY
from plyground.web.entrance import Entrance, Surroundings
from plyground.web.heads import BoundedHeads
from plyground.web.transport import LONGEST_FRAME
from tests.parsers.engines import of_engines
from tests.parsers.games import A_FILE, MAPS, of_game
from tests.parsers.parser import Call, Parser, any_of, message, of_json


def _headers(text: str) -> object:
    """What handlers ask of a request's head, behind what bounds it."""
    line = "".join(letter for letter in text if letter.isprintable() and letter.isascii())
    names = ("Accept", "Accept-Language", "Content-Type", "Cookie", "Authorization", "If-None-Match", "Origin", "Range")
    return _heads().get("/x", query_string=line[:8_000], headers=dict.fromkeys(names, line)).data


@cache
def _heads() -> Any:
    app = Flask("heads")
    app.wsgi_app = BoundedHeads(Entrance(app.wsgi_app, app.wsgi_app))  # type: ignore[method-assign]
    security.protect(app)
    refusing.answer_refusals(app)

    @app.get("/x")
    def read() -> str:
        exchange.bearer()
        exchange.plies()
        _ = request.accept_languages.best_match(["en", "de"]), request.cookies.get("lang"), request.if_none_match
        _ = request.args.get("from", ""), request.range, request.mimetype
        return str(refusing.wants_json())

    return app.test_client()


def _host(text: str) -> object:
    return Surroundings().knows(text), addresses.public_base("http", text, False), addresses.is_loopback(text)


def _form(text: str) -> object:
    """The form of the page where a game is made, in each of its fields."""
    return message(lambda fields: forms.spec_from_form(_texts(fields)), FORM)(text)


def _texts(fields: Mapping[str, Any]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if isinstance(value, str)}


FORM = {
    "game": "othello", "level": "", "with": "bot", "position": "", "moves": "f5\nd6", "pace": "0.5", "seed": "7",
    "option.size": "8", "clock": "600+5", "seat.0": "person", "name.0": "me", "seat.1": "random",
}  # fmt: skip
SPEC = {
    "game": "othello", "options": {"size": 8}, "position": "", "moves": ["f5"], "pace": 0.5, "seed": 7, "level": "",
    "clock": {"kind": "game", "base": 60, "increment": 1},
    "seats": [{"kind": "person", "name": "me"}, {"kind": "link"}],
}  # fmt: skip
TRIAL = {
    "game": "othello", "options": {}, "seat": 0, "source": "print(1)", "against": trials.ITSELF,
    "clock": {"base": 5, "increment": 0.1},
}  # fmt: skip


def _every_reader(message: Mapping[str, Any]) -> object:
    """All of ``sessions.reading`` on one field."""
    return any_of(partial(read, message) for read in READERS.values())


def _within(given: object) -> bool:
    with reading.long_ones(given):
        return True


READERS: dict[str, Callable[[Mapping[str, Any]], object]] = {
    "an_object": lambda given: reading.an_object(given["x"]),
    "long_ones": lambda given: _within(given["x"]),
    "a_text": lambda given: reading.a_text(given, "x", 1_000_000),
    "a_new_key": lambda given: reading.a_new_key({"key": given.get("x")}),
    "a_flag": lambda given: reading.a_flag(given, "x"),
    "a_name": lambda given: reading.a_name(given, "x"),
    "texts": lambda given: reading.texts(given, "x", 10_000, 1_000_000),
    "a_number": lambda given: reading.a_number(given, "x", 0, 10),
    "a_whole_number": lambda given: reading.a_whole_number(given, "x", 0, 10),
    "a_number_typed": lambda given: reading.a_number_typed(_texts(given), "x", 0, 10, 1),
}
"""Each public function of ``plyground.sessions.reading``; a test compares."""


HANDED_IN = 0.2
"""Seconds for what is handed in: sources of bots, which Python's own lexer goes through, tests, questions, plans."""
WITHIN = """<quiz><question type="essay"><name><text>One</text></name><questiontext format="html"><text>{}</text>
</questiontext></question></quiz>"""
SAID = (
    '<p data-plyground-place="3">One<br>two &amp; three</p><pre class="plyground-board">a b</pre>',
    "<ul><li>one<!-- not said --></li></ul><a href=x>two</a><![CDATA[ three ]]>",
)
"""What a question of Moodle says, in HTML."""
QUESTIONS = """<quiz><question type="essay"><name><text>One</text></name><questiontext format="html"><text>
&lt;p&gt;Why?&lt;/p&gt;&lt;div data-plyground='{"kind":"text","text":"x"}'&gt;</text></questiontext>
<answer fraction="100"><text>a</text></answer><hint><text>b</text></hint></question>
<question type="numerical"><name><text>Two</text></name>
<answer fraction="100"><text>2</text></answer></question></quiz>"""
PLAN_FILE = json.dumps(
    {
        "plyground plan": 1,
        "entries": [
            {"kind": "text", "text": "One.\n\nTwo."},
            {"kind": "question", "asked": "value", "prompt": "?", "right": [1]},
        ],
    }
)
TRACE = 'Traceback:\n  File "/b/bot.py", line 7, in f\n    x\nValueError: no\n'
MESSAGES = """bot.c:3:24: error: nothing
  File "bot.py", line 3
    x = (
SyntaxError: never closed
File "bot.ml", line 3, characters 1-2:
Error: one
/tmp/build/bot.js:2
SyntaxError: twice
"""
"""What compilers say, each of its kind."""


def _counted(comments: tuple[str, ...], text: str) -> int:
    return counting.tokens(text.encode("utf-8", "replace"), comments)


def _archive(text: str) -> object:
    return unpacking.unpack("bot.zip", text.encode("latin-1", "replace"))


def _questions(text: str) -> object:
    return moodle.read(text.encode("utf-8", "replace"))


def _said(text: str) -> object:
    return _questions(WITHIN.format(html.escape(text)))


def _zipped() -> str:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mine/bot.py", "print(1)\n" * 9)
        archive.writestr("mine/more/a.txt", "so")
    return made.getvalue().decode("latin-1")


ARCHIVES = (_zipped(),)


def _described(text: str) -> object:
    return unpacking.command({unpacking.DESCRIPTION: (text.encode("utf-8", "replace"), False)})


def _asked_games(text: str) -> object:
    now: Any = SimpleNamespace(entries=(), played=(), owners={})
    return any_of(
        partial(browsing.found, now, {name: text}) for name in ("bot", "against", "verdict", "kind", "before")
    )


def _stage(text: str) -> object:
    head: Any = SimpleNamespace(game="g", search="s", setup={}, position="", options={}, seed=0)
    link = question.read_link({"link": text}, "link")
    return traced.stage_link(SimpleNamespace(head=head), 3, link)  # type: ignore[arg-type]


def _search_of(text: str) -> object:
    return stages._fields(question.read_link({"link": text}, "link"))


def _question(kind: Any) -> Call:
    asked = question.Question(kind, "", question.read_board({"game": "othello"}) if kind == "move" else None)
    return asked.normal


def _filled(text: str) -> object:
    tree = question.read_board({"game": "tree", "position": "a 0 ( o 3 ( a 5 a 8 ) o 6 )"})
    return question.fill_in(tree, True).normal(text)


@cache
def _searched() -> Trace:
    rules = registry.game("tree")
    return search("alphabeta").record(rules, rules.parse_position("a 0 ( o 3 ( a 5 a 8 ) o 6 )", {}), {})


def _plan(fields: Mapping[str, Any]) -> object:
    setup, _created = read_spec({"game": "othello", "moves": ["f5"]}, "")
    return plans.read(setup.rules, initial(setup), 0, fields)


@cache
def parsers() -> tuple[Parser, ...]:
    """All of them."""
    othello = registry.game("othello")
    return (
        *(each for game in registry.games().values() for each in of_game(game)),
        Parser(
            "any game's record",
            lambda text: PastedGame({"record": text}).views(0, 5),
            reading.LONGEST_RECORD,
            (
                "f5d6c3",
                '{"plyground":1,"game":"tak","moves":["a1"],"branches":[{"name":"1w1","parent":0,"ply":0,"moves":["b1"]}],"remarks":[{"line":1,"ply":1,"marks":"!","words":["so"],"shapes":["green 3 12","red n4"]}]}',  # noqa: E501
            ),
        ),
        Parser(
            "file of games",
            lambda text: GivenFile.read(text.encode("latin-1", "replace")).games(),
            LARGEST_BODY,
            ("f5d6\nf5f4", WTHOR, '{"plyground":1,"game":"tak","moves":["a1"]}\n{"plyground":1,"game":"tak"}'),
            seconds=A_FILE,
        ),
        Parser(
            "names before a file of games",
            lambda text: wthor_names.split(text.encode("latin-1", "replace")),
            LARGEST_BODY,
            (NAMES, NAMES + WTHOR),
        ),
        *of_engines(),
        Parser("camel replay link", replay.read_link, 100_000, ("https://example.org/#AwcHAAEA",)),
        Parser("link of PTN Ninja, made", links.packed, 200_000, ("1. a1 e5 {½ 😀}",)),
        Parser("punter map's file", mapfile.parse, 2_000_000, MAPS),
        Parser("pairs of options", options.parse_pairs, 60_000, ("depth=3,seconds=0.5",)),
        Parser("bot", lambda text: registry.parse_player(text, othello), 60_000, ("alphabeta:depth=3", "random")),
        Parser("option", _options, 60_000, ("3", "0.5", "yes", "one")),
        Parser("order by hand", arranged.read, arranged.LONGEST, ("root: 2 0; 2.1: 3",)),
        Parser("readers", message(_every_reader, {"x": ""}), 100_000, ("so", "7")),
        Parser(
            "position message",
            message(read_position, {k: SPEC[k] for k in ("game", "options", "moves")} | {"record": ""}),
            100_000,
            ("f5",),
        ),
        Parser("new game message", message(lambda spec: read_spec(spec, ""), SPEC), 20_000, ("f5", "random", "bot")),
        Parser("new game form", _form, 20_000, ("30", "600+5", "bots", "f5;d6")),
        Parser("kept text", json_text.is_writable, 1_000_000, ("so",)),
        Parser("clock message", message(ClockRule.read, {"kind": "move", "seconds": 30}), 20_000, ("game",)),
        Parser("plan message", message(_plan, {"lines": [["d6", "c3"]], "premove": "c3"}), 20_000, ("d6", "c3")),
        Parser("form's clock", forms.clock_from_text, 200_000, ("30", "600.5+5")),
        Parser(
            "form's number",
            lambda text: (forms.number("a", text, int), forms.number("a", text, float)),
            200_000,
            ("30",),
        ),
        Parser(
            "request's JSON",
            of_json(lambda body: body),
            LARGEST_BODY,
            (json.dumps(SPEC), json.dumps(TRIAL), '{"a":"\\ud83d\\"["}'),
        ),
        Parser("position's JSON", of_json(read_position), LARGEST_BODY, (json.dumps(SPEC),)),
        Parser(
            "small tree's JSON",
            of_json(trees.searched),
            60_000,
            (
                '{"game":"tree","position":"a 0 ( a 6 o 12 )","depth":2}',
                '{"game":"tak","options":{"size":8}}',
                '{"game":"camel","options":{"board_width":9,"board_height":9},"depth":2}',
            ),
        ),
        Parser("trial's JSON", of_json(trials.asked), 1_000_000, (json.dumps(TRIAL),)),
        Parser("trial message", message(trials.asked, TRIAL), 20_000, ("random",)),
        Parser(
            "request's head",
            _headers,
            60_000,
            ("de-CH,de;q=0.9,*;q=0.1", "a=b; lang=de", "Bearer x", 'W/"a", "b"', "http://a:5000"),
        ),
        Parser(
            "address of a code",
            lambda text: addresses.code_svg("http://localhost:5000", text),
            60_000,
            ("/g/abc?x=1#s0=y",),
        ),
        Parser("socket's JSON", wire.Json.loads, LONGEST_FRAME, ('["command",{"game":"x","ply":0}]',), (ValueError,)),
        Parser("socket's frame", wire.screened, LONGEST_FRAME, ('42["join",{}]', "3", "451-[]")),
        Parser(
            "socket's packet",
            _packet,
            LONGEST_FRAME,
            ('2/x,13["join",{"game":"a"}]', '21["a"]', '51-["a",{"_placeholder":true,"num":0}]'),
        ),
        Parser("host", _host, 60_000, ("games.example:5000", "[::1]:80", "localhost")),
        Parser("cookie of homework", closing.names, 60_000, ("abcdefghijkl ABCDEF-_1234",)),
        Parser("class code", register.normal_code, 60_000, ("ABC-234",)),
        Parser("nickname", nicknames.checked_nickname, 60_000, ("Åsa O'Neill", "a\u0301\u0302")),
        Parser("nickname in a class", nicknames.fit_for_class, 40, ("Ada Dickens", "Prof.", "sh1t")),
        Parser("teacher's list", name_lists.read_lines, 40_000, ("Ada; Engines\nCharles\tEngines\n",)),
        Parser("looks of a name", look_alikes.skeletons.__wrapped__, 40, ("Åsa O'Neill", "\u0410nn\u0430")),
        Parser("teacher's line", question.line, 60_000, ("Which move?",)),
        Parser("choices message", message(question.read_choices, {"choices": ["a", "b"]}), 20_000, ("yes",)),
        Parser("lab link", _stage, 60_000, ("/lab#game=g&search=s&a=%7B%7D",)),
        Parser("search of a lab link", _search_of, 60_000, ("/lab#game=tree&options={}&step=3&seed=x&moves=1",)),
        Parser("network of an address", visitors.network, 20_000, ("2001:db8::1%eth0", "::ffff:10.0.0.1")),
        Parser("key of a holder's own", keys.fits, 20_000, ("a" * 22,)),
        Parser("answer that is a number", _question("value"), 60_000, ("-3,5", "≤ 1/2", "at least loses in 4")),
        Parser("answer in free words", _question("text"), 60_000, ("Nobody  turns it.",)),
        Parser("answer that is a whole tree", _filled, 60_000, ("=5 0=5 x0.1",)),
        Parser("place in a search", lambda text: staged.step_named(_searched(), text), 60_000, ("value-0-1", "end")),
        Parser("answer that is a move", _question("move"), 60_000, ("f5",)),
        Parser(
            "worksheet",
            message(
                lambda given: worksheet.read_sheet(_texts(given)),
                {"seed": "7", "game": "othello", "questions": "3", "size": "6"},
            ),
            20_000,
            ("7",),
        ),
        Parser("file of questions", _questions, 3_000_000, (QUESTIONS,), seconds=HANDED_IN),
        Parser("words of a question", _said, 3_000_000, SAID, seconds=HANDED_IN),
        Parser("plan's file", plan_files.read_file, plan_files.LARGEST, (PLAN_FILE,), seconds=HANDED_IN),
        Parser("competition's clock", settings.parse_clock, 60_000, ("10+1", "0.5+0.25")),
        Parser("competition's bonus", standing.parse_bonus, 60_000, ("1=20,2=15,3-5=10.5",)),
        Parser(
            "competition's settings",
            message(
                lambda given: settings.changed(settings.EventSettings(), given), settings.flat(settings.EventSettings())
            ),
            20_000,
            ("3", "10+1"),
        ),
        Parser("trial's clock", lambda text: Control.read({"base": text, "increment": text}), 60_000, ("1.5",)),
        *(
            Parser(
                f"test of {game}", partial(_test_of, game), reading.LONGEST_POSITION, (_a_test(game),), (), HANDED_IN
            )
            for game in registry.games()
        ),
        Parser("formula of grades", grading.formula, 60_000, ("min(1, 2 * public) / -(3 + 1)",)),
        Parser("competition's title", administration.clean_title, 200_000, ("The cup",)),
        Parser("list of competition's games", _asked_games, 60_000, ("ladder",)),
        Parser("bot's name", name_lists.clean, 200_000, ("Quick Fox",)),
        Parser("owner's name", lambda text: ownership.real_name(text, True), 1_000_000, ("Åsa",)),
        Parser("bot's note", registration.clean_note, 1_000_000, ("better\nnow",)),
        Parser("version's number", submissions._number, 8_000, ("12",)),
        Parser(
            "bot's file",
            lambda text: unpacking.unpack("bot.py", text.encode("utf-8", "replace")),
            1_000_000,
            ("print(1)\n",),
        ),
        Parser(
            "bot's program",
            lambda text: unpacking.unpack("bot", text.encode("utf-8", "replace")),
            1_000_000,
            ("#! /usr/bin/env python3\n",),
        ),
        Parser("bot's archive", _archive, 1_000_000, ARCHIVES),
        Parser("bot's description", _described, 200_000, ('{"command": ["python", "bot.py"]}',)),
        Parser(
            "length of a bot's source",
            lambda text: length.measured({"bot.py": text.encode("utf-8", "replace")}, {}),
            1_000_000,
            ("def f(a):\n    return [a, 'b', 1.5]\n", "exec('x = 1')\n"),
            (SyntaxError,),
            HANDED_IN,
        ),
        *(
            Parser(
                f"length of a source in {each.id}",
                partial(_counted, each.comments),
                1_000_000,
                (f"x = 'a' + \"b\" {each.comments[0]} more\n",),
            )
            for each in table.LANGUAGES
            if each.suffixes
        ),
        *(
            Parser(f"messages in {each.id}", each.problems, 256 * 1024, (MESSAGES, TRACE))
            for each in table.LANGUAGES
            if each.messages
        ),
        Parser("tokens of a source", lambda text: list(likeness.tokens(text)), 1_000_000, ("x = 'a' + 1 // 2  # b\n",)),
        Parser(
            "bot's line",
            lambda text: protocol.read(text.encode("utf-8", "replace")),
            1_000_000,
            ('{"move": "f5"}', "f5", '{"ready": ["view"]}', '{"note": [1]}'),
        ),
        Parser(
            "bot's log",
            trials.problem,
            65_536,
            (TRACE,),
        ),
        Parser("line of a log", logs.without_secrets, 60_000, ("GET /g/x#s0=abc token=abc",)),
        Parser("cell of a table", spreadsheets.harmless, 60_000, ("=1+1",)),
        Parser("quotation", quoted, 60_000, ("so",)),
    )


NAMES = (bytes((20, 20, 4, 30, 0, 0, 0, 0, 1, 0, 227, 7, 0, 0, 0, 0)) + b"Ada".ljust(20, b"\0")).decode("latin-1")
WTHOR = (
    bytes((20, 20, 4, 30, 1, 0, 0, 0, 0, 0, 227, 7, 8, 0, 24, 0)) + bytes((27, 1, 7, 0, 8, 0, 40, 34, 56, 64))
).decode("latin-1") + "\0" * 58


def _test_of(game: str, text: str) -> object:
    return of_json(lambda given: adding.wanted(registry.game(game), {}, given))(text)


def _a_test(game: str) -> str:
    rules = registry.game(game)
    return json.dumps({"position": rules.position_text(rules.initial()), "seconds": 1, "title": "Opens at once"})


OPTIONS = (
    Option("a", "int", 1, "", low=0, high=10),
    Option("b", "int", 1, ""),
    Option("c", "float", 1.0, "", low=0, high=10),
    Option("d", "float", 1.0, ""),
    Option("e", "bool", True, ""),
    Option("f", "choice", "one", "", choices=("one", "two")),
    Option("g", "text", "", "", high=100_000),
)


def _options(text: str) -> object:
    return any_of(partial(option.parse, text) for option in OPTIONS)


def _packet(text: str) -> object:
    return wire.Packet(encoded_packet=text).data
