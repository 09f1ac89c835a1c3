"""Rating many players: the shared table of losses, intervals by formula first, and workers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core import Document, Unit
from kibitz.core.decision import Decision, format_decision
from kibitz.core.ids import ChoiceIndex, EventId, PlayerId
from kibitz.core.work import WorkContext
from kibitz.rate.fallible import simulate_choices
from kibitz.rate.questions import RatePlayersRequest
from kibitz.rate.ratings.field_rating import LossTable, fit_players, loss_table, pooled_start
from kibitz.rate.ratings.intrinsic import intrinsic_rating
from kibitz.rate.ratings.resampling import mean_loss
from kibitz.rate.ratings.scale import Scale, loss_scale
from kibitz.rate.records.sample import Sample

PLAYERS, EACH = 21, 100


@pytest.fixture(scope="module")
def field() -> dict[str, Sample]:
    """Players of different strength, 100 decisions in 10 events each."""
    rng = np.random.default_rng(5)
    result = {}
    for player in range(PLAYERS):
        values = np.clip(rng.normal(0.5, 0.1, size=(EACH, 5)), 0, 1)
        events = [f"{player}:{k // 10}" for k in range(EACH)]
        plain = Sample.from_arrays(
            values, np.zeros(EACH, int), events=events, players=[f"p{player:02}"] * EACH, unit=Unit.WIN
        )
        result[f"p{player:02}"] = simulate_choices(plain, 0.02 * 1.1**player, 0.5, rng)
    return result


@pytest.fixture(scope="module")
def scale(field: dict[str, Sample]) -> Scale:
    return loss_scale(Sample.union(list(field.values())))


def test_the_table_gives_the_losses_of_the_whole_reference(
    field: dict[str, Sample], scale: Scale, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.rate.ratings.field_rating.LARGE_REFERENCE", 1_000)
    fits = fit_players(field, scale, None)
    table = loss_table(scale, list(fits.values()))
    assert isinstance(table, LossTable)
    assert len(fits) >= PLAYERS - 2
    for each in fits.values():
        assert table.contains(each.theta)
        assert table.loss(each.theta) == pytest.approx(mean_loss(scale.reference, each.s, each.c), rel=1e-4)


def test_a_small_reference_needs_no_table(field: dict[str, Sample], scale: Scale) -> None:
    few = replace(scale, reference=scale.reference.take(np.arange(100)))
    assert loss_table(few, list(fit_players(field, few, None).values())) is None


def test_a_warm_start_finds_the_same_fits(field: dict[str, Sample], scale: Scale) -> None:
    cold = fit_players(field, scale, None)
    warm = fit_players(field, scale, pooled_start(scale.reference, scale))
    for name, each in cold.items():
        assert warm[name].theta == pytest.approx(each.theta, abs=1e-6)


def test_intervals_by_formula_are_about_those_of_the_bootstrap(field: dict[str, Sample], scale: Scale) -> None:
    ratios = []
    for own in list(field.values())[:4]:
        quick = intrinsic_rating(own, scale, interval="auto")
        slow = intrinsic_rating(own, scale, interval="bootstrap", draws=200)
        assert quick.value == slow.value
        assert "formula" in quick.note
        ratios.append(np.log(quick.high / quick.low) / np.log(slow.high / slow.low))
    assert 0.8 < float(np.mean(ratios)) < 1.2
    assert min(ratios) > 0.6
    assert max(ratios) < 1.6


def _document(field: dict[str, Sample]) -> Document:
    lines = []
    for name, own in field.items():
        for row in range(len(own)):
            decision = Decision(
                utilities=tuple(own.values[row].tolist()),
                chosen=ChoiceIndex(int(own.chosen[row])),
                unit=Unit.WIN,
                player=PlayerId(name),
                event=EventId(f"{name}:{own.events[row]}"),
            )
            lines.append(format_decision(decision))
    return Document(name="field.jsonl", text="\n".join(lines) + "\n")


def test_few_players_have_the_bootstrap_and_many_the_formula(field: dict[str, Sample]) -> None:
    few = RatePlayersRequest(file=_document(dict(list(field.items())[:2])), draws=20).answer(WorkContext())
    many = RatePlayersRequest(file=_document(field), draws=20).answer(WorkContext())
    assert all("formula" not in row.note for row in few.players)
    assert sum("formula" in row.note for row in many.players) > 0.7 * PLAYERS


@pytest.mark.slow
def test_workers_give_the_same_ratings(field: dict[str, Sample]) -> None:
    request = RatePlayersRequest(file=_document(field), draws=20)
    assert request.answer(WorkContext(workers=2)) == request.answer(WorkContext())
