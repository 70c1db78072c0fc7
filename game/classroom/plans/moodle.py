"""A plan's questions in Moodle's XML, and such files read back as a plan.

The form is Moodle's own (https://docs.moodle.org/en/Moodle_XML_format): choices, numbers, short answers, essays and
descriptions. Boards go along as text, and each question carries its entry, so that what Moodle does not know (a
position, a puzzle) comes back the same; what was changed in Moodle goes before it. It carries its place too, since
Moodle exports by kind and name. A file may declare no document type, so nothing in it can grow or be fetched.
"""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lxml import etree

from plyground.classroom.plans.asking import heading, question_of, scene_of
from plyground.classroom.plans.entries import Entry, read_entry
from plyground.classroom.plans.files import LARGEST, MOST_ENTRIES, MOST_SECONDS, Plan, read_plan
from plyground.core import effort, json_text
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import BadPlan, Oversized
from plyground.sessions.question import Answer, Board, Question

_TOLERANCE = "0.006"
_OPEN = {
    "responseformat": "editor", "responserequired": "1", "responsefieldlines": "10", "attachments": "0",
    "attachmentsrequired": "0",
}  # fmt: skip
_BOARD, _ENTRY, _PLACE = "plyground-board", "data-plyground", "data-plyground-place"
_A_PLACE = re.compile(r"\d{1,4}", re.ASCII)
_BLOCKS = ("p", "div", "li", "h1", "h2", "h3", "h4", "pre")
_WITHOUT_HINTS = ("description", "essay")
"""Kinds whose hints Moodle does not keep; those of their entries are the ones that they carry."""
_MOST_BYTES = 10 * LARGEST
Say = Callable[[str], str]


def written(plan: Plan, answers: Sequence[Answer | None], say: Say = str) -> bytes:
    """The file of a plan's entries; ``answers`` are those that a search has found, by place, else None, and ``say``
    puts what the program says into the reader's language."""
    quiz = etree.Element("quiz")
    category = etree.SubElement(etree.SubElement(quiz, "question", type="category"), "category")
    title = plan["title"].replace("/", "//")  # a single one is a category within another
    etree.SubElement(category, "text").text = f"$course$/top/{title or 'Plyground'}"
    for place, (entry, answer) in enumerate(zip(plan["entries"], answers, strict=True)):
        quiz.append(_question(entry, answer, place, say))
    found: bytes = etree.tostring(quiz, encoding="UTF-8", xml_declaration=True, pretty_print=True)
    return found


def _question(entry: Entry, found: Answer | None, place: int = 0, say: Say = str) -> Any:
    question = question_of(entry)
    answer = question.answer if question is not None and question.answer is not None else found
    kind = _kind(entry, question, answer)
    made = etree.Element("question", type=kind)
    _text(etree.SubElement(made, "name"), say(heading(entry))[:250])
    _html(made, "questiontext", _words(entry, question, place, say))
    _html(made, "generalfeedback", html.escape(say(answer.why if answer is not None else entry.get("why", ""))))
    points = 0 if kind == "description" else entry["points"]
    for name, value in (
        ("defaultgrade", points),
        ("penalty", 0 if kind == "description" else 0.3333333),
        ("hidden", 0),
    ):
        etree.SubElement(made, name).text = str(value)
    if question is not None and kind != "essay":
        _answers(made, question, answer, say)
    elif kind == "essay":
        for name, text in _OPEN.items():
            etree.SubElement(made, name).text = text
        _html(made, "graderinfo", html.escape(entry.get("why", "")))
        _html(made, "responsetemplate", "")
    for hint in entry.get("hints", []) if kind not in _WITHOUT_HINTS else []:
        _html(made, "hint", html.escape(hint))
    return made


def _kind(entry: Entry, question: Question | None, answer: Answer | None) -> str:
    if entry["kind"] in ("text", "position", "search"):
        return "description"
    if question is None or answer is None or not answer.right or question.kind == "fill":
        return "essay"
    return "multichoice" if question.choices else "numerical" if question.kind == "value" else "shortanswer"


def _answers(made: Any, question: Question, answer: Answer | None, say: Say) -> None:
    if answer is None:
        return
    if question.choices:
        for name, text in (("single", "true"), ("shuffleanswers", "true"), ("answernumbering", "abc")):
            etree.SubElement(made, name).text = text
        for option in question.choices:
            _answer(made, 100 if option.text in answer.right else 0, html.escape(say(option.label)), "html")
        return
    if question.kind == "move":
        etree.SubElement(made, "usecase").text = "0"
    worth = {**dict.fromkeys(sorted(answer.right), 1.0), **answer.parts}
    for text, part in worth.items():
        shown = text.replace("*", "\\*") if question.kind == "move" else text  # a bare one stands for any letters
        each = _answer(made, round(100 * part), shown, "moodle_auto_format")
        if question.kind == "value":
            etree.SubElement(each, "tolerance").text = _TOLERANCE


def _answer(made: Any, fraction: int, text: str, form: str) -> Any:
    each = etree.SubElement(made, "answer", fraction=str(fraction), format=form)
    etree.SubElement(each, "text").text = text
    _html(each, "feedback", "")
    return each


def _text(parent: Any, text: str) -> None:
    etree.SubElement(parent, "text").text = text


def _html(parent: Any, name: str, content: str) -> None:
    _text(etree.SubElement(parent, name, format="html"), content)


def _words(entry: Entry, question: Question | None, place: int = 0, say: Say = str) -> str:
    """The words of a question: what is asked, the board as text, and for whoever reads it back the entry with its
    place in the plan."""
    board: Board | None = question.board if question is not None else None
    if question is not None:
        words = say(question.prompt)
    else:
        words = entry.get("prompt") or entry.get("text") or say(scene_of(entry).get("text", "")) or say(heading(entry))
    parts = [f"<p>{html.escape(each)}</p>" for each in words.split("\n\n")]
    if board is not None:
        parts.append(f'<pre class="{_BOARD}">{html.escape(say(board.picture))}</pre>')
    elif entry.get("position"):
        parts.append(f'<pre class="{_BOARD}">{html.escape(entry["position"])}</pre>')
    kept = html.escape(json.dumps(entry, ensure_ascii=True, sort_keys=True), quote=True)
    return "".join([*parts, f'<div {_ENTRY}="{kept}" {_PLACE}="{place}"></div>'])


@effort.bounded(MOST_SECONDS)
def read(content: bytes) -> tuple[Plan, list[str]]:
    """The plan that a file of Moodle's holds, and sentences on what of it is left out. Raises ``BadPlan`` or
    ``Oversized``."""
    if len(content) > _MOST_BYTES:
        raise Oversized(_("A file of questions has at most {most:,} bytes; this has more.", most=_MOST_BYTES))
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        quiz = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as failure:
        raise BadPlan(_("Line {line} of the file cannot be read as XML.", line=failure.lineno or 1)) from None
    if quiz.getroottree().docinfo.doctype:
        raise BadPlan(_("The file declares a document type, which files of Moodle’s do not; it is not read."))
    if quiz.tag != "quiz":
        raise BadPlan(_("The file holds no questions of Moodle’s: its root is no “quiz”."))
    title, left = "", list[str]()
    entries: list[Entry] = []
    places: list[int | None] = []
    for each in quiz.iterchildren("question"):
        kind = each.get("type", "")
        if kind == "category":
            title = _of(each, "category").replace("//", "\0").rpartition("/")[2].replace("\0", "/")
            continue
        if len(entries) >= MOST_ENTRIES:
            raise Oversized(_("A plan has at most {most} entries; this file has more questions.", most=MOST_ENTRIES))
        try:
            words = _Words(_of(each, "questiontext"))
            entries.append(_entry(each, kind, words))
            places.append(words.place)
        except (Refusal, ValueError) as refusal:
            sentence = refusal.sentence if isinstance(refusal, Refusal) else _("it holds what is no number.")
            left.append(_("Line {line}: {sentence}", line=each.sourceline, sentence=sentence))
    return read_plan({"title": title, "entries": _in_order(entries, places)}), left


def _in_order(entries: list[Entry], places: list[int | None]) -> list[Entry]:
    """Entries that know their place in that order, where such entries stand; the others stay where they are."""
    own = [at for at, place in enumerate(places) if place is not None]
    found = list(entries)
    for at, was in zip(own, sorted(own, key=lambda at: places[at] or 0), strict=True):
        found[at] = entries[was]
    return found


def _entry(given: Any, kind: str, words: _Words) -> Entry:
    """The entry of a question: the one that it carries, if nothing of it was changed in Moodle, else what it says."""
    kept = _carried(words.entry)
    if kept is not None and kept["kind"] == "question" and kept["asked"] in ("choice", "value", "text"):
        fresh = _plain(given, kind, words.text)
        if fresh == _plain(_question(kept, None), _kind_of(kept), _said(kept)):
            return kept
        board = {name: kept[name] for name in ("game", "options", "position", "link") if name in kept}
        return read_entry({**board, **fresh, **_hints_of(kept, kind)})
    if kept is not None and not (kept["kind"] == "text" and _said(kept) != words.text):
        worth = {**_worth(given), **_hints_of(kept, kind)}
        return kept if kept["kind"] in ("text", "position", "search") else read_entry({**kept, **worth})
    return _plain(given, kind, words.text)


def _hints_of(entry: Entry, kind: str) -> dict[str, Any]:
    """The hints of an entry that its question of this kind does not tell."""
    return {"hints": entry.get("hints", [])} if kind in _WITHOUT_HINTS else {}


def _kind_of(entry: Entry) -> str:
    question = question_of(entry)
    return _kind(entry, question, question.answer if question is not None else None)


def _said(entry: Entry) -> str:
    return _Words(_words(entry, question_of(entry))).text


def _carried(text: str) -> Entry | None:
    if not text:
        return None
    try:
        return read_entry(json_text.read(text))
    except ValueError:  # a refusal is one
        return None


def _plain(given: Any, kind: str, words: str) -> Entry:
    """A question as Moodle has it. Raises ``BadPlan`` for kinds that are not read here."""
    prompt = " ".join(words.split()) or _of(given, "name")
    asked = {"kind": "question", "prompt": prompt, "why": _plain_text(_of(given, "generalfeedback")), **_worth(given)}
    answers = [(float(each.get("fraction", "0")), _of_self(each)) for each in given.iterchildren("answer")]
    if kind in ("multichoice", "truefalse"):
        right = [at for at, (fraction, _text) in enumerate(answers) if fraction > 0]
        return read_entry(
            {**asked, "asked": "choice", "choices": [_plain_text(text) for _f, text in answers], "right": right}
        )
    if kind == "numerical":
        right_numbers = [float(text) for fraction, text in answers if fraction >= 100]
        return read_entry({**asked, "asked": "value", "right": right_numbers})
    if kind in ("essay", "shortanswer"):
        good = _plain_text(_of(given, "graderinfo")) or "; ".join(
            text.replace("\\*", "*") for fraction, text in answers if fraction >= 100
        )
        return read_entry({**asked, "asked": "text", "why": asked["why"] or good})
    if kind == "description":
        return read_entry({"kind": "text", "title": _of(given, "name"), "text": words or _of(given, "name")})
    raise BadPlan(_("Questions of the kind “{kind}” are not read here.", kind=kind[:40]))


def _worth(given: Any) -> dict[str, Any]:
    points = float(given.findtext("defaultgrade") or "1")
    if not math.isfinite(points):
        raise ValueError(points)
    hints = [_plain_text(_of_self(each)) for each in given.iterchildren("hint")]
    return {"points": max(1, min(100, round(points))), "hints": [each for each in hints if each][:5]}


def _of(given: Any, name: str) -> str:
    return str(given.findtext(f"{name}/text") or "")


def _of_self(given: Any) -> str:
    return str(given.findtext("text") or "").strip()


def _plain_text(markup: str) -> str:
    return " ".join(_Words(markup).text.split())


class _Words:
    """What is said in a piece of HTML, in its paragraphs, and the entry that it carries with its place in a plan;
    boards are left out. It is what the parser of lxml tells of tags and words."""

    def __init__(self, markup: str) -> None:
        self.entry, self._place, self._parts, self._board = "", "", [list[str]()], False
        if markup.strip():
            etree.fromstring(markup.encode(), etree.HTMLParser(target=self, encoding="utf-8"))

    @property
    def place(self) -> int | None:
        """The place of the entry, from 0; None if it is not told."""
        return int(self._place) if _A_PLACE.fullmatch(self._place) else None

    @property
    def text(self) -> str:
        """The words, an empty line between paragraphs."""
        return "\n\n".join(said for each in self._parts if (said := "".join(each).strip()))

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        """A paragraph, a line, the entry or a board begins."""
        self.entry = given.get(_ENTRY) or self.entry
        self._place = given.get(_PLACE) or self._place
        self._board = self._board or (tag == "pre" and given.get("class") == _BOARD)
        if tag in _BLOCKS:
            self._parts.append([])
        elif tag == "br":
            self._parts[-1].append("\n")

    def end(self, tag: str) -> None:
        """A paragraph or a board ends."""
        if tag == "pre":
            self._board = False
        if tag in _BLOCKS:
            self._parts.append([])

    def data(self, words: str) -> None:
        """Words."""
        if not self._board:
            self._parts[-1].append(words)

    def close(self) -> None:
        """The piece ends."""
