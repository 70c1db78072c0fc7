"""Later versions for tests: the program's migrations with two further ones, ``NEXT`` and ``LAST``."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from plyground.storage import schema
from plyground.storage.opening import PRESENT, Migrations
from tools.benchmarks.serving import ROOT

NEXT, LAST = (f"{int(schema.HEAD) + more:04}" for more in (1, 2))
EXPAND = """
import os, signal
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{next}", "{head}"


def upgrade():
    op.add_column("games", sa.Column("mood", sa.Text, nullable=False, server_default="calm"))
    op.create_table("moods", sa.Column("name", sa.Text, primary_key=True))
    op.execute("INSERT INTO moods VALUES ('calm')")
    if os.environ.get("TOY_DIES"):
        os.kill(os.getpid(), signal.SIGKILL)
"""
CONTRACT = """
from alembic import op

revision, down_revision = "{last}", "{next}"


def upgrade():
    op.drop_table("competition_exclusions")
"""


def later(folder: Path, contract: bool = False) -> Migrations:
    """Version ``NEXT``, which adds, or ``LAST``, which takes away what the program's own version needs."""
    target = folder / ("contract" if contract else "expand")
    shutil.copytree(PRESENT.folder, target)
    for name, script in ((NEXT, EXPAND), (LAST, CONTRACT))[: 1 + contract]:
        for word, version in (("{head}", schema.HEAD), ("{next}", NEXT), ("{last}", LAST)):
            script = script.replace(word, version)
        (target / "versions" / f"v{name}_toy.py").write_text(script)
    return Migrations(target, LAST, NEXT) if contract else Migrations(target, NEXT, "0001")


TOGETHER = """
import json, os, sys, tempfile
from pathlib import Path
from plyground.storage import Database
from plyground.storage.opening import Migrations

began, begin = os.pipe()
logs = [tempfile.TemporaryFile() for _ in range(int(sys.argv[2]))]
programs = []
for log in logs:
    pid = os.fork()
    if not pid:
        os.dup2(log.fileno(), 2)
        os.close(begin)
        os.read(began, 1)
        Database(sys.argv[1], Migrations(Path(sys.argv[3]), *sys.argv[4:])).close()
        sys.exit()
    programs.append(pid)
os.close(begin)
codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in programs]
said = [(log.seek(0), log.read().decode())[1] for log in logs]
print(json.dumps(list(zip(said, codes))))
"""


def opened_together(address: str, migrations: Migrations, count: int) -> list[tuple[str, int]]:
    """So many programs open the database at the same moment, copies of one that has imported what they need: what each
    said and how it ended."""
    words = [address, str(count), str(migrations.folder), migrations.head, migrations.oldest]
    ran = subprocess.run(
        [sys.executable, "-c", TOGETHER, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=300, check=True
    )
    return [(said, code) for said, code in json.loads(ran.stdout)]


def opening(address: str, migrations: Migrations = PRESENT, **environment: str) -> subprocess.Popen[str]:
    """A program of its own that opens the database and ends."""
    script = (
        "import sys; from pathlib import Path; from plyground.storage import Database;"
        "from plyground.storage.opening import Migrations;"
        "Database(sys.argv[1], Migrations(Path(sys.argv[2]), *sys.argv[3:])).close()"
    )
    words = [address, str(migrations.folder), migrations.head, migrations.oldest]
    return subprocess.Popen(
        [sys.executable, "-c", script, *words], cwd=ROOT, env=environment or None, stderr=subprocess.PIPE, text=True
    )
