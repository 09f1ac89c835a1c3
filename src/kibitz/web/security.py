"""Guard of the server: rejects other hosts, other origins, strangers and large or stalled bodies before anything reads
them.

On the own computer, names of the host and origins are checked. Beyond it, every request needs the token of the server:
once in the address that ``kibitz serve`` prints, then in a cookie, or in ``Authorization: Bearer`` from programs.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import shutil
import tempfile
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qsl, quote, urlencode

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.web import limits
from kibitz.web.visitors import CURRENT_VISITOR

HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; worker-src 'self'; "
        b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


COOKIE = "kibitz-token"
IMPORT_PATH = "/library/import"
COOKIE_SECONDS = 30 * 24 * 3600
PRIVATE_PAGES = ("library", "drill", "items", "work", "play")
"""First parts of the paths that show or change the library."""


class Rejection(NamedTuple):
    """Why a request gets no answer: a status, a sentence, and further headers."""

    status: int
    sentence: str
    headers: tuple[tuple[bytes, bytes], ...] = ()


class RequestGuard:
    """ASGI middleware that rejects requests no kibitz page sends, and adds headers to every response."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], token: str = "", read_only: bool = False) -> None:
        self.app = app
        self.hosts = hosts
        """Host names of the server, in lower case."""
        self.token = token
        """What a request must know; empty on the own computer."""
        self.read_only = read_only
        """Whether only questions are answered: there is no library and no job."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._rejection(scope, headers)
        if refused is not None:
            await _answer(send, *refused)
            return
        if self.token and not self._knows_token(headers):
            await self._let_in(scope, send)
            return
        client = scope.get("client")
        CURRENT_VISITOR.set(client[0] if client else "")
        await self._pass_on(scope, headers, receive, send)

    async def _pass_on(self, scope: HTTPScope, headers: dict[bytes, str], receive: Receive, send: Send) -> None:
        """Hand a request to the application, with a limited body, and its response back with our headers."""
        limit = max_body_bytes(scope["path"], headers)
        body = BoundedBody(receive, limit, expected=scope["method"] not in SAFE_METHODS)
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if body.problem is not None:  # the application saw a body cut short; say why instead
                if message["type"] == "http.response.start":
                    await _answer(send, *body.problem)
                return
            if message["type"] == "http.response.start":
                started = True
                own = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in HEADERS.items() if pair[0] not in own)]
            await send(message)

        is_question = scope["method"] in SAFE_METHODS or scope["path"].startswith("/api/")
        if scope["method"] == "HEAD":  # uvicorn leaves out the body
            scope = cast(HTTPScope, {**scope, "method": "GET"})
        answering = asyncio.ensure_future(self.app(scope, body.receive, send_with_headers))
        watching = asyncio.ensure_future(body.wait_until_gone())
        try:
            await asyncio.wait({answering, watching}, return_when=asyncio.FIRST_COMPLETED)
            # Nobody waits for the answer any more. What changes the library goes on.
            if not answering.done() and is_question and not started:
                answering.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await answering
        finally:
            for task in (answering, watching):
                task.cancel()

    def _rejection(self, scope: HTTPScope, headers: dict[bytes, str]) -> Rejection | None:
        method, path = scope["method"], scope["path"]
        host = headers.get(b"host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name.lower() not in self.hosts:
            return Rejection(421, "This server only answers at the address it was started with.")
        if not _is_own_page(method, path, host, headers):
            return Rejection(403, "Requests from other sites are not allowed.")
        if "\0" in path or any(len(part.encode()) > limits.MAX_PATH_SEGMENT_BYTES for part in path.split("/")):
            return Rejection(404, "Page not found.")
        if self.read_only and _is_private(method, path):
            return Rejection(403, "This server is read-only: it has no library and starts no jobs.")
        length = headers.get(b"content-length", "0")
        limit = max_body_bytes(path, headers)
        if not length.isdigit() or int(length) > limit:
            return Rejection(413, body_too_large_message(limit))
        return None

    def _knows_token(self, headers: dict[bytes, str]) -> bool:
        """Whether a program sent the token, or a browser the cookie."""
        kind, _, given = headers.get(b"authorization", "").partition(" ")
        if kind.lower() == "bearer" and _is_same(given.strip(), self.token):
            return True
        try:
            cookie = SimpleCookie(headers.get(b"cookie", "")).get(COOKIE)
        except CookieError:
            return False
        return cookie is not None and _is_same(cookie.value, cookie_value(self.token))

    async def _let_in(self, scope: HTTPScope, send: Send) -> None:
        """Turn the token of an address into a cookie. A page and not a redirect leads on, because a browser that came
        from another site would not send a strict cookie after a redirect."""
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if scope["method"] != "GET" or not any(key == "token" and _is_same(value, self.token) for key, value in pairs):
            needed = (
                "This server needs a token. Open the address that kibitz serve printed, or send it as a Bearer token."
            )
            await _answer(send, 401, needed, ((b"www-authenticate", b"Bearer"),))
            return
        rest = urlencode([pair for pair in pairs if pair[0] != "token"])
        target = "/" + quote(scope["path"]).lstrip("/") + (f"?{rest}" if rest else "")
        cookie = f"{COOKIE}={cookie_value(self.token)}; HttpOnly; SameSite=Strict; Path=/; Max-Age={COOKIE_SECONDS}"
        page = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={escape(target)}">'
        extra = ((b"set-cookie", cookie.encode()), (b"cache-control", b"no-store"))
        await _answer(
            send, 200, f'{page}<title>kibitz</title><a href="{escape(target)}">kibitz</a>', extra, b"text/html"
        )


class BoundedBody:
    """The body of a request, not larger than a limit and without long pauses; then whether the client is still there.

    Without ``expected``, as for a GET, the application gets an empty body.
    """

    def __init__(self, receive: Receive, limit: int, expected: bool) -> None:
        self._receive = receive
        self.limit = limit
        self.size = 0
        self.problem: Rejection | None = None
        self.is_complete = asyncio.Event()
        self.is_gone = asyncio.Event()
        self.is_ignored = not expected
        if self.is_ignored:
            self.is_complete.set()
        self.end = asyncio.get_running_loop().time() + limits.BODY_TIMEOUT_S

    async def receive(self) -> HTTPReceiveMessage:
        """The next part, or a disconnection if there is a problem with the body."""
        if self.is_ignored:
            self.is_ignored = False
            return {"type": "http.request", "body": b"", "more_body": False}
        if self.is_complete.is_set():
            await self.is_gone.wait()
            return {"type": "http.disconnect"}
        left = self.end - asyncio.get_running_loop().time()
        try:
            if left <= 0:  # a part that is there already would be read without waiting, however late it is
                raise TimeoutError
            async with asyncio.timeout(min(left, limits.BODY_PAUSE_TIMEOUT_S)):
                message = cast(HTTPReceiveMessage, await self._receive())
        except TimeoutError:
            self.problem = Rejection(408, "The request arrived too slowly.", ((b"connection", b"close"),))
            return {"type": "http.disconnect"}
        if message["type"] == "http.request":
            self.size += len(message.get("body", b""))
            if self.size > self.limit:
                self.problem = Rejection(413, body_too_large_message(self.limit))
                return {"type": "http.disconnect"}
            if not message.get("more_body", False):
                self.is_complete.set()
        else:
            self.is_gone.set()
        return message

    async def wait_until_gone(self) -> None:
        """Return when the client has gone. A body that nobody reads does not count: its sender is there."""
        await self.is_complete.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.is_gone.set()


class TimedProtocol(H11Protocol):
    """HTTP as uvicorn speaks it; a connection whose next head does not arrive in time is dropped."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_head()
        super().connection_lost(exc)

    def _watch_head(self) -> None:
        """Start the clock unless a request is being answered; the first byte of a head does not start it again."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._forget_head()
        elif self._head_timer is None and not self.transport.is_closing():
            self._head_timer = self.loop.call_later(limits.HEAD_TIMEOUT_S, self._drop)

    def _forget_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _drop(self) -> None:
        self._head_timer = None
        if (self.cycle is None or self.cycle.response_complete) and not self.transport.is_closing():
            self.transport.abort()


def cookie_value(token: str) -> str:
    """What the cookie of a token holds: it cannot be used as the token."""
    return hmac.new(token.encode(), b"kibitz cookie", "sha256").hexdigest()


def _is_same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


def _is_own_page(method: str, path: str, host: str, headers: dict[bytes, str]) -> bool:
    """Whether a request comes from a page of this server, from the address bar or from a program.

    Another site may only lead to a page by a link that the user presses: it can neither post nor let us compute for a
    picture, a script or a frame.
    """
    site = headers.get(b"sec-fetch-site", "same-origin")
    if method in SAFE_METHODS:
        is_link = headers.get(b"sec-fetch-dest") == "document" and headers.get(b"sec-fetch-user") == "?1"
        return site in ("same-origin", "none") or (is_link and not path.startswith("/api/"))
    origin = headers.get(b"origin")
    return (origin is None or origin.partition("://")[2] == host) and site in ("same-origin", "none")


def _is_private(method: str, path: str) -> bool:
    """Whether a request needs the library or a job."""
    changes = method not in SAFE_METHODS and not path.startswith("/api/")
    return changes or f"{path}/".split("/")[1] in PRIVATE_PAGES


def max_body_bytes(path: str, headers: dict[bytes, str]) -> int:
    """Largest size of a request in bytes: larger for forms with files, and half of the free disk for imports, because a
    library may be of any size. Parts of a form wait on the disk, not in memory."""
    kind = headers.get(b"content-type", "")
    if path == IMPORT_PATH and kind.startswith("multipart/form-data"):
        return max(limits.MAX_UPLOAD_BYTES, shutil.disk_usage(tempfile.gettempdir()).free // 2)
    return (
        limits.MAX_UPLOAD_BYTES
        if kind.startswith(("multipart/form-data", "application/json"))
        else limits.MAX_BODY_BYTES
    )


def body_too_large_message(limit: int) -> str:
    """The error for a request that is too large."""
    return f"The request is too large: at most {limit // 1_000_000} MB."


async def _answer(
    send: Send,
    status: int,
    sentence: str,
    extra: tuple[tuple[bytes, bytes], ...] = (),
    media: bytes = b"text/plain",
) -> None:
    body = sentence.encode()
    head = [
        (b"content-type", media + b"; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *extra,
        *HEADERS.items(),
    ]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": False})
