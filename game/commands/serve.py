"""``serve``: runs the server."""

from __future__ import annotations

import click

from plyground.core.errors import BadOption


@click.command("serve")
@click.option("--host", envvar="HOST", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is all.")
@click.option("--port", "port_text", envvar="PORT", default="5000", show_default=True, help="The port to listen at.")
def command(host: str, port_text: str) -> None:
    """Serve the pages until Ctrl-C. HOST and PORT in the environment say the same as the options."""
    if not port_text.isdecimal() or len(port_text) > 5 or not 0 < int(port_text) < 65536:
        raise BadOption(f"PORT is a number from 1 to 65535, not “{port_text[:40]}”.")
    from plyground.web.serving import serve

    serve(host, int(port_text))
