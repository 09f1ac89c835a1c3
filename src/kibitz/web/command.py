"""``kibitz serve``: the workbench in a browser, on this machine."""

from __future__ import annotations

import click

from kibitz.core.errors import InputError

ANYWHERE = {"0.0.0.0", "::"}


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen at; other machines need 0.0.0.0."
)
@click.option(
    "--port", default=8642, show_default=True, type=click.IntRange(0, 65_535), help="Port; 0 takes a free one."
)
@click.option("--open", "opens", is_flag=True, help="Open the browser.")
@click.option(
    "--workers", type=click.IntRange(1, 64), help="Processes that answer; by default one a core, two at least."
)
def serve(host: str, port: int, opens: bool, workers: int | None) -> None:
    """The workbench: a page for every decision, with a library of your games. Stop it with Ctrl-C."""
    import os
    import socket

    import uvicorn

    from kibitz.files import data_folder
    from kibitz.web.server import make_app

    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise InputError(
            f"port {port} at {host} cannot be used ({os.strerror(error.errno or 0)}); try another --port"
        ) from None
    port = listening.getsockname()[1]
    hosts = frozenset() if host in ANYWHERE else frozenset({host, "127.0.0.1", "localhost", f"[{host}]"})
    address = f"http://{'127.0.0.1' if host in ANYWHERE else host}:{port}/"
    click.echo(f"kibitz is at {address} (Ctrl-C stops it)")
    if opens:
        import webbrowser

        webbrowser.open(address)
    config = uvicorn.Config(make_app(data_folder(), workers, hosts), log_level="warning", access_log=False,
                            server_header=False, timeout_graceful_shutdown=3)  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])
