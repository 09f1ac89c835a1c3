"""Guard of the server: rejects other hosts, other origins and large bodies before anything reads them."""

from __future__ import annotations

from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send

from kibitz.web import limits

HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


class RequestGuard:
    """ASGI middleware that rejects requests no kibitz page sends, and adds headers to every response."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app = app
        self.hosts = hosts
        """Host names of the server; an empty set allows any (the server listens on all addresses)."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._rejection(scope["method"], headers)
        if refused is not None:
            await _answer(send, *refused)
            return
        seen = 0
        over = False

        async def receive_bounded() -> HTTPReceiveMessage:
            nonlocal seen, over
            message = cast(HTTPReceiveMessage, await receive())
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > max_body_bytes(headers):
                    over = True
                    return {"type": "http.disconnect"}
            return message

        async def send_with_headers(message: Message) -> None:
            if over:  # the application saw a body cut short; report the size instead
                if message["type"] == "http.response.start":
                    await _answer(send, 413, body_too_large_message(headers))
                return
            if message["type"] == "http.response.start":
                own = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in HEADERS.items() if pair[0] not in own)]
            await send(message)

        await self.app(scope, receive_bounded, send_with_headers)

    def _rejection(self, method: str, headers: dict[bytes, str]) -> tuple[int, str] | None:
        host = headers.get(b"host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if self.hosts and name.lower() not in self.hosts:
            return 421, "This server only answers at the address it was started with."
        if method not in SAFE_METHODS:
            origin = headers.get(b"origin")
            site = headers.get(b"sec-fetch-site", "same-origin")
            if (origin is not None and origin.partition("://")[2] != host) or site not in ("same-origin", "none"):
                return 403, "Requests from other sites are not allowed."
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > max_body_bytes(headers):
            return 413, body_too_large_message(headers)
        return None


def max_body_bytes(headers: dict[bytes, str]) -> int:
    """Largest size of a request in bytes; larger for forms with files."""
    kind = headers.get(b"content-type", "")
    return (
        limits.MAX_UPLOAD_BYTES
        if kind.startswith(("multipart/form-data", "application/json"))
        else limits.MAX_BODY_BYTES
    )


def body_too_large_message(headers: dict[bytes, str]) -> str:
    """The error for a request that is too large."""
    return f"The request is too large: at most {max_body_bytes(headers) // 1_000_000} MB."


async def _answer(send: Send, status: int, sentence: str) -> None:
    body = sentence.encode()
    head = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *HEADERS.items(),
    ]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": False})
