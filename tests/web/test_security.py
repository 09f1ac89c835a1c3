"""Requests that no kibitz page sends are rejected before anything reads them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from kibitz.web.security import COOKIE, RequestGuard, cookie_value

HOST = "127.0.0.1:8765"


def run_in_own_thread(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end; a browser that other tests left open has a loop running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def status(method: str = "POST", path: str = "/", **headers: str) -> int:
    """The status of a request with these headers; 200 if it reaches the application."""
    return response(method, path, b"", {}, **headers)[0]


def response(
    method: str, path: str, query: bytes, options: dict[str, Any], **headers: str
) -> tuple[int, dict[bytes, bytes], bytes]:
    """Status, headers and body of a request."""
    given = {"host": HOST, **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()],
    }
    sent: list[dict[str, Any]] = []

    async def reached(scope: Any, receive: Any, send: Any) -> None:
        assert scope["method"] != "HEAD"
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def run() -> None:
        guard = RequestGuard(reached, frozenset({"127.0.0.1", "localhost"}), **options)  # type: ignore[arg-type]
        await guard(scope, receive, send)  # type: ignore[arg-type]

    run_in_own_thread(run())
    body = b"".join(message.get("body", b"") for message in sent)
    return int(sent[0]["status"]), dict(sent[0]["headers"]), body


@pytest.mark.parametrize(
    ("site", "expected"), [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("", 403)]
)
def test_only_pages_of_this_origin_may_post(site: str, expected: int) -> None:
    assert status(sec_fetch_site=site) == expected
    assert status("GET", sec_fetch_site=site) == expected, "a picture of another site lets nothing be computed"


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


def test_a_link_on_another_site_may_be_pressed_but_computes_nothing_for_programs() -> None:
    pressed = {"sec_fetch_site": "cross-site", "sec_fetch_dest": "document", "sec_fetch_user": "?1"}
    assert status("GET", "/jeopardy/final", **pressed) == 200
    assert status("GET", "/api/jeopardy/final", **pressed) == 403
    assert status("GET", "/jeopardy/final", **pressed | {"sec_fetch_user": ""}) == 403
    assert status("GET", "/jeopardy/final", **pressed | {"sec_fetch_dest": "iframe"}) == 403


@pytest.mark.parametrize("path", ["/static/\0", "/static/a\0.css", "/static/" + "a" * 5000, "/" + "é" * 128])
def test_a_path_that_no_file_can_have_is_not_found(path: str) -> None:
    assert status("GET", path) == 404


def test_head_is_answered_like_get() -> None:
    assert status("HEAD") == 200


TOKEN = "t" * 43


@pytest.mark.parametrize("path", ["/", "/library/export", "/api/jeopardy/final", "/static/page.js"])
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
def test_beyond_this_computer_nothing_is_answered_without_the_token(method: str, path: str) -> None:
    def of(query: bytes = b"", **headers: str) -> int:
        return response(method, path, query, {"token": TOKEN}, **headers)[0]

    assert of() == 401
    assert of(authorization=f"Bearer {TOKEN}") == 200
    assert of(authorization=f"Bearer {TOKEN}x") == 401
    assert of(authorization="Bearer ") == 401
    assert of(authorization=f"Basic {TOKEN}") == 401
    assert of(cookie=f"a=b; {COOKIE}={cookie_value(TOKEN)}") == 200
    assert of(cookie=f"{COOKIE}={TOKEN}") == 401
    assert of(authorization=f"Bearer {cookie_value(TOKEN)}") == 401
    assert of(cookie="\xff=;;=") == 401
    assert of(b"token=" + b"x" * 43) == 401
    assert of(authorization=f"Bearer {TOKEN}", host="evil.example") == 421


def test_the_printed_address_gives_a_strict_cookie_and_leads_to_the_page_without_the_token() -> None:
    code, headers, body = response(
        "GET", "/jeopardy/final", f"scores=1%2C2&token={TOKEN}&me=2".encode(), {"token": TOKEN}
    )
    assert code == 200
    cookie = headers[b"set-cookie"].decode()
    assert cookie.startswith(f"{COOKIE}={cookie_value(TOKEN)}; HttpOnly; SameSite=Strict; Path=/")
    assert b'content="0;url=/jeopardy/final?scores=1%2C2&amp;me=2"' in body
    assert TOKEN not in body.decode() + cookie
    _, _, odd = response("GET", '//evil.example/"<', f"token={TOKEN}".encode(), {"token": TOKEN})
    assert b"url=/evil.example/%22%3C" in odd


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/", 200),
        ("GET", "/jeopardy/final", 200),
        ("POST", "/api/jeopardy/final", 200),
        ("POST", "/jeopardy/simulate", 403),
        ("GET", "/library", 403),
        ("GET", "/library/export", 403),
        ("POST", "/library/import", 403),
        ("GET", "/items/00112233445566aa", 403),
        ("GET", "/drill/vote", 403),
        ("OPTIONS", "*", 200),
    ],
)
def test_a_read_only_server_has_neither_library_nor_jobs(method: str, path: str, expected: int) -> None:
    assert response(method, path, b"", {"read_only": True})[0] == expected


def send_slowly(parts: list[bytes], **options: Any) -> tuple[int, list[str]]:
    """The status for a post whose body comes in parts and then not at all, and what the application received."""
    seen: list[str] = []
    sent: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] == "http.request" and message["more_body"]:
            seen.append(message["type"])
        seen.append(message["type"])
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> dict[str, Any]:
        if parts:
            return {"type": "http.request", "body": parts.pop(0), "more_body": True}
        await asyncio.Event().wait()
        return {}

    async def send(message: Any) -> None:
        sent.append(message)

    async def run() -> None:
        guard = RequestGuard(application, frozenset({"localhost"}))  # type: ignore[arg-type]
        headers = [(b"host", b"localhost"), (b"content-type", b"text/plain")]
        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers}
        await guard(scope, receive, send)  # type: ignore[arg-type]

    run_in_own_thread(run())
    return sent[0]["status"], seen


def test_a_body_that_stops_or_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert send_slowly([b"x" * 600_000] * 3) == (413, ["http.request", "http.disconnect"])
    monkeypatch.setattr("kibitz.web.limits.BODY_PAUSE_TIMEOUT_S", 0.01)
    assert send_slowly([b"x"] * 3) == (408, ["http.request"] * 3 + ["http.disconnect"])
    monkeypatch.setattr("kibitz.web.limits.BODY_TIMEOUT_S", 0.0)
    assert send_slowly([b"x"] * 10**6)[0] == 408


@pytest.mark.parametrize(
    ("method", "path", "goes_on"), [("GET", "/", False), ("POST", "/api/a/b", False), ("POST", "/library/delete", True)]
)
def test_work_for_a_client_that_is_gone_is_cancelled_unless_it_changes_the_library(
    method: str, path: str, goes_on: bool
) -> None:
    ended: list[str] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        try:
            await asyncio.sleep(0.05)
            ended.append("done")
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async def run() -> None:
        messages = [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]

        async def receive() -> Any:
            return messages.pop(0)

        async def send(message: Any) -> None:
            raise AssertionError(message)

        guard = RequestGuard(application, frozenset({"localhost"}))  # type: ignore[arg-type]
        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers}
        await guard(scope, receive, send)  # type: ignore[arg-type]

    run_in_own_thread(run())
    assert ended == ["done" if goes_on else "cancelled"]


def test_connections_that_send_no_head_are_dropped_and_others_answered(
    own_workbench: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.web.limits.HEAD_TIMEOUT_S", 0.5)
    host, port = own_workbench.removeprefix("http://").split(":")
    stalled = [socket.create_connection((host, int(port)), timeout=60) for _ in range(300)]
    try:
        for number, each in enumerate(stalled):
            if number % 3:
                each.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"[: number % 3 * 12])
        assert httpx.get(f"{own_workbench}/static/page.js", timeout=60).status_code == 200
        for each in stalled:
            with contextlib.suppress(ConnectionResetError):
                assert each.recv(1) == b""
    finally:
        for each in stalled:
            each.close()
    assert httpx.head(f"{own_workbench}/").status_code == 200
    assert httpx.get(f"{own_workbench}/static/%00").status_code == 404
    assert httpx.get(f"{own_workbench}/static/{'a' * 5000}").status_code == 404
