"""Bots that misbehave, each in its own way, and the verdict that each has earned. They play Crazy Camel."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
VERDICTS: dict[str, tuple[str, int | None]] = {
    "crash_at_init": ("crash", 0),
    "crash_at_move_3": ("crash", 3),
    "endless_loop": ("time", 1),
    "endless_start": ("time", 0),
    "exit": ("silent", 2),
    "file_reading": ("crash", 1),
    "flood": ("output", 1),
    "flood_answers": ("output", 1),
    "fork": ("crash", 1),
    "illegal": ("illegal", 2),
    "late": ("time", 2),
    "lying": ("fair", None),
    "memory": ("memory", 1),
    "network": ("crash", 1),
    "no_answer": ("illegal", 1),
    "nothing_defined": ("protocol", 0),
    "silent": ("silent", 0),
    "tries_and_plays": ("fair", None),
    "two_moves": ("protocol", 2),
}
"""Each rogue by its file's name, with its verdict and the number of its own move at which it falls."""
DANGEROUS = {"flood", "fork", "memory", "file_reading", "network", "tries_and_plays"}
"""Those that are run in a sandbox only: without one they would do what they try."""
