"""What the peer of the benchmark takes for a line of a protocol."""

from __future__ import annotations

import pytest

from tools.benchmarks.speaking import is_sound

SOUND = {
    "gtp": ["=1 Plyground", "?7 unknown command", "= c4", "=", "", "list_commands"],
    "qtp": ["= E7", "= D3 vertical", "? illegal move", "=", ""],
    "nboard": ["=== F5/1.25/0.03", "=== PA", "status", "pong 3", "search F5D6 +1.25 0 4", "nodestats 20 0.01"],
    "tei": ["teiok", "bestmove Cc3", "bestmove 3c2>12", "info depth 2 time 3 nodes 9 nps 300 score cp -20 pv a1 b2"],
    "plyground": ['{"ready":true}', '{"move":"f5"}', '{"info":{"depth":3}}'],
    "icfp": ['{"me":"Hare"}', '{"ready":0,"futures":[]}', '{"claim":{"punter":0,"source":1,"target":2}}'],
}
WRONG = {
    "gtp": ["c4", "=1\tc4 ", "# a word", "Traceback (most recent call last):"],
    "qtp": ["E7", "=E7", "hello"],
    "nboard": ["=== f9", "=== F5 ", "F5", "=== F5/x/1", "search F5"],
    "tei": ["bestmove", "bestmove pass", "info depth x", "c3"],
    "plyground": ["f5", "[]", '{"move":"f5","note":"x"}', '{"hello":1}', "{"],
    "icfp": ["claim 1 2", '{"you":"Hare"}', '{"claim":{},"pass":{}}', "{"],
}


@pytest.mark.parametrize("protocol", SOUND)
def test_lines_of_a_protocol_are_taken_and_no_others(protocol: str) -> None:
    assert [line for line in SOUND[protocol] if not is_sound(protocol, line)] == []
    assert [line for line in WRONG[protocol] if is_sound(protocol, line)] == []
