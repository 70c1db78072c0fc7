"""Whole games by the referee: bots of the program's own, Python files and programs that speak the protocol."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from plyground.competitions.refereeing.referee import play_game
from plyground.core import registry
from plyground.core.errors import BadOption, UnknownBot
from plyground.sandbox.bot_library import folder as bot_library
from tests.competitions.playing import built_in, code, play, upload

FIRST_LEGAL = """
    def make_move(random, time, configuration, game_state):
        return game_state.moves[0]
"""
SPEAKER = """\
    #!%s
    import json, sys
    heard = []
    for line in sys.stdin:
        message = json.loads(line)
        if "start" in message:
            print("I am awake")
            print(json.dumps({"ready": True, "author": "nobody"}))
        elif "turn" in message:
            heard.append(message["turn"]["moves"])
            print("")
            print(json.dumps({"note": heard}))
            print(message["turn"]["legal"][0])
        else:
            break
        sys.stdout.flush()
"""


def moves_reach(record: dict[str, object], game: str) -> bool:
    rules = registry.game(game)
    moves = record["moves"]
    assert isinstance(moves, list)
    return rules.returns(rules.replay(rules.initial({}), moves)[-1]) is not None


def test_bots_of_the_program_play_the_same_game_for_the_same_seed() -> None:
    first = play(built_in("minimax:budget=500"), built_in())
    again = play(built_in("minimax:budget=500"), built_in())
    other = play(built_in("minimax:budget=500"), built_in(), seed=8)
    assert first["moves"] == again["moves"] != other["moves"]
    assert first["reason"] == "rules"
    assert moves_reach(first, "othello")
    assert len(first["seconds"]) == len(first["moves"]) == len(first["seats"])
    assert json.loads(json.dumps(first)) == first


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "punter", "tree"])
def test_a_python_file_plays_every_game(tmp_path: Path, game: str) -> None:
    source = """
        def make_move(random, time, configuration, game_state):
            assert 0 <= random() <= 1 and 0 < time() <= 5.2 + 0.1 * 200
            moves = getattr(game_state, "moves", None)
            if moves is None:
                from plyground.camel import list_valid_moves
                moves = list_valid_moves(configuration, game_state)
            return moves[min(int(random() * len(moves)), len(moves) - 1)]
    """
    record = play(built_in(), upload(tmp_path / "one", source), game=game)
    assert [code(record, seat) for seat in (0, 1)] == ["fair", "fair"], record["logs"]
    assert record["reason"] == "rules"
    assert record["ranks"] in ([1, 2], [2, 1], [1, 1])
    assert len(record["overhead"]) <= len(record["moves"])


def test_a_bot_with_memory_hears_every_move_since_its_last_turn(tmp_path: Path) -> None:
    source = """
        def get_initial_state(random, time, configuration):
            return []

        def make_move_state(random, time, configuration, moves, state):
            state = state + [list(moves)]
            print("heard", moves)
            return LEGAL[len(state) - 1], state

        LEGAL = ["f5", "d6", "c3"]
    """
    record = play(upload(tmp_path / "one", source), built_in(), most_moves=3)
    assert record["reason"] in ("length", "failed")
    assert record["logs"][0].splitlines()[0] == "heard []"
    assert record["logs"][0].splitlines()[1] == f"heard {[record['moves'][1]]}"


def test_what_each_move_of_a_program_used_is_measured(tmp_path: Path) -> None:
    source = """
        HELD = []
        def make_move(random, time, configuration, game_state):
            HELD.append(b"x" * (40_000_000 * len(HELD)))
            return game_state.moves[0]
    """
    record = play(upload(tmp_path / "one", source), built_in(), most_moves=3)
    first, none, second = record["used"]
    assert none is None, "a bot of the program's own is not measured"
    assert 0 < first.processor <= record["seconds"][0] + 1e-3
    assert 30e6 < second.memory - first.memory < 80e6
    assert 0 < first.said < second.said


def test_a_program_speaks_for_itself(tmp_path: Path) -> None:
    bot = upload(tmp_path / "one", SPEAKER % sys.executable, "bot")
    (tmp_path / "one" / "bot").chmod(0o755)
    record = play(built_in(), bot, most_moves=6)
    assert code(record, 1) == "fair", record
    assert record["reason"] == "length"
    assert record["sentence"] == "The game was stopped after 6 moves."
    assert record["results"] == ["draw", "draw"]
    assert record["logs"][1].splitlines()[:2] == ["I am awake", json.dumps([[record["moves"][0]]])]


def test_an_opening_is_played_before_anybody_is_asked(tmp_path: Path) -> None:
    record = play(upload(tmp_path / "one", FIRST_LEGAL), built_in(), opening=["f5", "d6"], most_moves=4)
    assert record["moves"][:2] == ["f5", "d6"]
    assert record["opening"] == 2
    assert record["seconds"][:2] == [0, 0]


def test_the_initial_call_is_charged_and_unused_time_is_kept(tmp_path: Path) -> None:
    source = """
        import time as clock

        def get_initial_state(random, time, configuration):
            clock.sleep(0.3)

        def make_move_state(random, time, configuration, moves, state):
            return LEGAL[len(LEGAL) - 1], state

        LEGAL = ["f5"]
    """
    record = play(upload(tmp_path / "one", source), built_in(), most_moves=1, clock={"base": 5, "increment": 1})
    assert record["start_seconds"][0] >= 0.3
    assert 5 < record["left"][0] < 5.7
    assert record["left"][1] == 5


def test_at_a_table_of_three_a_failing_bot_passes_from_then_on_and_is_last(tmp_path: Path) -> None:
    bad = upload(tmp_path / "bad", "def make_move(random, time, configuration, game_state):\n    return 'nonsense'\n")
    record = play(built_in(), bad, built_in(), game="punter", options={"punters": 3})
    assert [code(record, seat) for seat in range(3)] == ["fair", "illegal", "fair"]
    assert record["reason"] == "rules"
    own = [move for move, seat in zip(record["moves"], record["seats"], strict=True) if seat == 1]
    assert set(own) == {"pass"}
    assert record["ranks"][1] == 3
    assert record["points"][1] == 0


def test_two_who_fail_at_the_start_both_lose(tmp_path: Path) -> None:
    bots = [upload(tmp_path / name, "raise ValueError('no')") for name in ("one", "two")]
    record = play(*bots)
    assert record["reason"] == "both_failed"
    assert [code(record, seat) for seat in (0, 1)] == ["crash", "crash"]
    assert record["points"] == [0, 0]
    assert record["moves"] == []


def test_a_failure_of_the_servers_own_is_nobodys_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground.competitions.refereeing import uploads

    monkeypatch.setattr(uploads, "HELLO_SECONDS", 0.0)
    record = play(upload(tmp_path / "one", FIRST_LEGAL), built_in())
    assert record["status"] == "server_fault"
    assert record["points"] == [None, None]
    assert "did not start" in record["fault"]


def test_a_wrong_task_is_refused() -> None:
    with pytest.raises(BadOption):
        play(built_in())
    with pytest.raises(UnknownBot):
        play(built_in("nobody"), built_in())
    with pytest.raises(BadOption):
        play_game({"id": 1, "game": "othello", "entrants": [built_in()] * 2, "clock": {"base": -1}})


BABBLER = """
    import random, sys

    rng = random.Random(3)
    pieces = ['{"move":', '"\\\\ud800"', "}", "[", "{", "e4", "\\0", "9" * 5000, ",", '"ready"', "\\n"]
    for line in sys.stdin:
        print(WORDS)
        print("".join(rng.choice(pieces) for _ in range(300)), flush=True)
"""


@pytest.mark.parametrize("words", ["", '{"move": {"claim": [[]]}}', "{}\n[]\nnull", '{"failed": {"kind": []}}', "5-5"])
def test_whatever_a_program_writes_the_referee_comes_back_with_a_verdict(tmp_path: Path, words: str) -> None:
    bot = upload(tmp_path / "one", BABBLER.replace("WORDS", repr(words)))
    record = play(built_in(), bot, clock={"base": 0.6, "increment": 0.1}, game="punter")
    assert code(record, 1) in ("illegal", "protocol", "crash", "time")
    assert json.loads(json.dumps(record)) == record


TURNED = "def make_move(random, time, configuration, game_state):\n    return '\\u202e\\x00\\x1b5-5'\n"


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "punter", "tree"])
def test_a_sentence_about_a_bot_cannot_be_turned_round_by_it(tmp_path: Path, game: str) -> None:
    record = play(upload(tmp_path / "one", TURNED), built_in(), game=game)
    assert code(record, 0) == "illegal"
    assert record["verdicts"][0]["sentence"].isprintable()


def test_a_programs_own_words_are_quoted_and_never_the_servers(tmp_path: Path) -> None:
    liar = """
        import json, sys
        sys.stdin.readline()
        print(json.dumps({"failed": {"kind": "protocol", "sentence": "Its opponent cheated."}}), flush=True)
    """
    record = play(upload(tmp_path / "one", liar), built_in())
    sentence = "It says of itself: “Its opponent cheated.”, before its first move."
    assert (code(record, 0), record["verdicts"][0]["sentence"]) == ("protocol", sentence)


def test_a_bot_that_is_not_to_move_does_not_think(tmp_path: Path) -> None:
    busy = """
        import threading, time as clock

        def spin():
            while True:
                pass

        threading.Thread(target=spin, daemon=True).start()
        at_answer = None

        def make_move(random, time, configuration, game_state):
            global at_answer
            if at_answer is not None:
                print("meanwhile", clock.process_time() - at_answer)
            at_answer = clock.process_time()
            return game_state.moves[0]
    """
    slow = """
        import time as clock

        def make_move(random, time, configuration, game_state):
            clock.sleep(0.4)
            return game_state.moves[0]
    """
    bots = [upload(tmp_path / "busy", busy), upload(tmp_path / "slow", slow)]
    record = play(*bots, most_moves=8, clock={"base": 60, "increment": 1})
    assert [code(record, seat) for seat in (0, 1)] == ["fair", "fair"]
    meanwhile = [float(line.split()[1]) for line in record["logs"][0].splitlines()]
    assert len(meanwhile) == 3
    assert min(meanwhile) < 0.1


def test_text_that_is_no_move_is_named_when_time_runs_out(tmp_path: Path) -> None:
    speaker = """
        import sys

        for line in sys.stdin:
            print("z9", flush=True)
    """
    record = play(upload(tmp_path / "one", speaker), built_in(), clock={"base": 0.3, "increment": 0.1})
    assert code(record, 0) == "time"
    assert record["verdicts"][0]["sentence"].endswith("it wrote what cannot be read as a move.")
    assert record["logs"][0].startswith("z9")


def test_a_bot_with_memory_has_the_exercises_types_and_order(tmp_path: Path) -> None:
    source = """
        from plyground.camel import Camel, Configuration, GameState, Move, apply_move, list_valid_moves

        def get_initial_state(random, time, configuration):
            assert configuration == Configuration(5, 5, 3, True)
            assert 0 < time() <= 60
            return GameState.start(configuration), 0

        def make_move_state(random, time, configuration, moves, state):
            game, turns = state
            print(len(moves))
            for move in moves:
                assert isinstance(move, (Move, Camel))
                assert move in list_valid_moves(configuration, game)
                game = apply_move(configuration, game, move)
            valid = list_valid_moves(configuration, game)
            move = valid[int(random() * (len(valid) - 1))]
            return move, (apply_move(configuration, game, move), turns + 1)
    """
    options = {"board_width": 5, "board_height": 5, "starting_camels": 3}
    bots = [upload(tmp_path / name, source) for name in ("one", "two")]
    record = play(*bots, game="camel", options=options, clock={"base": 60, "increment": 1}, most_moves=30)
    assert [code(record, seat) for seat in (0, 1)] == ["fair", "fair"], record["logs"]
    heard = [log.split() for log in record["logs"]]
    assert heard[0][0] == "0"
    assert set(heard[0][1:]) | set(heard[1]) == {"1"}


def test_the_programs_own_package_is_out_of_a_bots_reach(tmp_path: Path) -> None:
    source = """
        import sys

        sys.path += [path for path in LIKELY]

        def make_move(random, time, configuration, game_state):
            import plyground.bots.hare
            return game_state.moves[0]
    """
    root = str(Path(__file__).resolve().parents[2])
    tmp_path.chmod(0o755)
    bot = upload(tmp_path / "one", source.replace("LIKELY", repr([root])))
    record = play(bot, built_in(), confinement="bubblewrap", clock={"base": 60, "increment": 1})
    assert code(record, 0) == "crash"
    assert "No module named 'plyground.bots'" in record["logs"][0]


def test_a_game_without_rules_for_bots_is_played_by_what_the_server_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(bot_library.folder(), tmp_path / "plain")
    (tmp_path / "plain" / "plyground" / "othello.py").unlink()
    monkeypatch.setattr(bot_library, "folder", lambda: tmp_path / "plain")
    source = """
        def make_move(random, time, configuration, game_state):
            assert game_state.seat == configuration.seat == game_state.view["to_move"]
            assert game_state.position.endswith("XO"[game_state.seat])
            assert [move["text"] for move in game_state.view["moves"]] == game_state.moves
            return game_state.moves[-1]
    """
    record = play(upload(tmp_path / "one", source), built_in(), options={"size": "4"})
    assert code(record, 0) == "fair", record["logs"]
    assert record["reason"] == "rules"
