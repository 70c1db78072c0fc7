"""An event in which some bots misbehave: each has its verdict in every game, and nobody else's game is touched."""

from __future__ import annotations

from pathlib import Path

from game.competitions import counting, entering, tasks, templates, unpacking
from game.competitions.conductor import Conductor
from game.competitions.sandbox import probe
from tests.competitions.events import Deciders, make, open_store
from tests.competitions.rogues import FOLDER, VERDICTS

ROGUES = ("crash_at_init", "flood", "fork", "illegal", "network")


def test_an_event_with_rogues_ends_with_a_right_table(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    options = {"board_width": 5, "board_height": 5, "starting_camels": 3}
    made = make(store, bots=2, options=options, clock={"base": 60, "increment": 1}, ladder_clock={"base": 60})
    source = templates.source("camel")
    assert source is not None
    good, _ = entering.enter_with(store, made.id, unpacking.unpack("bot.py", source.encode()), "template")
    for rogue in ROGUES:
        _, version = entering.enter_with(store, made.id, unpacking.read(FOLDER / f"{rogue}.py"), rogue)
        store.set_admission(version.id, "admitted")
    conductor = Conductor(store, made.id, Deciders(tasks.play), probe.choose().name)
    assert [version.admission for version in conductor.validate()] == ["validated"]
    conductor.run_event()
    entries, versions = store.entries(made.id), store.versions(made.id)
    names = {version.id: entry.alias for entry in entries for version in versions.values() if version.entry == entry.id}
    games = store.games(made.id, ["event"])
    assert len(games) == 56
    for game in games:
        assert game.result is not None
        codes = {names[one]: code for one, code in zip(game.entrants, game.result["verdicts"], strict=True)}
        fallen = [name for name, code in codes.items() if code != "fair"]
        assert len(fallen) == (1 if set(codes) & set(ROGUES) else 0)
        for name in fallen:
            assert codes[name] == VERDICTS[name][0]
    rows = counting.standings(store.get(made.id), entries, versions, store.games(made.id))["standings"]
    assert {row["name"] for row in rows[:3]} == {"A", "B", good.alias}
    assert all(row["losses"] <= 4 for row in rows[:3])
    assert rows[-1]["name"] == "crash_at_init"
    assert rows[-1]["points"] == 0
    store.close()
