"""The page as an app: a manifest, icons, an offline shell, addresses for a phone, and kernels compiled behind it."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import httpx
import pytest

from kibitz.app import warm
from kibitz.web import pages, warming
from kibitz.web.server import STATIC


def test_the_manifest_names_icons_that_have_their_sizes(workbench: str) -> None:
    with httpx.Client(base_url=workbench) as page:
        assert 'rel="manifest" href="/static/kibitz.webmanifest"' in page.get("/").text
        manifest = json.loads(page.get("/static/kibitz.webmanifest").text)
        for icon in manifest["icons"]:
            data = page.get(icon["src"]).content
            width, height = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        for each in manifest["shortcuts"]:
            assert page.get(each["url"]).status_code == 200


def test_the_offline_shell_has_all_its_files_and_may_see_every_page(workbench: str) -> None:
    with httpx.Client(base_url=workbench) as page:
        script = page.get("/sw.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "worker-src 'self'" in script.headers["content-security-policy"]
    for name in ("offline.html", "offline.js", "tokens.css", "kibitz.css", "mark.svg"):
        assert f"/static/{name}" in script.text
        assert (STATIC / name).is_file()


def test_the_phone_page_shows_the_address_with_its_token_as_a_code_or_says_how(workbench: str) -> None:
    shown = pages.phone_page(["http://192.168.0.7:8642/?token=abc", "http://kibitz.local:8642/?token=abc"])
    assert "<svg" in shown
    assert "http://kibitz.local:8642/?token=abc" in shown
    assert "kibitz serve --host 0.0.0.0" in httpx.get(f"{workbench}/phone").text


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(warming, "QUESTIONS", (("theory.check", {}), ("sevens.bid", {}), ("jeopardy.win", {})))


def test_the_game_of_the_open_page_is_compiled_first(cold: None) -> None:
    background = warming.Warming()
    background.prefer("jeopardy")
    assert background._take() == "jeopardy.win"
    assert background._take() == "theory.check"


def test_kernels_are_compiled_behind_the_page_once(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "QUESTIONS", (("theory.solve", {}),))
    assert not warm.is_warm()
    background = warming.Warming()
    background.start()
    background._thread.join(120)
    assert background.progress() == (0, 0, "")
    assert warm.is_warm()
    again = warming.Warming()
    again.start()
    assert again.remaining == []
    monkeypatch.setattr(warm, "kernels_stamp", lambda: "other sources")
    assert not warm.is_warm()


def test_stopping_ends_the_compiler_and_leaves_the_rest_for_later(cold: None) -> None:
    background = warming.Warming()
    background.start()
    background.stop()
    background._thread.join(60)
    assert background.progress() == (0, 0, "")
    assert not warm.is_warm()
