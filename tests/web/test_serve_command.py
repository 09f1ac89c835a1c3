"""``kibitz serve``: what it hands to the server."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from click.testing import CliRunner

from kibitz.web.command import THREAD_COUNT_VARIABLES, serve


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
