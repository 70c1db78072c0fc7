"""The digest of what a kernel is made of changes with all that Numba compiles of it, and with nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba import njit, types

from plyground.core import compiled_calls, fingerprint, kernels, registry

SOURCE = '''
"""A module."""
import enum
import numpy as np
from functools import partial
from typing import NamedTuple
from numba import types
from numba.extending import intrinsic, overload
from plyground.core import kernels
from plyground.core.bits import count_ones

STEP = 3
TABLE = np.array([1, 2, 3])
NESTED = ((1, 2.0), "a")

class Here(NamedTuple):
    left: int
    mover: int = 0

class Elsewhere(NamedTuple):
    left: int

class Pair(NamedTuple):
    """No position: nothing is implemented for it."""
    left: int

class Colour(enum.IntEnum):
    RED = 1

@kernels.generic
def worth(position):
    """What it is worth."""

@kernels.implements(worth, Here)
def _worth_here(position):
    return position.left * 2

@kernels.implements(worth, Elsewhere)
def _worth_elsewhere(position):
    return position.left * 5

def _usual(position):
    return 11

@kernels.generic(default=_usual)
def spare(position):
    pass

def _usually_far(position):
    return 17

@kernels.generic(default=_usually_far)
def far(position):
    pass

@kernels.implements(far, Here)
def _far_here(position):
    return 18

@intrinsic
def machine(typing_context, word):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])
    return types.uint64(types.uint64), generate

def oddly(word):
    return 0

@overload(oddly)
def _choose_oddly(word):
    def implementation(word):
        return word + 41
    return implementation

def made(by):
    def inner(value):
        return value + by
    return kernels.jitable(inner)

adding = made(6)

@kernels.jitable
def helper(value, more=7):
    """Helps."""
    return value + STEP + TABLE[0] + more + NESTED[0][0] + Colour.RED  # a comment

def kernel(position):
    """A kernel."""
    far(position) + Pair(1).left
    return helper(worth(position)) + machine(np.uint64(1)) + spare(position) + adding(1) + oddly(2)

def unrelated():
    return Elsewhere(1), helper
'''
_MORE = """@kernels.implements(spare, Here)
def _spare(position):
    return 11

"""
HARMLESS = {
    "a comment": ("# a comment", "# another\n"),
    "a line": ("def kernel(position)", "\n\n\ndef kernel(position)"),
    "a docstring": ('"""A kernel."""', '"""Another docstring,\n    of two lines."""'),
    "a function that is not used": ("return Elsewhere(1), helper", "return 5"),
    "another class's rule": ("position.left * 5", "position.left * 6"),
    "a default that another class has": ("return 17", "return 19"),
    "another name": ("UNUSED", "USED"),
}
TELLING = {
    "the kernel": ("+ oddly(2)", "- oddly(2)"),
    "a constant": ("STEP = 3", "STEP = 4"),
    "a constant's type": ("STEP = 3", "STEP = 3.0"),
    "an element of an array": ("[1, 2, 3]", "[1, 2, 4]"),
    "an array's type": ("[1, 2, 3]", "[1, 2, 3], dtype=np.int16"),
    "a nested constant": ("(1, 2.0)", "(1, 2)"),
    "a default argument": ("more=7", "more=8"),
    "a member of an enumeration": ("RED = 1", "RED = 2"),
    "a rule of this class": ("position.left * 2", "position.left * 3"),
    "the default of a generic function": ("return 11", "return 12"),
    "a rule instead of the default": ("def made", _MORE + "def made"),
    "an intrinsic": ("builder.ctpop(arguments[0])", "arguments[0]"),
    "an overload": ("word + 41", "word + 42"),
    "a closure": ("made(6)", "made(5)"),
    "the fields of a position": ("mover: int = 0", "mover: int = 0\n    more: int = 1"),
    "a default of a field": ("mover: int = 0", "mover: int = 1"),
    "another class that code can make": ("+ oddly(2)", "+ oddly(2) + worth(Elsewhere(1))"),
}  # fmt: skip


def _digest(source: str, position: str = "Here") -> str:
    module = ModuleType("toy_module")
    sys.modules["toy_module"] = module
    try:
        exec(compile(source, "toy.py", "exec"), vars(module))
        fields = len(vars(module)[position]._fields)
        given = types.NamedUniTuple(types.int64, fields, vars(module)[position])
        return fingerprint.digest(njit(module.kernel), (given,), kernels._implementations)
    finally:
        del sys.modules["toy_module"]


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_what_is_not_compiled_does_not_matter(change: tuple[str, str]) -> None:
    assert _digest("UNUSED = 1\n" + SOURCE) == _digest(("UNUSED = 1\n" + SOURCE).replace(*change))


@pytest.mark.parametrize("change", TELLING.values(), ids=TELLING)
def test_what_is_compiled_matters(change: tuple[str, str]) -> None:
    assert change[0] in SOURCE
    assert _digest(SOURCE) != _digest(SOURCE.replace(*change))


def test_the_types_of_the_arguments_matter() -> None:
    assert _digest(SOURCE, "Here") != _digest(SOURCE, "Elsewhere")


def test_classes_are_told_apart_by_their_modules() -> None:
    renamed = SOURCE + "\nclass Other(Elsewhere): pass\n"
    assert _digest(renamed, "Elsewhere") == _digest(SOURCE, "Elsewhere") != _digest(renamed, "Other")


@pytest.mark.parametrize(
    "odd", ["THING = object()", "THING = open", "THING = eval", "import toy_module as THING", "THING = lambda: vars()"]
)
def test_what_cannot_be_told_is_said_so(odd: str) -> None:
    source = odd + "\n" + SOURCE.replace("+ oddly(2)", "+ oddly(2) + str(THING, THING.eval)")
    with pytest.raises(fingerprint.Untold):
        _digest(source)


def test_it_is_the_same_in_every_process_whatever_else_was_imported(tmp_path: Path) -> None:
    script = """
import sys
from plyground.core import compiled_calls, fingerprint, kernels, registry
if len(sys.argv) > 1:
    registry.bots()
    import plyground.search.teaching.searches, plyground.games.othello.knowledge.training.run
from numba import typeof
from plyground.games.othello import GAME
from plyground.games.othello.knowledge import kernels as _
from plyground.search import minimax, playouts
at = GAME.initial()
for kernel in (minimax._value, playouts._play_games, compiled_calls._play):
    print(fingerprint.digest(kernel, (typeof(at),), kernels._implementations))
"""
    environment = {"PLYGROUND_CACHE": str(tmp_path), "PATH": ""}

    def run(*words: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-c", script, *words], capture_output=True, text=True, env=environment, check=True
        )
        return done.stdout.split()

    assert len(run()) == 3
    assert run() == run("all")


def test_rules_called_from_python_are_the_same_whatever_a_process_did_before() -> None:
    position = registry.game("tree").initial()

    def made_of() -> list[str]:
        moves = np.empty(1, np.int32)
        asked = ((compiled_calls._legal_moves, moves), (compiled_calls._play, 0), (compiled_calls._outcome, 0))
        return [kernels.made_of(kernel, position, given) for kernel, given in asked]

    compiled_calls.use_compiled(False)
    before = made_of()
    compiled_calls.use_compiled(True)
    kernels.box(type(position), position)
    assert made_of() == before
