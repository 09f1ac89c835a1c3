"""The card for Daily Doubles: bolder the surer, bolder behind, cheaper than the usual bet on states it never saw."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kibitz import ask
from kibitz.games.jeopardy.show import Era
from kibitz.games.jeopardy.value.double_card import CONFIDENCE_LEVELS, PARTS, compute_shares, double_card
from kibitz.rules.cards.card import card_text


@pytest.mark.slow
def test_a_line_for_every_part_standing_and_confidence_bolder_the_surer() -> None:
    lines = compute_shares(Era.RECENT, games=500)
    assert [(line.part, line.behind, line.sure) for line in lines] == [
        (part, behind, sure) for part in range(len(PARTS)) for behind in (False, True) for sure in CONFIDENCE_LEVELS
    ]
    for first, second in pairwise(lines):
        if first.sure < second.sure:
            assert first.share <= second.share
    assert all(line.states > 10 and line.loss >= 0 for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("era", list(Era))
def test_the_card_costs_less_than_half_of_the_usual_bet_on_fresh_states(era: Era) -> None:
    lines = compute_shares(era)
    for part in range(len(PARTS)):
        own = [line for line in lines if line.part == part]
        card, usual = (sum(getattr(line, name) * line.states for line in own) for name in ("loss", "usual_loss"))
        assert card < usual / 2
    later = [line for line in lines if line.part > 0 and line.sure >= 0.65]
    for leading, behind in zip([x for x in later if not x.behind], [x for x in later if x.behind], strict=True):
        assert behind.share > leading.share or leading.share == 1  # nobody can bet more than everything
    text = card_text(double_card(era))
    assert all(part in text for part in PARTS)
    assert max(map(len, text.splitlines())) <= 72
    answer = ask("jeopardy.double-card", era=int(era), format="svg")
    assert answer.card.startswith("<svg")
    assert len(answer.lines) == len(lines)
