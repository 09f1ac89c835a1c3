"""``kibitz serve``: the web app, on this computer."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.core.errors import InputError
from kibitz.web.limits import ANSWER_TIMEOUT_S

WILDCARD_HOSTS = {"0.0.0.0", "::"}
TOKEN_FILE = "token"
"""Name of the file in the data folder with the token of the server."""
MIN_TOKEN_CHARACTERS = 32
THREAD_COUNT_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Linear algebra gets one thread per worker. With one thread per core, two workers compete and take twice as long."""


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on. Use 0.0.0.0 to allow other computers; they need the token in the printed address.",
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
@click.option(
    "--allow-host", multiple=True, metavar="NAME", help="Another host name of this server, for instance of a proxy."
)
@click.option(
    "--read-only", is_flag=True, help="Answer questions only: no library, no jobs. For a demonstration to others."
)
def serve(
    host: str,
    port: int,
    opens: bool,
    workers: int | None,
    patience: float,
    allow_host: tuple[str, ...],
    read_only: bool,
) -> None:
    """Start the web app: a page for every question, and a library of your games. Stop it with Ctrl-C."""
    import os
    import socket

    import uvicorn

    from kibitz.files import data_folder
    from kibitz.web.jobs import open_library
    from kibitz.web.security import TimedProtocol
    from kibitz.web.server import make_app

    for threads in THREAD_COUNT_VARIABLES:  # read by the workers when they load NumPy
        os.environ.setdefault(threads, "1")
    if not read_only:
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
    names = local_names() if host in WILDCARD_HOSTS else (host,)
    token = "" if is_loopback(host) or read_only else load_token(data_folder())
    query = f"?token={token}" if token else ""
    addresses = [f"http://{f'[{name}]' if ':' in name else name}:{port}/{query}" for name in names]
    click.echo(f"kibitz runs at {addresses[0]} (press Ctrl-C to stop)")
    if not is_loopback(host):
        print_qr_code(addresses[0])
        for address in addresses[1:]:
            click.echo(f"  also at {address}")
        who = "can ask questions" if read_only else "and knows the token can read and change your library"
        click.echo(f"Warning: everybody who reaches this computer {who}. The connection is not encrypted.", err=True)
    if opens:
        import webbrowser

        webbrowser.open(addresses[0])
    hosts = frozenset(
        each.lower() for name in (*names, *allow_host, "127.0.0.1", "localhost") for each in (name, f"[{name}]")
    )
    config = uvicorn.Config(
        make_app(
            data_folder(),
            workers,
            hosts,
            patience,
            token,
            read_only,
            addresses=() if is_loopback(host) else tuple(addresses),
            compiles=True,
        ),
        http=TimedProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[listening])


def print_qr_code(address: str) -> None:
    """Print an address as a QR code, to open it on a phone; nothing where the output is no terminal."""
    import sys

    if not sys.stdout.isatty():
        return
    import segno

    code = segno.make(address, micro=False)
    try:
        code.terminal(compact=True)
    except UnicodeEncodeError:  # a code page without blocks: by colours alone
        code.terminal()


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this computer only."""
    import ipaddress

    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def local_names() -> tuple[str, ...]:
    """The addresses and names of this computer, those for other computers first."""
    import socket

    name = socket.gethostname()
    try:
        found = [str(info[4][0]) for info in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
    except OSError:
        found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only chooses the address for other networks
            found.insert(0, probe.getsockname()[0])
        except OSError:
            pass
    others = [each for each in found if not is_loopback(each) and "%" not in each]
    return tuple(dict.fromkeys([*others, name, f"{name}.local", "127.0.0.1"]))


def load_token(folder: Path) -> str:
    """The token of the server: made once, and kept in a file that only the user can read."""
    import os
    from secrets import token_urlsafe

    path = folder / TOKEN_FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
                stream.write(token_urlsafe(32))
        except FileExistsError:
            path.chmod(0o600)
        token = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: the token cannot be read ({error})") from None
    if len(token) < MIN_TOKEN_CHARACTERS:
        raise InputError(f"{path}: the token is too short; delete the file to make a new one")
    return token
