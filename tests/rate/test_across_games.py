"""One vocabulary of ratings for all games: percentiles among people, and what two games have in common."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import ChoiceIndex, Decision, Document, EventId, GameId, InputError, PlayerId, Unit, format_decision
from kibitz.core.work import WorkContext
from kibitz.rate import Sample, intrinsic_rating, loss_scale, simulate_choices
from kibitz.rate.questions import CompareRequest, RatePlayersRequest
from kibitz.rate.records.simulated import simulated_positions


def written(name: str, players: dict[str, float], game: str = "", unit: Unit = Unit.WIN, n: int = 40) -> Document:
    """Decisions of simulated players, each by sensitivity, as JSON lines."""
    lines = []
    for k, (player, s) in enumerate(players.items()):
        rng = np.random.default_rng(k + 1)
        sample = simulate_choices(simulated_positions(n, 6, rng, events=n // 5), s, 0.5, rng)
        for i in range(n):
            worth = tuple((1 - np.minimum(sample.deltas[i, : sample.counts[i]], 1)).tolist())
            lines.append(
                format_decision(
                    Decision(
                        utilities=worth,
                        chosen=ChoiceIndex(int(sample.chosen[i])),
                        unit=unit,
                        player=PlayerId(player),
                        event=EventId(f"e{i // 5}"),
                        game=GameId(game),
                    )
                )
            )
    return Document(name=name, text="\n".join(lines) + "\n")


CROWD = {f"p{k}": 0.05 * 2**k for k in range(5)}


@pytest.mark.slow
def test_percentiles_among_people_count_those_who_lose_more() -> None:
    people = written("people.jsonl", CROWD)
    own = written("me.jsonl", {"me": 0.1})
    answer = RatePlayersRequest(file=own, comparison_group=people, draws=20).answer(WorkContext())
    (row,) = answer.players
    sample = Sample.from_decisions([*_read(own)])
    scale = loss_scale(sample)
    losses = [
        intrinsic_rating(each, scale, draws=2).expected_loss
        for each in Sample.from_decisions([*_read(people)]).by_player().values()
    ]
    assert row.percentile == pytest.approx(100 * np.mean([loss > row.expected_loss for loss in losses]))
    assert answer.among == "5 players of people.jsonl"
    assert "5 players of people.jsonl lose more" in " ".join(answer.explain().reasons)
    with pytest.raises(InputError, match="at least 5 players"):
        RatePlayersRequest(file=own, comparison_group=own, draws=20).answer(WorkContext())
    with pytest.raises(InputError, match="unit"):
        RatePlayersRequest(
            file=own, comparison_group=written("points.jsonl", CROWD, unit=Unit.EQUITY), draws=20
        ).answer(WorkContext())


@pytest.mark.slow
def test_files_of_two_games_are_rated_each_by_itself_and_say_what_can_be_compared() -> None:
    wagers, plays = written("wagers.jsonl", {"a": 0.1}, "jeopardy"), written("plays.jsonl", {"b": 0.6}, "backgammon")
    answer = CompareRequest(a=wagers, b=plays, draws=20).answer(WorkContext())
    assert answer.difference is None
    assert "jeopardy and backgammon are different games" in answer.apart
    first, second = answer.standings
    assert first.percentile > second.percentile
    assert first.avoided > second.avoided
    assert answer.a.percentile == first.percentile
    assert answer.explain().headline.startswith("Losses cannot be compared")
    assert 0 < second.best_rate < first.best_rate < 1
    same = CompareRequest(a=wagers, b=written("more.jsonl", {"c": 0.6}, "jeopardy"), draws=20).answer(WorkContext())
    assert same.apart == ""
    assert same.difference == pytest.approx(same.a.expected_loss - same.b.expected_loss)
    units = CompareRequest(a=wagers, b=written("x.jsonl", {"b": 0.6}, unit=Unit.EQUITY), draws=20).answer(WorkContext())
    assert "win and equity cannot be compared" in units.apart


def _read(document: Document) -> list[Decision]:
    from kibitz.rate.records.decision_files import load_decisions

    return load_decisions(document)
