"""Counting and mixing of 64-bit words; stands in for the program's module of this name."""

from __future__ import annotations

WORD = (1 << 64) - 1


def count_ones(word: int) -> int:
    """How many bits of the word are set."""
    return (word & WORD).bit_count()


def lowest_index(word: int) -> int:
    """The number, from 0, of the lowest set bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


def product(word: int, factor: int) -> int:
    """The low 64 bits of a product."""
    return word * factor & WORD


def mixed(word: int) -> int:
    """Another word, one for each, whose every bit hangs on many of this one's."""
    word = product(word ^ (word >> 32), 0x9E37_79B9_7F4A_7C15)
    word = product(word ^ (word >> 32), 0x9E37_79B9_7F4A_7C15)
    return word ^ (word >> 32)
