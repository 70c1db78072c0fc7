"""Names for bots whose owners give none: a colour and an animal."""

from __future__ import annotations

import random
from collections.abc import Collection

COLOURS = (
    "Amber", "Azure", "Black", "Blue", "Bronze", "Brown", "Copper", "Coral", "Crimson", "Cyan", "Golden", "Green",
    "Grey", "Indigo", "Ivory", "Jade", "Lilac", "Lime", "Magenta", "Olive", "Orange", "Pink", "Purple", "Red",
    "Ruby", "Scarlet", "Silver", "Teal", "Turquoise", "Violet", "White", "Yellow",
)  # fmt: skip
ANIMALS = (
    "Badger", "Bear", "Beaver", "Bison", "Crane", "Deer", "Dolphin", "Eagle", "Falcon", "Ferret", "Fox", "Gecko",
    "Heron", "Ibex", "Jackal", "Kestrel", "Kiwi", "Koala", "Lemur", "Llama", "Lynx", "Marten", "Moose", "Newt",
    "Otter", "Owl", "Panda", "Pelican", "Puffin", "Rabbit", "Raven", "Robin", "Salmon", "Seal", "Stork", "Swan",
    "Tiger", "Toad", "Walrus", "Yak",
)  # fmt: skip


def alias(taken: Collection[str], rng: random.Random) -> str:
    """A name that nobody has yet; numbered once all are taken."""
    for _ in range(1000):
        found = f"{rng.choice(COLOURS)} {rng.choice(ANIMALS)}"
        if found not in taken:
            return found
    number = 2
    while f"{found} {number}" in taken:
        number += 1
    return f"{found} {number}"
