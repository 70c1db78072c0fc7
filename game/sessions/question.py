"""A question to the whole class: what may be answered, who answered what, what is right; and what screens show.

The texts of answers are normal forms (a move as the game writes it, a number without needless zeros), so that equal
answers are counted together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any, Literal

from plyground.core.game import Game
from plyground.core.messages import _, lined
from plyground.core.refusals import BadAnswer, Malformed, NothingToAsk
from plyground.sessions import filling, reading
from plyground.sessions.answered_numbers import is_said, number_label, read_number
from plyground.sessions.lobby import Lobby
from plyground.sessions.setup import read_position

Kind = Literal["move", "cut", "next", "value", "choice", "text", "fill"]
LONGEST_ANSWER = 200
MOST_CHOICES = 20
_MOST_KNOWN = 2_000
"""Ways of writing moves, and trees filled in, that are remembered, so that a class that answers alike is checked
once."""
MOST_HEAPS, LONGEST_HEAP = 8, 60
_CHANCE = 2
"""The side of nodes of a tree at which chance decides."""
_MOST_LINES = 60
"""Lines of a tree in a text."""
NO_HEAP = ""
"""Where an answer lies that was not sorted."""


@dataclass(frozen=True)
class Option:
    """One answer to choose: its text, which travels, and what people read."""

    text: str
    label: str

    def as_json(self) -> dict[str, str]:
        """As in ``choices``."""
        return {"text": self.text, "label": self.label}


@dataclass(frozen=True)
class Board:
    """A position that is shown with the question; of one that is answered on the board, all legal moves are clickable.

    ``rules`` and ``position`` (None where nothing is asked any more) check moves; the texts and the view travel.
    """

    rules: Game[Any, Any]
    options: dict[str, Any]
    position: Any
    text: str
    view: dict[str, Any]
    last: dict[str, Any] | None = None
    """The move that led here in the game that it is from: ``seat`` as it is called, ``text`` and ``effect``."""

    @classmethod
    def at(cls, rules: Game[Any, Any], options: Mapping[str, Any], position: Any) -> Board:
        """The board of a position as the seat to move sees it."""
        view = rules.view(position, None if rules.returns(position) is not None else rules.to_move(position))
        return cls(rules, dict(options), position, rules.position_text(position), view)

    @property
    def mover(self) -> str:
        """What the seat to move is called."""
        return self.rules.spec.seat_name(self.view["to_move"])

    @property
    def picture(self) -> str:
        """The board as lines of text; of a tree the numbers that its view has, and no others."""
        if not is_tree(self.view):
            return self.rules.picture(self.position)
        return lined(*_tree_lines(self), _("{seat} to move.", seat=self.mover))

    def as_json(self) -> dict[str, Any]:
        """The fields ``game``, ``options``, ``position`` and ``view``."""
        return {"game": self.rules.spec.id, "options": self.options, "position": self.text, "view": self.view}


@dataclass(frozen=True)
class Answer:
    """What is right: all right texts (empty: nothing was), the one that is shown, its label, and why; and ``parts`` of
    the point, between 0 and 1, that other texts keep."""

    right: frozenset[str]
    text: str | None
    label: str
    why: str = ""
    parts: Mapping[str, float] = field(default_factory=dict)
    steps: Sequence[dict[str, str]] = ()

    @classmethod
    def any_of(cls, labels: Mapping[str, str], why: str = "") -> Answer | None:
        """Each of these texts is right, given with what people read for it; None where there are none."""
        if not labels:
            return None
        label, *rest = labels.values()
        for each in rest:
            label = _("{several} or {one}", several=label, one=each)
        return cls(frozenset(labels), next(iter(labels)), label, why)

    def as_json(self) -> dict[str, Any]:
        """As in ``answer``."""
        told = {"text": self.text, "label": self.label, "why": self.why, "right": sorted(self.right)}
        return {**told, "parts": dict(self.parts), "steps": list(self.steps)}


@dataclass
class Question:
    """One question. ``answers`` has the normal text of each student's answer by the student's key.

    ``answer`` is None while a search is still at it (``thinking``) or where nothing is right. Answers in free words
    (``text``) are shown to nobody but the teacher, who sorts them: ``heaps`` has the heap's name by what is answered.
    Of a tree whose ``value`` is asked for the numbers of the leaves alone are shown; of one to ``fill`` in, letters in
    their place, and with ``cuts`` its branches may be crossed out.
    """

    kind: Kind
    prompt: str
    board: Board | None = None
    stage: str | None = None
    choices: tuple[Option, ...] = ()
    source: dict[str, Any] | None = None
    answer: Answer | None = None
    thinking: bool = False
    state: Literal["open", "closed", "revealed"] = "open"
    ends: float | None = None
    left: float | None = None
    id: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    graded: bool = False
    heaps: dict[str, str] = field(default_factory=dict)
    cuts: bool = False
    _known: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind == "value" and self.board is not None:
            self.board = replace(self.board, view=leaves_only(self.board.view))
        if self.kind == "fill" and self.board is not None:
            self.board = replace(self.board, view=filling.lettered(self.board.view))

    @cached_property
    def _tree(self) -> filling.Tree:
        """The tree that is filled in."""
        assert self.board is not None
        return filling.Tree.of(self.board.view)

    @cached_property
    def _first_wrong(self) -> Callable[[str], tuple[int, str, str]]:
        """``filling.first_wrong`` of an answer's text, found once for each."""
        assert self.answer is not None
        return lru_cache(_MOST_KNOWN)(partial(filling.first_wrong, steps=self.answer.steps))

    def normal(self, given: str) -> str:
        """The normal text of an answer; raises ``BadAnswer`` or the refusal of a move."""
        if self.choices:
            if given not in {option.text for option in self.choices}:
                raise BadAnswer(_("That is none of the answers to choose from."))
            return given
        if self.kind == "value":
            return read_number(given)
        if self.kind == "fill":
            return filling.normal(given, self._tree)
        if self.kind == "text":
            if not line(given):
                raise BadAnswer(_("Please write a word or two."))
            return line(given)
        if self.board is None or self.board.position is None:
            raise BadAnswer(_("This question has nothing to choose from."))
        known = self._known.get(given)
        if known is None:
            rules, position = self.board.rules, self.board.position
            known = rules.move_text(position, rules.require(position, given))
            if len(self._known) < _MOST_KNOWN:
                self._known[given] = known
        return known

    def label(self, text: str) -> str:
        """What people read for an answer's text."""
        if self.kind == "value" and not self.choices:
            return number_label(text)
        if self.kind == "fill":
            return filling.told(text, self._tree)
        return next((option.label for option in self.choices if option.text == text), text)

    def correct(self, text: str) -> bool | None:
        """Whether an answer is right; None where nothing is right or wrong, or nobody knows yet."""
        if self.answer is None or not self.answer.right:
            return None
        if self.kind == "value" and not self.choices:
            return any(is_said(text, right) for right in self.answer.right)
        if self.kind == "fill":
            return not self._first_wrong(text)[0]
        if self.kind == "text":
            heap = self.heaps.get(_same(text))
            return None if heap is None else heap in self.answer.right
        return text in self.answer.right

    def part(self, text: str) -> float | None:
        """What part of the point an answer is worth, from 0 to 1; None where ``correct`` is."""
        correct = self.correct(text)
        if self.answer is None or correct is None:
            return None
        if self.kind == "fill" and not correct:  # half of the point for half of it
            return 0.5 if 2 * self._first_wrong(text)[0] <= len(self.answer.steps) else 0.0
        return 1.0 if correct else self.answer.parts.get(text, 0.0)

    def said(self, text: str) -> str:
        """Where an answer first goes wrong, and why; "" where nothing is said of that."""
        return self._first_wrong(text)[2] if self.kind == "fill" and self.answer else ""

    def _tally_filled(self) -> list[dict[str, Any]]:
        """How many have filled in the tree; once it is revealed, by the place where they first go wrong."""
        if self.state != "revealed" or self.answer is None:
            return [{"text": "", "label": _("filled in"), "count": len(self.answers)}] if self.answers else []
        wrong = Counter(self._first_wrong(text)[1] for text in self.answers.values())
        rows = [(label, _("first wrong: {label}", label=label), n) for label, n in wrong.most_common() if label]
        all_right = [(self.answer.text, _("all right"), wrong[""])]
        return [{"text": text, "label": label, "count": n} for text, label, n in [*all_right, *rows]]

    def tally(self) -> list[dict[str, Any]]:
        """How often each answer was given, most first; of choices all, of others those that were given, of free words
        the heaps, and last what lies on none."""
        if self.kind == "fill":
            return self._tally_filled()
        if self.kind == "text":
            heaps = Counter(dict.fromkeys(self.heaps.values(), 0) | ({NO_HEAP: 0} if self.answers else {}))
            heaps.update(self.heaps.get(_same(text), NO_HEAP) for text in self.answers.values())
            ranked = sorted(heaps, key=lambda name: (name == NO_HEAP, -heaps[name]))
            rows = [(name, _("not sorted yet") if name == NO_HEAP else name, heaps[name]) for name in ranked]
            return [{"text": text, "label": label, "count": n} for text, label, n in rows if n or text != NO_HEAP]
        counts = Counter(self.answers.values())
        texts = [option.text for option in self.choices] or sorted(counts)
        ranked = sorted(texts, key=lambda text: -counts[text])
        return [{"text": text, "label": self.label(text), "count": counts[text]} for text in ranked]

    def in_words(self) -> list[dict[str, Any]]:
        """For the teacher: what was answered in free words, most frequent first, each with its count and its heap."""
        counts, written = Counter(map(_same, self.answers.values())), {_same(t): t for t in self.answers.values()}
        return [{"text": written[each], "count": n, "heap": self.heaps.get(each)} for each, n in counts.most_common()]

    def sort(self, text: str, heap: str) -> None:
        """Put an answer in free words on a heap, or with "" on none; raises ``Malformed``."""
        if self.kind != "text":
            raise Malformed(_("Only answers in free words are sorted."))
        if not heap:
            self.heaps.pop(_same(text), None)
            return
        if heap not in self.heaps.values() and len(set(self.heaps.values())) >= MOST_HEAPS:
            raise Malformed(_("Answers are sorted on at most {most_heaps} heaps.", most_heaps=MOST_HEAPS))
        self.heaps[_same(text)] = heap

    def as_json(self, show_tally: bool) -> dict[str, Any]:
        """The question as everybody may see it."""
        board: dict[str, Any] = {"game": None, "options": None, "position": None, "view": None}
        if self.board is not None:
            board = self.board.as_json()
            board |= {"last": self.board.last, "mover": self.board.mover if self.kind == "move" else ""}
            board["position"] = None if self.kind in ("value", "fill") and is_tree(self.board.view) else self.board.text
        revealed = self.state == "revealed"
        fills = self.kind == "fill" and self.board is not None
        return {
            "id": self.id,
            "kind": self.kind,
            "prompt": self.prompt,
            **board,
            "stage": self.stage,
            "choices": [option.as_json() for option in self.choices] or None,
            "blanks": filling.blanks(self._tree, self.cuts) if fills else None,
            "state": self.state,
            "ends": self.ends,
            "left": self.left,
            "answers": len(self.answers),
            "tally": self.tally() if show_tally or revealed else None,
            "answer": self.answer.as_json() if revealed and self.answer is not None else None,
            "thinking": self.thinking,
            "source": self.source,
        }


def fill_in(board: Board, cuts: bool, prompt: str = "", why: str = "") -> Question:
    """The question for a whole tree; raises ``NothingToAsk`` where there is none, or it is too large."""
    if not is_tree(board.view):
        raise NothingToAsk(_("Only a decision tree can be filled in."))
    if len(board.view["nodes"]) > filling.LARGEST:
        raise NothingToAsk(_("A tree to fill in has at most {most} nodes.", most=filling.LARGEST))
    tree = filling.Tree.of(board.view)
    steps = filling.solution(board.rules, board.position, cuts)
    written = " ".join(step["text"] for step in steps)
    if len(written) > filling.LONGEST:
        raise NothingToAsk(_("There is too much to fill in; give a smaller tree."))
    text = filling.normal(written, tree)
    label = filling.told(text, tree)
    usual = _("Fill in the tree as alpha-beta goes through it: what each node is worth, and which branches are cut.")
    words = prompt or (usual if cuts else _("Fill in what each node is worth, if both sides play as well as they can."))
    answer = Answer(frozenset({text}), text, label, why, steps=steps)
    return Question("fill", words, board, answer=answer, cuts=cuts)


def read_choices(message: Mapping[str, Any]) -> tuple[Option, ...]:
    """The field ``choices``: a list of texts, or of ``{"text", "label"}``; raises a refusal."""
    given = message.get("choices")
    if not isinstance(given, list) or not 2 <= len(given) <= MOST_CHOICES:
        raise Malformed(_("The choices are a list of 2 to {most_choices} answers.", most_choices=MOST_CHOICES))
    options = []
    for place, each in enumerate(given):
        fields = each if isinstance(each, Mapping) else {"label": each}
        label = reading.a_text(fields, "label", LONGEST_ANSWER, required=True)
        options.append(Option(reading.a_text(fields, "text", LONGEST_ANSWER) or str(place), line(label)))
    if len({option.text for option in options}) < len(options):
        raise Malformed(_("The choices have different texts."))
    return tuple(options)


def leaves_only(view: dict[str, Any]) -> dict[str, Any]:
    """The view of a tree with the numbers of its leaves alone: the others are asked for, and its text has them too.
    Other views as they are."""
    if not is_tree(view):
        return view
    nodes = view["nodes"]
    parents = {node[0] for node in nodes}
    return {
        **view,
        "text": "",
        "moves": [{**move, "value": move["value"] if move["leaf"] else ""} for move in view["moves"]],
        "nodes": [[*node[:2], "" if row in parents else node[2], *node[3:]] for row, node in enumerate(nodes)],
    }


def is_tree(view: Mapping[str, Any]) -> bool:
    """Whether a view is a tree with its numbers."""
    return isinstance(view.get("nodes"), list) and isinstance(view.get("path"), list | tuple)


def _tree_lines(board: Board) -> list[str]:
    """A tree with a line for each node, children below and to the right of their parent; a long one is cut."""
    nodes, lines = board.view["nodes"], list[str]()
    below: dict[int, list[int]] = {}
    for row, node in enumerate(nodes):
        below.setdefault(node[0], []).append(row)
    waiting = [(0, 0)]
    while waiting and len(lines) < _MOST_LINES:
        row, depth = waiting.pop()
        _parent, side, value, *chance = nodes[row]
        who = ""
        if row in below:
            who = _("chance decides") if side == _CHANCE else board.rules.spec.seat_name(side)
        here = "<" if row and row == board.view["node"] else ""
        words = lined(*filter(None, (*chance, who, str(value), here)), between=" ")
        lines.append(lined("    " * depth, words, between=""))
        waiting += [(child, depth + 1) for child in reversed(below.get(row, []))]
    return [*lines, "…"] if waiting else lines


def _same(text: str) -> str:
    """What answers in free words have in common that differ by capitals or the full stop only."""
    return text.casefold().rstrip(".!? ")


def line(text: str) -> str:
    """A text of the teacher on one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


LONGEST_CAPTION, LONGEST_LINK = 300, 12_000
WELCOME: dict[str, Any] = {"kind": "welcome"}


def read_scene(message: Mapping[str, Any], lobby: Lobby) -> dict[str, Any]:
    """The scene that a teacher's message asks for, as it travels; raises a refusal."""
    scene = reading.an_object(message.get("scene"))
    kind = reading.a_text(scene, "kind", 20, required=True)
    caption = line(reading.a_text(scene, "caption", LONGEST_CAPTION))
    if kind == "welcome":
        return WELCOME
    if kind == "position":
        return {"kind": kind, **read_board(scene).as_json(), "caption": caption}
    if kind == "stage":
        return {"kind": kind, "link": read_link(scene, "link", required=True), "caption": caption}
    if kind == "game":
        game_id = reading.a_text(scene, "id", 64, required=True)
        lobby.snapshot(game_id)
        return {"kind": kind, "id": game_id, "caption": caption}
    raise Malformed(_("A scene’s kind is welcome, position, stage or game."))


def read_board(message: Mapping[str, Any]) -> Board:
    """The position in ``game``, ``options``, ``position``, ``moves`` or ``record``; raises a refusal."""
    read = read_position(message, looked_at=True)
    return Board.at(read.rules, read.options, read.position)


def read_link(message: Mapping[str, Any], name: str, required: bool = False) -> str:
    """An address of the lab on this server; raises ``Malformed``."""
    link = reading.a_text(message, name, LONGEST_LINK, required)
    if link and not (link.startswith("/lab#") and link.isprintable() and " " not in link):
        raise Malformed(_("A stage is an address of the lab on this server, which begins with /lab#."))
    return link
