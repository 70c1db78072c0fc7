"""Learnt weights: one file beside a bot, as large as its competition says, opened by its name in every language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import administration, registration
from plyground.competitions.languages import table
from plyground.competitions.presentation import profile
from plyground.competitions.running import tasks
from plyground.competitions.store import CompetitionStore, Entry
from plyground.competitions.submissions import files, making, unpacking, weights
from plyground.core.refusals import BadUpload, UploadTooLarge, WeightsTooLarge
from plyground.sandbox.probe import choose
from tests.competitions.events import open_store

MEGABYTE = 1024 * 1024
READERS = {
    "python": b"""
import json
WEIGHTS = json.load(open("weights.json"))
def make_move(random, time, configuration, state):
    print("weights", *WEIGHTS)
    return state.moves[WEIGHTS[0]]
""",
    "c": b"""
#include <stdio.h>
#include <string.h>
static char line[70000], move[9];
int main(void) {
    int first = 9, second = 9;
    FILE *file = fopen("weights.json", "r");
    if (file && fscanf(file, "[%d, %d]", &first, &second) == 2) fprintf(stderr, "weights %d %d\\n", first, second);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\\"start\\":")) puts("{\\"ready\\":true}");
        else if (strstr(line, "\\"turn\\":")) {
            sscanf(strstr(line, "\\"legal\\":[\\"") + 10, "%8[^\\"]", move);
            printf("{\\"move\\":\\"%s\\"}\\n", move);
        } else break;
        fflush(stdout);
    }
    return 0;
}
""",
    "javascript": b"""
const [first, second] = JSON.parse(require("fs").readFileSync("weights.json", "utf8"));
console.error("weights", first, second);
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { start, turn } = JSON.parse(line);
    if (start) console.log(JSON.stringify({ ready: true }));
    else if (turn) console.log(JSON.stringify({ move: turn.legal[first] }));
    else process.exit(0);
});
""",
}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompetitionStore]:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def entered(store: CompetitionStore, **settings: Any) -> Entry:
    return registration.register(store, administration.make(store, "Cup", "othello", {"size": "4"}, settings).id)


def with_weights(size: int, name: str = "weights.bin", bot: int = 4) -> dict[str, tuple[bytes, bool]]:
    return {"bot.py": (b"def make_move(*given): 1\n" + bytes([32]) * bot, False), name: (bytes(size), False)}


@pytest.mark.parametrize("language", READERS)
def test_a_bot_opens_its_weights_by_their_name(store: CompetitionStore, language: str) -> None:
    found = table.language(language)
    given = unpacking.unpack(f"mine{found.suffixes[0]}", READERS[language])
    given = unpacking.with_weights(given, "Trained (2).JSON", b"[0, 7]")
    version = registration.submit_files(store, entered(store), given)
    own = {**version.bot, "kind": "upload"}
    record = tasks.play(
        {
            "id": "g", "game": "othello", "options": {"size": "4"}, "seed": 1,
            "clock": {"base": 30.0, "increment": 1.0},
            "entrants": [own, {"kind": "built_in", "bot": "random"}], "confinement": choose().name,
        }
    )  # fmt: skip
    assert [each["code"] for each in record["verdicts"]] == ["fair", "fair"], record
    assert "weights 0 7" in record["logs"][0]


def test_they_may_be_as_large_as_the_competition_says(store: CompetitionStore) -> None:
    small, none = entered(store, weights=1), entered(store, weights=0)
    with pytest.raises(WeightsTooLarge, match=r"weights\.bin have 1\.5 MB; at most 1 MB"):
        registration.submit_files(store, small, with_weights(3 * MEGABYTE // 2))
    with pytest.raises(WeightsTooLarge, match=r"takes no learnt weights, and weights\.npz holds some"):
        registration.submit_files(store, none, with_weights(10, "weights.npz"))
    version = registration.submit_files(store, small, with_weights(MEGABYTE))
    assert version.bot["weights"] == {"name": "weights.bin", "bytes": MEGABYTE}
    shown = profile.profile(store, small.competition, small.id)["versions"]
    assert [each["weights"] for each in shown] == [version.bot["weights"]]
    assert len(files.kept(version.bot["content"])["weights.bin"][0]) == MEGABYTE
    assert version.tokens == registration.submit_files(store, none, {"bot.py": with_weights(0)["bot.py"]}).tokens


def test_they_count_beside_the_bots_own_bytes() -> None:
    largest = with_weights(unpacking.MOST_WEIGHTS, bot=unpacking.MOST_BYTES - 100)
    assert weights.name(unpacking.with_weights(largest, "w.bin", largest["weights.bin"][0])) == "weights.bin"
    with pytest.raises(WeightsTooLarge):
        unpacking.with_weights(largest, "w.bin", bytes(unpacking.MOST_WEIGHTS + 1))
    with pytest.raises(UploadTooLarge):
        unpacking.with_weights(with_weights(1, bot=unpacking.MOST_BYTES), "w.bin", b"1")


def test_there_is_one_file_of_them() -> None:
    both = with_weights(1) | with_weights(1, "weights.npz")
    with pytest.raises(BadUpload, match=r"here are weights\.bin, weights\.npz"):
        weights.insist(both, 5)
    assert weights.name(unpacking.with_weights(both, "new.json", b"[]")) == "weights.json", "new ones replace them"
    assert weights.name({"weights.py": (b"", False), "inner/weights.bin": (b"", False)}) is None
    assert making.made(with_weights(3)).files.keys() == {"bot.py", "weights.bin"}
