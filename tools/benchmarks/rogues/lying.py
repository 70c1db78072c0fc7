"""Says that it has won, that the other one crashed and that it has all the time it wants; plays by the rules."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "start" in message:
        print(json.dumps({"ready": True, "winner": message["start"]["seat"], "returns": [1, -1]}), flush=True)
    elif "turn" in message:
        claims = {
            "winner": 0,
            "seat": 1 - 0,
            "left": 1e9,
            "verdict": {"code": "crash", "seat": 1},
            "end": {"ranks": [1, 2]},
        }
        print(json.dumps({"end": {"winner": 0}}))
        print(json.dumps({**claims, "move": message["turn"]["legal"][0]}), flush=True)
