"""Ratings over the years with their chart, and the hardest decisions of a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from kibitz.core import Document, InputError
from kibitz.core.exhibits import Curve, Table
from kibitz.core.work import Work
from kibitz.games.chess.people.hardest import hardest_decisions
from kibitz.games.chess.people.phases import parted
from kibitz.games.chess.questions import Rate
from kibitz.games.chess.review import win_chance
from kibitz.rate import format_scale
from kibitz.rate.agents import rated_agent


@pytest.fixture
def rate(make_engine: Callable[..., str], calibration, tournament: str, tmp_path: Path) -> Callable[..., object]:
    """A function that rates the tournament, its games dated one a year from 2001 on in each group of six."""
    games = tournament.split("\n\n[Event ")
    dated = "\n\n[Event ".join(
        game.replace('[Date "????.??.??"]', f'[Date "{2001 + k % 3}.01.01"]') for k, game in enumerate(games)
    )
    work = Work(engine=make_engine("ok"), cache=tmp_path / "cache.sqlite")
    document = Document(name="tournament.pgn", text=dated)
    scale = format_scale(calibration[1])
    return lambda **more: Rate(games=(document,), depth=3, scale=scale, draws=50, **more).answer(work)


def test_each_year_of_a_player_is_rated_and_drawn_with_its_interval(rate) -> None:
    answer = rate(by="year", player="W2000")
    assert [row.player for row in answer.players] == ["W2000, 2001", "W2000, 2002", "W2000, 2003"]
    (curve,) = [part for part in answer.exhibits() if isinstance(part, Curve)]
    assert curve.choices == (2001, 2002, 2003)
    assert curve.names == ("2001", "2002", "2003")
    assert curve.worth == tuple(row.rating for row in answer.players)
    assert curve.low == tuple(row.low for row in answer.players)
    assert curve.plateau is None
    drawn = ElementTree.fromstring(answer.file("chart").data)
    words = [part.text for part in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"2001", "2002", "2003", "Elo"} <= set(words)
    assert "rating" in answer.file("csv").data.decode().splitlines()[0]
    with pytest.raises(InputError, match="two periods"):
        rate(player="W2000").file("chart")


def test_years_are_needed_of_every_game(calibration) -> None:
    decisions = list(calibration[0].marks[0].decisions)
    with pytest.raises(InputError, match="over-time"):
        parted(decisions, "year")
    with pytest.raises(InputError, match="Date"):
        parted(decisions, "year", {str(d.event): "????.??.??" for d in decisions})


def test_the_hardest_decisions_are_those_where_people_of_the_rating_give_up_most_win_chance(rate, calibration) -> None:
    answer = rate(hardest=4)
    assert len(answer.hardest) == 4
    (table,) = [part for part in answer.exhibits() if isinstance(part, Table) and "most often played" in part.columns]
    assert len(table.rows) == 4
    for row in answer.hardest:
        assert 0 <= row.chance <= 1
        assert row.expected_loss > 0
        assert [chance for _, chance in row.likely] == sorted((chance for _, chance in row.likely), reverse=True)
    assert rate(hardest=0).hardest == ()

    decisions, scale = list(calibration[0].marks[0].decisions), calibration[1]
    from kibitz.games.chess.elo import sample_of

    everything = sample_of(decisions, scale)
    names = sorted({str(d.player) for d in decisions})
    found = hardest_decisions(decisions, everything, scale, dict.fromkeys(names, 1500.0), len(decisions))
    assert len(found) == len(decisions)
    assert hardest_decisions(decisions, everything, scale, dict.fromkeys(names), 5) == ()
    costs = []
    for d in decisions:
        one = sample_of([d], scale)
        p = np.zeros(len(d.utilities))
        p[one.order[0, : one.counts[0]]] = rated_agent(one, scale, 1500).chances(one)[0, : one.counts[0]]
        wins = win_chance(np.array(d.utilities))
        costs.append(float(p @ (wins.max() - wins)))
    hardest = decisions[int(np.argmax(costs))]
    assert found[0].decision == str(hardest.id)
    assert found[0].loss == pytest.approx(hardest.loss)
