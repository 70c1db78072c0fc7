"""The hostile bot: tries what no bot may do, one thing after another, and says of each whether it came through.

Run as a bot is (``python -I main.py``), with the standard library alone. It reads one line of JSON about what there is
to harm, and writes a line for each attempt: its name, whether it was denied, and how. Every attempt is made so that it
succeeds for root where nothing confines it, which a test sees to; whatever it succeeds in is harmless.
"""

import errno
import importlib.util
import json
import os
import sys

PACKAGE = "plyground.sandbox.hostile"
GROUPS = ("files", "processes", "privileges", "network", "pausing", "room")


def load(name: str) -> object:
    """A module that lies beside this one, under its name in the program, whose packages are not there in a sandbox."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"{PACKAGE}.{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Try everything."""
    for name in ("tools", *GROUPS):
        load(name)
    from plyground.sandbox.hostile.tools import TABLE, facts, said

    facts.update(json.loads(sys.stdin.readline()))
    for name, _, function in TABLE:
        try:
            function()
        except OSError as error:
            line = said(name, True, errno.errorcode.get(error.errno or 0, "?") if error.errno else str(error))
        except Exception as error:
            line = said(name, True, str(error) or type(error).__name__)
        else:
            line = said(name, False, "it came through")
        print(line, flush=True)


if __name__ == "__main__":
    main()
