"""Words are counted and mixed alike, interpreted and compiled."""

from __future__ import annotations

import random

import numpy as np
from numba import njit

from plyground.core.bits import count_ones, mixed, product

_compiled_product = njit(lambda word, factor: product(word, factor))
_compiled_mixed = njit(lambda word: mixed(word))


def test_products_wrap_round_alike() -> None:
    rng = random.Random(1)
    for _ in range(50):
        word, factor = np.uint64(rng.getrandbits(64)), np.uint64(rng.getrandbits(64))
        assert int(product(word, factor)) == int(word) * int(factor) % 2**64 == int(_compiled_product(word, factor))
        assert type(product(word, factor)) is np.uint64
        assert int(mixed(word)) == int(_compiled_mixed(word))


def test_mixed_words_differ_in_about_half_of_their_bits() -> None:
    changed = [
        count_ones(mixed(np.uint64(word)) ^ mixed(np.uint64(word ^ (1 << bit))))
        for word in range(0, 2**20, 2**15)
        for bit in range(64)
    ]
    assert 30 < sum(changed) / len(changed) < 34
    assert min(changed) > 8
    assert len({int(mixed(np.uint64(word))) for word in range(5000)}) == 5000
