"""A real browser: Debian's Chromium, driven by playwright, with nothing but the workbench to talk to."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import expect as expecting

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-component-update",
]

AXE = Path(__file__).resolve().parents[2] / ".axe" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 120_000
"""Milliseconds that a page may take on a machine that is busy with other things; playwright's own 5,000 are few."""


@pytest.fixture(scope="session")
def command() -> Callable[..., Any]:
    """What a command says, as JSON."""

    def said(*words: str) -> Any:
        words = (sys.executable, "-m", "kibitz", *words, "--json")
        return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

    return said


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    expecting.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS, timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def sound(require: Callable[[str], None]) -> Callable[[Page, int], None]:
    """Looks at a page of a width: nothing overflows, and axe finds nothing."""
    require("axe-core")

    def looked(page: Page, width: int) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE.read_text("utf-8"))
        result = page.evaluate("axe.run()")["violations"]
        assert [(each["id"], [node["html"][:160] for node in each["nodes"][:3]]) for each in result] == []

    return looked


@pytest.fixture
def accessible(visit: Callable[..., Page], require: Callable[[str], None]) -> Callable[[str], None]:
    """Looks at a page at both widths and in both themes: nothing overflows, and axe finds nothing. A theme changes
    nothing but colours, so that in the dark only their contrast is looked at."""
    require("axe-core")
    schemes = {"light": "axe.run()", "dark": "axe.run({runOnly: ['color-contrast']})"}

    def looked(path: str) -> None:
        for width in (1280, 390):
            page = visit(path, width)
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            page.evaluate(AXE.read_text("utf-8"))
            for scheme, run in schemes.items():
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                result = page.evaluate(run)["violations"]
                seen = [(each["id"], [node["html"][:160] for node in each["nodes"][:3]]) for each in result]
                assert seen == [], (path, width, scheme)

    return looked


@pytest.fixture
def visit(browser: Browser, workbench: str) -> Iterator[Callable[..., Page]]:
    """Open a page of the workbench at a width and in a theme; complaints and requests elsewhere fail the test."""
    complaints: list[str] = []
    contexts = []

    def visited(path: str, width: int = 1280, dark: bool = False, expect: int = 200) -> Page:
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if _serious(message, expect) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: _stays(request.url, workbench, complaints))
        reply = page.goto(workbench + path)
        assert reply is not None
        assert reply.status == expect
        return page

    yield visited
    for context in contexts:
        context.close()
    assert complaints == []


def _serious(message, expect: int) -> bool:  # type: ignore[no-untyped-def]
    """Errors and warnings, but for the browser's note that a page or an answer had the status of wrong input."""
    return message.type in ("error", "warning") and "status of 422" not in message.text


def _stays(url: str, workbench: str, complaints: list[str]) -> None:
    if not url.startswith((workbench, "data:", "about:")):
        complaints.append(f"left the machine: {url}")
