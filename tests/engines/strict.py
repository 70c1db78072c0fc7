"""An engine that holds to a written conversation: it insists on every line, letter by letter, that it is to be sent.

The conversation is a file: lines with ``>`` are those it must read, with ``<`` what it says, others are remarks.
"""

from __future__ import annotations

import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve()
CONVERSATIONS = PROGRAM.parent / "conversations"


def main(name: str) -> None:
    """Play the conversation of this file, then wait until the other side has done."""
    for line in Path(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("<"):
            print(line[2:], flush=True)
        elif line.startswith(">"):
            heard = sys.stdin.readline().rstrip("\n")
            if heard != line[2:]:
                sys.exit(f"I was sent {heard} and not {line[2:]}")
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
