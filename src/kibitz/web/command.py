"""``kibitz serve``: the web app, on this computer."""

from __future__ import annotations

import click

from kibitz.core.errors import InputError
from kibitz.web.limits import ANSWER_TIMEOUT_S

WILDCARD_HOSTS = {"0.0.0.0", "::"}
THREAD_COUNT_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Linear algebra gets one thread per worker. With one thread per core, two workers compete and take twice as long."""


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on. Use 0.0.0.0 to allow other computers."
)
@click.option(
    "--port", default=8642, show_default=True, type=click.IntRange(0, 65_535), help="Port. 0 picks a free one."
)
@click.option("--open", "opens", is_flag=True, help="Open the web app in your browser.")
@click.option("--workers", type=click.IntRange(1, 64), help="Worker processes. Default: one per core, at least two.")
@click.option(
    "--patience",
    default=ANSWER_TIMEOUT_S,
    show_default=True,
    type=click.FloatRange(0.1, 3600),
    help="Time limit for an answer in seconds. Run longer questions in the background.",
)
def serve(host: str, port: int, opens: bool, workers: int | None, patience: float) -> None:
    """Start the web app: a page for every question, and a library of your games. Stop it with Ctrl-C."""
    import os
    import socket

    import uvicorn

    from kibitz.files import data_folder
    from kibitz.web.jobs import open_library
    from kibitz.web.server import make_app

    for threads in THREAD_COUNT_VARIABLES:  # read by the workers when they load NumPy
        os.environ.setdefault(threads, "1")
    open_library(data_folder())  # report a library that cannot be written before serving anything
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise InputError(
            f"port {port} at {host} cannot be used ({os.strerror(error.errno or 0)}); try another --port"
        ) from None
    # Head and body of an answer are written one after the other; without this the second waits 40 ms for the browser
    # to acknowledge the first. asyncio asks for it only where a socket names its protocol.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    port = listening.getsockname()[1]
    hosts = frozenset() if host in WILDCARD_HOSTS else frozenset({host, "127.0.0.1", "localhost", f"[{host}]"})
    address = f"http://{'127.0.0.1' if host in WILDCARD_HOSTS else host}:{port}/"
    click.echo(f"kibitz runs at {address} (press Ctrl-C to stop)")
    if opens:
        import webbrowser

        webbrowser.open(address)
    config = uvicorn.Config(
        make_app(data_folder(), workers, hosts, patience),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[listening])
