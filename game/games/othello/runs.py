"""Moves and flips of Othello in compiled code: all eight directions at once, in one vector register of eight words.

The method is that of ``plyground.games.othello.kernels`` (a run of discs is grown one, two, four and six squares),
but each lane of a vector has a direction of its own, and a step is a rotation. What a rotation carries round the end of
the word lands on a border square, and runs hold no border squares across which they could leave the board: a disc on
the border can only be flipped along the border. LLVM turns the vectors into what the processor has.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, 8)
_STEPS = (1, 9, 8, 7, 63, 55, 56, 57)
_INNER_COLUMNS, _INNER_ROWS = 0x7E7E_7E7E_7E7E_7E7E, 0x00FF_FFFF_FFFF_FF00
_INNER = (_INNER_COLUMNS, _INNER_COLUMNS & _INNER_ROWS, _INNER_ROWS, _INNER_COLUMNS & _INNER_ROWS) * 2
"""For each lane the squares whose discs can be flipped along its direction."""


def _constant(values: tuple[int, ...]) -> Any:
    return ir.Constant(_VECTOR, [ir.Constant(_WORD, value) for value in values])


def _spread(builder: Any, word: Any) -> Any:
    """A vector with ``word`` in every lane."""
    single = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), word, ir.Constant(ir.IntType(32), 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), 8), [ir.Constant(ir.IntType(32), 0)] * 8)
    return builder.shuffle_vector(single, ir.Constant(_VECTOR, ir.Undefined), lanes)


def _turned(builder: Any, vector: Any, times: int = 1) -> Any:
    """Each lane moved ``times`` squares along its direction."""
    kind = ir.FunctionType(_VECTOR, [_VECTOR, _VECTOR, _VECTOR])
    rotate = cgutils.get_or_insert_function(builder.module, kind, "llvm.fshl.v8i64")
    return builder.call(rotate, [vector, vector, _constant(tuple(times * step % 64 for step in _STEPS))])


def _union(builder: Any, vector: Any) -> Any:
    """The lanes joined by OR."""
    kind = ir.FunctionType(_WORD, [_VECTOR])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.or.v8i64"), [vector])


def _behind(builder: Any, start: Any, other: Any) -> tuple[Any, Any]:
    """The runs of ``other`` that begin beside ``start``, by lane, and the squares one step further."""
    inner = builder.and_(_spread(builder, other), _constant(_INNER))
    run = builder.and_(inner, _turned(builder, _spread(builder, start)))
    run = builder.or_(run, builder.and_(inner, _turned(builder, run)))
    pairs = builder.and_(inner, _turned(builder, inner))
    run = builder.or_(run, builder.and_(pairs, _turned(builder, run, 2)))
    run = builder.or_(run, builder.and_(pairs, _turned(builder, run, 2)))
    return run, _turned(builder, run)


@intrinsic  # type: ignore[untyped-decorator]
def reached(typing_context: Any, own: Any, other: Any) -> Any:
    """The squares just behind runs of ``other`` that begin beside ``own``; the empty ones of them are the moves."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _union(builder, _behind(builder, *arguments)[1])

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def flips(typing_context: Any, own: Any, other: Any, placed: Any) -> Any:
    """The discs of ``other`` that a disc of ``own`` on the one empty square ``placed`` flips."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own, other, placed = arguments
        run, behind = _behind(builder, placed, other)
        closing = builder.and_(behind, _spread(builder, own))
        none = ir.Constant(_VECTOR, None)
        enclosed = builder.select(builder.icmp_unsigned("!=", closing, none), run, none)
        return _union(builder, enclosed)

    return types.uint64(types.uint64, types.uint64, types.uint64), generate
