"""Requests that no kibitz page sends are rejected before anything reads them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kibitz.web.security import RequestGuard

HOST = "127.0.0.1:8765"


def status(method: str = "POST", **headers: str) -> int:
    """The status of a request with these headers; 200 if it reaches the application."""
    given = {"host": HOST, **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": method,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()],
    }
    sent: list[dict[str, Any]] = []

    async def reached(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    guard = RequestGuard(reached, frozenset({"127.0.0.1", "localhost"}))  # type: ignore[arg-type]
    asyncio.run(guard(scope, receive, send))  # type: ignore[arg-type]
    return int(sent[0]["status"])


@pytest.mark.parametrize(
    ("site", "expected"), [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("", 403)]
)
def test_only_pages_of_this_origin_may_post(site: str, expected: int) -> None:
    assert status(sec_fetch_site=site) == expected
    assert status("GET", sec_fetch_site=site) == 200


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        (f"http://{HOST}", 200),
        ("null", 403),  # a sandboxed frame
        ("", 403),
        ("http://127.0.0.1", 403),
        ("http://127.0.0.1:8766", 403),  # another port of the same host
        (f"http://evil.example.{HOST}", 403),
        (f"http://{HOST}.evil.example", 403),
        (HOST, 403),
    ],
)
def test_the_origin_must_be_exactly_this_server(origin: str, expected: int) -> None:
    assert status(origin=origin) == expected


@pytest.mark.parametrize(("host", "expected"), [("localhost", 200), ("LOCALHOST:1", 200), ("evil.example", 421)])
def test_other_host_names_are_rejected(host: str, expected: int) -> None:
    assert status(host=host) == expected
