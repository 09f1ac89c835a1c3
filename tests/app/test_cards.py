"""The cards of the first page are what the questions answer today."""

from __future__ import annotations

import json

import pytest

from kibitz.app.cards import CARDS, PATH, made
from kibitz.web.pages import cards


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
    kept = json.loads(PATH.read_text("utf-8"))
    assert len(kept) == len(CARDS)
    assert kept[number] == made(CARDS[number]), "run: python -m kibitz.app.cards"
    assert cards()[number]["link"].startswith("/")
