"""Competitions inside a server: hand-ins are seen to, events run beside them, pause, and go on after a restart."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import registration
from plyground.competitions.running import events as events_module
from plyground.competitions.running import service as service_module
from plyground.competitions.running.competition_runner import _PRIORITY, CompetitionRunner, run_lock
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.core.refusals import AlreadyBegun, BeingRun, CannotPlay, NoCluster, NotBegun, StorageFailed
from plyground.jobs.requests import Priority
from plyground.sandbox.contract import NoSandbox
from tests.competitions.events import Deciders, by_seed, make, open_store
from tests.waiting import until


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CompetitionStore]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


class Gated(Deciders):
    """Players that decide one game for each time the gate is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Semaphore(0)
        self.closed = False

    def play(self, games: Any, finished: Any, priority: int = 0) -> None:
        for game, task in games:
            while not self.gate.acquire(timeout=0.05):
                if self.closed:
                    raise RuntimeError("the workers are gone")
            self.given.append(game)
            finished(game, by_seed(task))

    def show(self, task: Any, given_up: Any) -> bool:
        raise NotImplementedError

    def call_one(self, function: str, arguments: Mapping[str, Any], patience: float) -> Mapping[str, Any]:
        raise NotImplementedError

    def play_one(self, task: Mapping[str, Any], bundles: Any, patience: float) -> Mapping[str, Any]:
        return {"task": task, "bundles": bundles}

    def close(self) -> None:
        self.closed = True


def sandbox() -> str:
    return "none"


def test_what_is_handed_in_is_validated_and_climbs(store: CompetitionStore) -> None:
    made, players = make(store, bots=2), Gated()
    service = CompetitionService(store, lambda: players, sandbox, ladder_games=4)
    service.start()
    entry = registration.register(store, made.id, "new")
    version = store.add_version(entry.id, {"kind": "upload", "content": "x", "command": None}, 5)
    service.submitted(made.id)
    players.gate.release(1000)
    until(lambda: store.versions(made.id)[version.id].admission == "validated")
    until(lambda: len(store.games(made.id, ["ladder"])) == 12)
    until(lambda: all(game.result for game in store.games(made.id)))
    service.close()
    assert players.closed
    assert service.problem(made.id) is None


def test_an_event_runs_pauses_and_goes_on(store: CompetitionStore) -> None:
    made, players = make(store, bots=4), Gated()
    service = CompetitionService(store, lambda: players, sandbox)
    service.start()
    service.run_event(made.id)
    with pytest.raises(AlreadyBegun):
        service.run_event(made.id)
    players.gate.release(3)
    until(lambda: (progress := service.progress(made.id)) is not None and progress.done == 3)
    service.pause_event(made.id)
    players.gate.release(1)
    until(lambda: not service.runs(made.id))
    assert len(players.given) == 4
    service.run_event(made.id)
    players.gate.release(100)
    until(lambda: store.get(made.id).state == "finished")
    assert len(players.given) == len(set(players.given)) == 12
    until(lambda: not service.runs(made.id))
    with pytest.raises(AlreadyBegun):
        service.run_event(made.id)
    service.close()


def test_an_event_waits_for_a_full_disk_and_goes_on(store: CompetitionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    made, players = make(store, bots=3), Gated()
    monkeypatch.setattr(events_module, "_AGAIN_SECONDS", 0.05)
    service, full, write = CompetitionService(store, lambda: players, sandbox), threading.Event(), store.database.write

    def refusing(work: Any) -> Any:
        if full.is_set():
            raise StorageFailed("The disk of the database is full.")
        return write(work)

    monkeypatch.setattr(store.database, "write", refusing)
    service.start()
    service.run_event(made.id)
    players.gate.release(2)
    until(lambda: sum(game.result is not None for game in store.games(made.id)) == 2)
    full.set()
    players.gate.release(100)
    until(lambda: not service.runs(made.id))
    assert "goes on by itself once it can. The disk of the database is full." in str(service.problem(made.id))
    assert store.get(made.id).state == "running"
    full.clear()
    until(lambda: store.get(made.id).state == "finished")
    until(lambda: service.problem(made.id) is None)
    assert sum(game.result is not None for game in store.games(made.id)) == 6
    service.close()


def test_a_worker_without_room_for_files_stops_the_event_and_blames_no_game(store: CompetitionStore) -> None:
    made = make(store, bots=3)
    fault = {"status": "server_fault", "sentence": "", "fault": "OSError: [Errno 28] No space left on device: '/tmp/x'"}
    with pytest.raises(StorageFailed, match="disk of the server is full"):
        CompetitionRunner(store, made.id, Deciders(lambda task: fault), "none").run_event()
    assert {game.attempts for game in store.games(made.id)} == {0}


def test_an_event_goes_on_when_the_server_starts_again(store: CompetitionStore) -> None:
    made, players = make(store, bots=3), Gated()
    service = CompetitionService(store, lambda: players, sandbox)
    service.start()
    service.run_event(made.id)
    players.gate.release(2)
    until(lambda: len(players.given) == 2)
    service.close()
    assert not service.runs(made.id)
    others = Gated()
    others.gate.release(100)
    again = CompetitionService(store, lambda: others, sandbox)
    again.start()
    until(lambda: store.get(made.id).state == "finished")
    again.close()
    assert len(set(players.given) & set(others.given)) == 0
    assert len(players.given) + len(others.given) == 6


def test_a_final_waits_for_the_teacher_also_after_a_restart(store: CompetitionStore) -> None:
    made, players = make(store, bots=3, final=2, final_waits=True), Gated()
    players.gate.release(1000)
    service = CompetitionService(store, lambda: players, sandbox)
    service.start()
    with pytest.raises(NotBegun):
        service.run_final(made.id)
    service.run_event(made.id)
    until(lambda: not service.runs(made.id))
    progress = service.progress(made.id)
    assert progress is not None
    assert progress.waits
    service.close()
    again = CompetitionService(store, lambda: others, sandbox)
    others = Gated()
    again.start()
    assert not again.runs(made.id)
    again.run_final(made.id)
    others.gate.release(1)
    until(lambda: others.given)
    again.close()
    last = CompetitionService(store, lambda: final, sandbox)
    final = Gated()
    final.gate.release(1000)
    last.start()
    until(lambda: store.get(made.id).state == "finished")
    last.close()
    assert len(players.given) == 6
    assert len(others.given) == 1


def test_without_a_sandbox_the_reason_is_told_and_all_else_works(store: CompetitionStore) -> None:
    def none() -> str:
        raise NoSandbox("Install bubblewrap.")

    players = Gated()
    players.gate.release(1000)
    service = CompetitionService(store, lambda: players, none)
    service.start()
    plain, made = make(store, bots=2), make(store, bots=2)
    entry = registration.register(store, made.id, "new")
    store.add_version(entry.id, {"kind": "upload", "content": "x", "command": None}, 5)
    service.submitted(made.id)
    until(lambda: service.problem(made.id))
    assert service.problem(made.id) == "Install bubblewrap."
    service.run_event(plain.id)
    until(lambda: store.get(plain.id).state == "finished")
    service.close()


def test_a_failure_of_our_own_is_told_without_its_details(store: CompetitionStore) -> None:
    class Broken(Gated):
        def play(self, games: Any, finished: Callable[[str, Mapping[str, Any]], None], priority: int = 0) -> None:
            raise OSError("disk")

    made = make(store, bots=2)
    service = CompetitionService(store, Broken, sandbox)
    service.start()
    service.run_event(made.id)
    until(lambda: service.problem(made.id))
    assert service.problem(made.id) == "Something of the server's own failed; its log says what."
    service.close()


def test_a_game_is_tried_out_in_the_sandbox_and_nothing_is_kept(store: CompetitionStore) -> None:
    service = CompetitionService(store, Gated, sandbox)
    with pytest.raises(NoSandbox, match="still being tried"):
        service.try_out({"id": "t"}, {})
    service.start()
    tried = service.try_out({"id": "t"}, {"x": {"bot.py": (b"", False)}})
    assert tried["task"] == {"id": "t", "confinement": "none"}
    assert tried["bundles"] == {"x": {"bot.py": (b"", False)}}
    assert min(_PRIORITY.values()) > Priority.TRY
    assert store.all() == []
    service.close()
    with pytest.raises(CannotPlay):
        service.try_out({"id": "t"}, {})


def test_without_a_sandbox_nothing_is_tried_out(store: CompetitionStore) -> None:
    def none() -> str:
        raise NoSandbox("Install bubblewrap.")

    service = CompetitionService(store, Gated, none)
    service.start()
    assert service.sandbox.problem() == "Install bubblewrap."
    with pytest.raises(NoSandbox, match="Install bubblewrap"):
        service.try_out({"id": "t"}, {})
    service.close()


def test_people_who_ask_do_not_wait_while_workers_are_started(store: CompetitionStore) -> None:
    starting, go = threading.Event(), threading.Event()

    def slowly() -> Gated:
        starting.set()
        assert go.wait(20)
        return Gated()

    service = CompetitionService(store, slowly, sandbox)
    service.start()
    asked = threading.Thread(target=lambda: service.try_out({"id": "t"}, {}))
    asked.start()
    assert starting.wait(20)
    service.submitted(make(store, bots=2).id)
    assert not service.runs("nothing")
    go.set()
    asked.join(20)
    assert not asked.is_alive()
    service.close()


def test_a_newcomer_does_not_wait_for_the_ladder_nor_the_event(store: CompetitionStore) -> None:
    class Slow(Gated):
        def play(self, games: Any, finished: Any, priority: int = 0) -> None:
            for game, task in games:
                while "-v-" not in game and not self.gate.acquire(timeout=0.02):
                    if self.closed:
                        return
                self.given.append(game)
                finished(game, by_seed(task))

    made, players = make(store, bots=3), Slow()
    service = CompetitionService(store, lambda: players, sandbox, ladder_games=2)
    service.start()
    service.submitted(made.id)
    until(lambda: store.games(made.id, ["ladder"]))
    version = store.add_version(registration.register(store, made.id, "new").id, {"kind": "upload", "content": "x"}, 5)
    service.submitted(made.id)
    until(lambda: store.versions(made.id)[version.id].admission == "validated")
    service.run_event(made.id)
    late = store.add_version(version.entry, {"kind": "upload", "content": "y"}, 5)
    service.submitted(made.id)
    until(lambda: store.versions(made.id)[late.id].admission == "validated")
    players.gate.release(10_000)
    until(lambda: store.get(made.id).state == "finished")
    event = [number for number, game in enumerate(players.given) if game.startswith(f"{made.id}-e")]
    ladder = [game for game in players.given[: event[-1]] if game.startswith(f"{made.id}-l-")]
    assert len(ladder) <= 2  # it waits while the event is played
    until(lambda: service.progress(made.id, "ladder") and len(store.games(made.id, ["ladder"])) >= 8)
    service.close()


def test_whoever_is_taken_back_while_others_are_validated_is_validated_too(
    store: CompetitionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, players = make(store, bots=1), Gated()
    entry = registration.register(store, made.id, "new")
    version = store.add_version(entry.id, {"kind": "upload", "content": "x", "command": None}, 5)
    store.set_excluded(entry.id, True)
    validate = CompetitionRunner.validate

    def and_taken_back(runner: CompetitionRunner, only: list[str]) -> list[Any]:
        decided = validate(runner, only)
        store.set_excluded(entry.id, False)
        return decided

    monkeypatch.setattr(CompetitionRunner, "validate", and_taken_back)
    service = CompetitionService(store, lambda: players, sandbox)
    players.gate.release(1000)
    service.start()
    until(lambda: store.versions(made.id)[version.id].admission == "validated")
    service.close()


def test_what_another_process_runs_is_not_deleted(store: CompetitionStore) -> None:
    made = make(store, bots=2)
    service = CompetitionService(store, Gated, sandbox)
    with run_lock(made.id), pytest.raises(BeingRun):
        service.delete(made.id)
    service.delete(made.id)
    assert store.all() == []


def test_what_could_not_be_validated_is_tried_again(store: CompetitionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    class Away(Gated):
        """Workers that are not there at first."""

        def play(self, games: Any, finished: Callable[[str, Mapping[str, Any]], None], priority: int = 0) -> None:
            if not self.given:
                self.given.append("asked")
                raise NoCluster("The workers did not start.")
            super().play(games, finished, priority)

    monkeypatch.setattr(service_module, "AGAIN_SECONDS", 0.05)
    made, players = make(store, bots=0), Away()
    players.gate.release(100)
    entry = registration.register(store, made.id, "new")
    version = store.add_version(entry.id, {"kind": "upload", "content": "x", "command": None}, 5)
    service = CompetitionService(store, lambda: players, sandbox)
    service.start()
    until(lambda: store.versions(made.id)[version.id].admission == "validated")
    until(lambda: service.problem(made.id) is None)
    service.close()
