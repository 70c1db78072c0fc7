"""``doctor``: looks a set-up over and says what is amiss."""

from __future__ import annotations

from typing import Any

import click

from plyground.commands import _shared


@_shared.command("doctor")
@click.option("--host", envvar="HOST", default="127.0.0.1", show_default=True, help="Where the server is to listen.")
@click.option("--port", "port_text", envvar="PORT", default="5000", show_default=True, help="At which port.")
def command(host: str, port_text: str) -> tuple[dict[str, Any], str, int]:
    """Look over Python, packages, settings, database, disk, kernels, sandbox, port and limits; change nothing.

    The settings are those of the environment, as for serve. Exit status 1 if something is amiss.
    """
    from plyground.web.operating.examining import examine

    found = examine(host, _shared.port(port_text))
    amiss = sum(not check.ok for check in found)
    lines = [f"{'well ' if check.ok else 'AMISS'}  {check.name:<12} {check.sentence}" for check in found]
    lines.append("All is well." if not amiss else f"{amiss} of {len(found)} findings are amiss.")
    data = {
        "well": not amiss,
        "findings": [{"name": each.name, "ok": each.ok, "sentence": each.sentence} for each in found],
    }
    return data, "\n".join(lines), int(amiss > 0)
