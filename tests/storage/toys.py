"""Later versions for tests: the program's migrations with further ones that the tests write."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from plyground.storage.opening import PRESENT, Migrations
from tools.benchmarks.serving import ROOT

EXPAND = """
import os, signal
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade():
    op.add_column("games", sa.Column("mood", sa.Text, nullable=False, server_default="calm"))
    op.create_table("moods", sa.Column("name", sa.Text, primary_key=True))
    op.execute("INSERT INTO moods VALUES ('calm')")
    if os.environ.get("TOY_DIES"):
        os.kill(os.getpid(), signal.SIGKILL)
"""
CONTRACT = """
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade():
    op.drop_table("competition_exclusions")
"""


def later(folder: Path, contract: bool = False) -> Migrations:
    """Version 0003, which adds, or 0004, which takes away what version 0002 needs."""
    target = folder / ("contract" if contract else "expand")
    shutil.copytree(PRESENT.folder, target)
    (target / "versions" / "v0003_expand.py").write_text(EXPAND)
    if contract:
        (target / "versions" / "v0004_contract.py").write_text(CONTRACT)
    return Migrations(target, "0004", "0003") if contract else Migrations(target, "0003", "0001")


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
