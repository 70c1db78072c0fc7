"""Later versions for tests: the program's migrations with two further ones, ``NEXT`` and ``LAST``."""

from __future__ import annotations

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
