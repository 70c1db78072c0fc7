"""What is kept of a match with an engine of others, and its row in the table."""

from __future__ import annotations

import json

from tools import engine_matches

RESULT = {
    "game": "tak",
    "bots": [
        {"bot": "hare:budget=9", "wins": 1, "draws": 1, "losses": 1, "seconds_per_move": 0.1},
        {"bot": "tiltak", "wins": 1, "draws": 1, "losses": 1, "seconds_per_move": 0.04},
    ],
    "games": [
        {"reason": "rules", "ending": "Road."},
        {"reason": "failed", "ending": "Tiltak: it answered “zz”. A move is a1."},
        {"reason": "rules", "ending": "Draw."},
    ],
}


def test_a_match_is_kept_from_the_engine_s_side() -> None:
    found = engine_matches.kept(RESULT, "Tiltak 0.1.0", "TEI", "5 x 5")
    assert (found["engine"], found["against"], found["seconds_per_move"]) == ("Tiltak 0.1.0", "hare:budget=9", 0.04)
    assert found["faults"] == {"it answered “zz”": 1}
    row = engine_matches.section([found]).splitlines()[-1]
    assert row == ("| Tak, 5 x 5 | Tiltak 0.1.0 | TEI | 3 | hare:budget=9 | 1–1–1 | 0.04 | 1 × it answered “zz” |")


def test_the_table_in_the_docs_is_what_was_kept() -> None:
    lines = (engine_matches.DOCS / "engines.jsonl").read_text(encoding="utf-8").splitlines()
    matches = [json.loads(line) for line in lines]
    assert engine_matches.section(matches) in (engine_matches.DOCS / "engines.md").read_text(encoding="utf-8")
