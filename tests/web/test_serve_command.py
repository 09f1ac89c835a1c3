"""``kibitz serve``: what it hands to the server."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from click.testing import CliRunner

from kibitz.core.errors import InputError
from kibitz.web.command import THREAD_COUNT_VARIABLES, load_token, serve


def test_answers_go_out_at_once_and_workers_take_one_thread_each(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: dict[str, Any] = {}

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        with socket.create_connection(sockets[0].getsockname()), sockets[0].accept()[0] as taken:
            given["no delay"] = taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        given["threads"] = [os.environ[name] for name in THREAD_COUNT_VARIABLES]
        sockets[0].close()

    monkeypatch.setattr(uvicorn.Server, "run", run)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in THREAD_COUNT_VARIABLES[1:]:
        monkeypatch.setenv(name, "2")  # so that it is put back afterwards
        monkeypatch.delenv(name)
    monkeypatch.setenv(THREAD_COUNT_VARIABLES[0], "3")
    result = CliRunner().invoke(serve, ["--port", "0"])
    assert result.exit_code == 0, result.output
    assert "http://127.0.0.1:" in result.output
    assert given["no delay"] != 0
    assert given["threads"] == ["3", "1", "1"]


def serve_without_running(arguments: list[str], monkeypatch: pytest.MonkeyPatch, home: Path) -> tuple[Any, Any]:
    """The result of the command, and the guard that it made."""
    given: list[Any] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        given.append(server.config.app)
        sockets[0].close()

    monkeypatch.setattr(uvicorn.Server, "run", run)
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    for name in THREAD_COUNT_VARIABLES:
        monkeypatch.setenv(name, "1")
    result = CliRunner().invoke(serve, ["--port", "0", *arguments])
    assert result.exit_code == 0, result.output
    return result, given[0]


def test_beyond_this_computer_there_is_a_token_a_warning_and_a_list_of_hosts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    result, guard = serve_without_running(["--host", "0.0.0.0", "--allow-host", "Proxy"], monkeypatch, tmp_path)
    file = tmp_path / "kibitz" / "token"
    assert guard.token == file.read_text()
    assert len(guard.token) >= 43
    assert file.stat().st_mode & 0o077 == 0
    assert f"/?token={guard.token}" in result.output
    assert "Warning: everybody who reaches this computer and knows the token" in result.output
    assert {"127.0.0.1", "localhost", "proxy", socket.gethostname().lower()} <= guard.hosts
    assert "rebind.evil.example" not in guard.hosts
    file.chmod(0o644)
    _, again = serve_without_running(["--host", "0.0.0.0"], monkeypatch, tmp_path)
    assert again.token == guard.token, "it is made once"
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.0.2"])
def test_on_this_computer_no_token_is_needed(host: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result, guard = serve_without_running(["--host", host], monkeypatch, tmp_path)
    assert guard.token == ""
    assert "Warning" not in result.output
    assert not (tmp_path / "kibitz" / "token").exists()


def test_a_read_only_server_opens_no_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result, guard = serve_without_running(["--read-only", "--host", "0.0.0.0"], monkeypatch, tmp_path)
    assert guard.read_only
    assert "can ask questions" in result.output
    assert not (tmp_path / "kibitz").exists()


def test_a_token_that_is_too_short_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("x")
    with pytest.raises(InputError, match="too short"):
        load_token(tmp_path)
