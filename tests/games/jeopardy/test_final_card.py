"""Cheat sheets for Final Jeopardy: what ships, what it costs, and how it is learnt."""

from __future__ import annotations

import json

import numpy as np
import pytest

from kibitz.cli.main import run
from kibitz.core import InputError
from kibitz.games.jeopardy.final.card import final_card, list_wager, load_shipped_list, load_shipped_loss
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.fit.final_cards import measure_list, relearn_list
from kibitz.games.jeopardy.fit.final_lists import (
    bet_amounts,
    bet_forms,
    bet_label,
    draw_scores,
    learn_list,
    training_positions,
)
from kibitz.games.jeopardy.show import Era
from kibitz.rules.language.notation import format_list, parse_list


@pytest.mark.parametrize("era", Era)
@pytest.mark.parametrize("role", range(3))
def test_a_shipped_list_loses_on_fresh_positions_what_its_card_says(era: Era, role: int) -> None:
    claimed = load_shipped_loss(era, role)
    fresh = [(a, b, c) for a, b, c in draw_scores(60, seed=99).tolist()]
    result = measure_list(load_shipped_list(era, role), role, fresh, era, era.ties)
    assert abs(result.mean - claimed.mean) < 4 * np.hypot(result.mean_se, claimed.mean_se) + 1e-4
    assert claimed.mean <= claimed.p95 <= claimed.worst


@pytest.mark.parametrize("role", range(3))
def test_lists_read_back_and_their_bets_are_legal(role: int) -> None:
    decisions = load_shipped_list(Era.PAPER, role)
    assert parse_list(format_list(decisions)) == decisions
    for a, b, c in draw_scores(200, seed=5).tolist():
        assert 0 <= list_wager(decisions, (a, b, c), role) <= (a, b, c)[role]


def test_a_learnt_list_beats_every_single_bet_on_what_it_was_taught() -> None:
    taught = training_positions(1, 80, seed=3)
    decisions = learn_list(1, taught, rules=2, pairs=False)
    loss = measure_list(decisions, 1, [(a, b, c) for a, b, c in taught.scores.tolist()], Era.PAPER, Era.PAPER.ties)
    assert loss.mean < taught.losses.mean(axis=0).min()


def test_lessons_are_losses_of_the_bets_they_name() -> None:
    taught = training_positions(2, 5, seed=4)
    forms = bet_forms(2)
    assert forms[0] == (0, 0, 1, 0)
    wagers = bet_amounts(taught.scores, 2, forms)
    assert (wagers[:, 0] == taught.scores[:, 2]).all()
    a, b, c = taught.scores[0].tolist()
    values = final_advice(FinalPosition((a, b, c), 2), final_model(2)).equities.values
    assert taught.losses[0] == pytest.approx(values.max() - values[wagers[0]])


def test_bets_are_written_as_people_write_them() -> None:
    assert bet_label(1, (0, 1, 0, 0)) == "everything"
    assert bet_label(1, (0, 0, 0, 0)) == "nothing"
    assert bet_label(1, (0, -1, 2, -1)) == "2*C - B - 1"
    assert bet_label(0, (-1, 2, 0, 1)) == "2*B - A + 1"


def test_no_positions_cannot_be_measured() -> None:
    with pytest.raises(InputError, match="positions"):
        measure_list(load_shipped_list(Era.PAPER, 0), 0, [], Era.PAPER, Era.PAPER.ties)


@pytest.mark.parametrize(("kind", "mark"), [("text", "first place"), ("markdown", "## "), ("svg", "<svg")])
def test_the_card_prints_in_every_format(capsys: pytest.CaptureFixture[str], kind: str, mark: str) -> None:
    assert run(["jeopardy", "final-card", "--format", kind]) == 0
    assert mark in capsys.readouterr().out


def test_the_card_answers_programs_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jeopardy", "final-card", "--role", "B", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["lists"]) == {"B"}
    assert 0 <= answer["losses"]["B"]["mean"] <= answer["losses"]["B"]["p95"]
    assert set(ROLES) == {"A", "B", "C"}
    assert run(["jeopardy", "final-card", "--out", "/nowhere/card.txt"]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("role", range(3))
@pytest.mark.parametrize("era", Era)
def test_learning_again_gives_a_list_as_short_at_about_the_shipped_cost(role: int, era: Era) -> None:
    """Not always the same one: where lists lose alike, the last digit of a processor's sums decides the search."""
    decisions, loss = relearn_list(role, era)
    assert decisions.depth <= load_shipped_list(era, role).depth + 1
    assert loss.mean == pytest.approx(load_shipped_loss(era, role).mean, abs=0.0015)


@pytest.mark.parametrize(("era", "words"), [(Era.PAPER, "1996 to 2011"), (Era.RECENT, "since 2015")])
def test_a_card_is_headed_by_its_years_covers_the_runaway_and_prints_no_negative_bet(era: Era, words: str) -> None:
    card = final_card(era)
    assert card.title == f"Final Jeopardy, {words}"
    assert "If a bet is negative, bet $0" in card.given
    assert card.symbols[0].startswith("A, B, C: scores of first")
    for role, section in enumerate(card.sections):
        assert section.lines[0].when.replace("\N{NO-BREAK SPACE}", " ") == "if A > 2·B"
        assert section.lines[0].plays[0].startswith("at most A − 2B − 1" if role == 0 else "all-in")
    for role in range(3):
        assert all(max(form) > 0 or not any(form) for form in bet_forms(role, era.ties))
        for rule in (*load_shipped_list(era, role).rules, None):
            outcome = load_shipped_list(era, role).default if rule is None else rule.outcome
            assert not str(outcome[0].rest).startswith("-")
