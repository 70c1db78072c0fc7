"""Sends two moves for one turn."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "start" in message:
        print(json.dumps({"ready": True}), flush=True)
    elif "turn" in message:
        legal = message["turn"]["legal"]
        print(json.dumps({"move": legal[0]}) + "\n" + json.dumps({"move": legal[1]}), flush=True)
