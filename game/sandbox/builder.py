"""Builds a bot inside its sandbox: copies the sources, runs the steps, and writes what they made to its output.

Run by ``python -I -S builder.py STEPS``, a list of commands as JSON, with the sources in ``/bot``. The steps are run in
a copy of it, from which messages name files as their author does; what they leave in ``.built`` comes out as a zip.
What they say goes to the standard error. It needs the standard library alone.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile

PLACE = "/tmp/build"
_TIME = (1980, 1, 1, 0, 0, 0)


def main() -> int:
    """Run the steps; the status of the first one that fails."""
    os.nice(10)  # games that are played meanwhile come first
    os.environ.pop("LD_LIBRARY_PATH", None)  # this Python's, and nothing to compilers
    shutil.copytree("/bot", PLACE)
    for folder, _, _ in os.walk(PLACE):
        os.chmod(folder, 0o755)
    os.chdir(PLACE)
    os.makedirs(".built", exist_ok=True)
    for words in json.loads(sys.argv[1]):
        try:
            status = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=2, check=False).returncode
        except OSError as error:
            sys.exit(f"{words[0]} cannot be run: {error.strerror}")
        if status < 0:
            print(f"{words[0]} was ended by the signal {-status}.", file=sys.stderr)
        if status:
            return 1
    with zipfile.ZipFile(sys.stdout.buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for folder, _, names in os.walk(".built"):
            for name in sorted(names):
                path = os.path.join(folder, name)
                entry = zipfile.ZipInfo(path, _TIME)
                entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
                with open(path, "rb") as file:
                    archive.writestr(entry, file.read())
    return 0


if __name__ == "__main__":
    sys.exit(main())
