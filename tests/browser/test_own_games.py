"""Drills from one's own games, on a workbench where nobody else has done anything."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PATIENT = 600_000


@pytest.fixture
def workbench(own_workbench: str) -> str:
    return own_workbench


@pytest.mark.slow
def test_what_was_asked_as_work_comes_back_as_a_drill_of_ones_own(visit: Callable[..., Page]) -> None:
    page = visit("/jeopardy/final?scores=19900,14600,9000&me=2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".counsel h2")).to_contain_text("Bet", timeout=PATIENT)
    page.goto(page.url.split("/items/")[0] + "/drill/final")
    page.get_by_role("link", name="From my games").click()
    expect(page.locator(".posed")).to_contain_text("You have $14,600, the others $19,900 and $9,000")
