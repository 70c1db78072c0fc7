"""``serve``: runs the server."""

from __future__ import annotations

import gc

import click

from plyground.commands import _shared


@click.command("serve")
@click.option("--host", envvar="HOST", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is all.")
@click.option("--port", "port_text", envvar="PORT", default="5000", show_default=True, help="The port to listen at.")
def command(host: str, port_text: str) -> None:
    """Serve the pages until Ctrl-C. HOST and PORT in the environment say the same as the options."""
    port = _shared.port(port_text)
    gc.disable()  # what is imported stays: to look through it again and again is a sixth of the work
    from plyground.web.serving import serve

    gc.freeze()
    gc.enable()
    serve(host, port)
