"""The cards of the first page are what the questions answer today."""

from __future__ import annotations

import json

import pytest

from kibitz.app.home_cards import CARDS, CARDS_FILE, render_card
from kibitz.web.pages import load_home_cards


@pytest.mark.needs("scowl")
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=[pytest.mark.slow] if card.path in ("sevens.bid", "chess.trial") else [])
        for number, card in enumerate(CARDS)
    ],
    ids=[card.path for card in CARDS],
)
def test_a_card_made_ahead_is_the_answer_of_today(number: int) -> None:
    stored = json.loads(CARDS_FILE.read_text("utf-8"))
    assert len(stored) == len(CARDS)
    assert stored[number] == render_card(CARDS[number]), "run: python -m kibitz.app.home_cards"
    assert load_home_cards()[number]["link"].startswith("/")
