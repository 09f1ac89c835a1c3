"""Ratings in a sentence, over the years and by phase, and the decisions of a file behind them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from msgspec.structs import replace

from kibitz.core import Document, InputError
from kibitz.core.exhibits import Table
from kibitz.core.exhibits.replay import GameReplay
from kibitz.core.exhibits.summaries import AnswerSummary
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve
from kibitz.draw.forest_plot import ForestPlot
from kibitz.games.chess.people.hardest_decisions import hardest_decisions
from kibitz.games.chess.people.peer_comparison import ComparedDecision, PeerChoice, peer_chances
from kibitz.games.chess.people.phases import split_players_by
from kibitz.games.chess.questions import RateRequest
from kibitz.games.chess.review import win_chance
from kibitz.rate import format_scale
from kibitz.rate.agents import agent_of_rating


@pytest.fixture
def rate(make_engine: Callable[..., str], calibration, tournament: str, tmp_path: Path) -> Callable[..., object]:
    """A function that rates the tournament, its games dated one a year from 2001 on in each group of six."""
    games = tournament.split("\n\n[Event ")
    dated = "\n\n[Event ".join(
        game.replace('[Date "????.??.??"]', f'[Date "{2001 + k % 3}.01.01"]') for k, game in enumerate(games)
    )
    work = WorkContext(engine=make_engine("ok"), cache=tmp_path / "cache.sqlite")
    document = Document(name="tournament.pgn", text=dated)
    scale = format_scale(calibration[1])
    return lambda **more: RateRequest(games=(document,), depth=3, scale=scale, draws=50, **more).answer(work)


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
    assert not [part for part in answer.exhibits() if isinstance(part, AnswerSummary)]  # a year is no player
    with pytest.raises(InputError, match="two periods"):
        rate(by="game", player="W2000").file("chart")


def test_years_are_needed_of_every_game(calibration) -> None:
    decisions = list(calibration[0].marks[0].decisions)
    with pytest.raises(InputError, match="over-time"):
        split_players_by(decisions, "year")
    with pytest.raises(InputError, match="Date"):
        split_players_by(decisions, "year", {str(d.event): "????.??.??" for d in decisions})


def test_the_hardest_decisions_are_those_where_people_of_the_rating_give_up_most_win_chance(calibration) -> None:
    decisions, scale = list(calibration[0].marks[0].decisions), calibration[1]
    from kibitz.games.chess.elo_scales import sample_of

    everything = sample_of(decisions, scale)
    names = sorted({str(d.player) for d in decisions})
    chances = peer_chances(decisions, everything, scale, dict.fromkeys(names, 1500.0))
    result = hardest_decisions(decisions, chances, len(decisions))
    assert len(result) == len(decisions)
    assert peer_chances(decisions, everything, scale, dict.fromkeys(names)) == ()
    assert peer_chances(decisions, everything, None, dict.fromkeys(names, 1500.0)) == ()
    costs = []
    for d in decisions:
        one = sample_of([d], scale)
        p = np.zeros(len(d.utilities))
        p[one.order[0, : one.counts[0]]] = agent_of_rating(one, scale, 1500).chances(one)[0, : one.counts[0]]
        wins = win_chance(np.array(d.utilities))
        costs.append(float(p @ (wins.max() - wins)))
    hardest = decisions[int(np.argmax(costs))]
    assert result[0].decision == str(hardest.id)
    assert result[0].loss == pytest.approx(hardest.loss)


def test_a_rating_is_a_sentence_with_what_was_expected_and_the_moves_behind_it_on_a_board(rate) -> None:
    answer = rate(hardest=4, compare=True)
    shown = list(answer.exhibits())
    (verdict,) = [part for part in shown if isinstance(part, AnswerSummary)]
    best = max((row for row in answer.player_rows() if row.rating is not None), key=lambda row: row.rating or 0)
    assert verdict.answer == f"Elo {best.rating:.0f}"
    assert verdict.eyebrow == f"Rating · {best.player}, {best.n} decisions in {best.events} games"
    assert verdict.figure == f"{best.low:.0f} to {best.high:.0f}"
    assert len(answer.players) == 2 * len(answer.player_rows()) == 2 * len({row.player for row in answer.players})
    (own,) = [each for each in answer.peers if each.player == best.player]
    assert f"loses {own.loss:.2f} pawns per move. Players of {best.rating:.0f} lose {own.expected_loss:.2f}" in (
        verdict.reason
    )
    assert own.best_rate == pytest.approx(best.best_rate)
    assert sorted(own.finders, key=lambda each: each[1]) == list(own.finders)  # the stronger find more

    (table,) = [part for part in shown if isinstance(part, Table) and "most often played" in part.columns]
    assert len(table.rows) == len(answer.hardest) == 4
    places = [int(link.partition("=")[2].partition("#")[0]) - 1 for link in table.links]
    assert [answer.moves[place].decision for place in places] == [row.decision for row in answer.hardest]
    (steps,) = [part for part in shown if isinstance(part, GameReplay)]
    assert len(steps.steps) == len(answer.moves) == 100  # of a long file the costliest
    assert max(row.loss for row in answer.moves) == max(row.loss for row in answer.moves + answer.hardest)
    for row, step in zip(answer.moves, steps.steps, strict=True):
        assert step.board.play == row.best_uci
        assert step.board.names == ((row.player, row.opponent) if row.is_white else (row.opponent, row.player))
        assert {row.player[0], row.opponent[0]} == {"W", "B"}
        assert step.board.other == f"{row.played_uci} {row.grade}"
        assert step.chances is not None
        assert sum(bar.chance for bar in step.chances.bars) == pytest.approx(1, abs=0.001)
        assert row.played in {bar.name for bar in step.chances.bars}
        assert {choice.move: choice.loss for choice in row.choices}[row.played] == pytest.approx(row.loss)
        assert [choice.chance for choice in row.choices] == sorted((c.chance for c in row.choices), reverse=True)
    (costs,) = [part for part in shown if isinstance(part, Table) and part.title == "Costliest moves"]
    dearest = max(range(len(answer.moves)), key=lambda k: answer.moves[k].loss)
    assert costs.links[0] == f"?at={dearest + 1}#steps"
    assert costs.rows[0][0] == answer.moves[dearest].name


def test_phases_and_years_with_decisions_enough_stand_beside_the_rating(rate) -> None:
    answer = rate(player="W2000")
    assert [row.player for row in answer.years] == ["W2000, 2001", "W2000, 2002", "W2000, 2003"]
    assert all(row.n >= 20 for row in (*answer.years, *answer.phases))
    assert sum(row.n for row in answer.years) == answer.players[0].n
    assert [part.title for part in answer.exhibits() if isinstance(part, Curve)] == ["W2000: rating by year"]
    phases = [part for part in answer.exhibits() if isinstance(part, ForestPlot) and part.title == "By phase"]
    assert [row.name for part in phases for row in part.rows] == [row.player for row in answer.phases]


def test_a_move_is_called_by_its_number_where_the_record_tells_it() -> None:
    known = ComparedDecision(
        decision="spring.pgn#1:24",
        player="Birch",
        opponent="Ash",
        position="8/8/8/4k3/8/8/4P3/4K3 b - - 0 1",
        elo=1907.0,
        played="Kd5",
        best="Kd5",
        played_uci="e5d5",
        best_uci="e5d5",
        value=0.0,
        chance=0.5,
        best_rate=0.5,
        expected_loss=0.1,
        loss=0.0,
        grade="best",
        choices=(PeerChoice("Kd5", 0.5, 0.0, "best"),),
    )
    assert known.name == "12... Kd5"
    assert known.fen_with_number == "8/8/8/4k3/8/8/4P3/4K3 b - - 0 12"
    assert replace(known, decision="spring.pgn#1:23").name == "Kd5"  # White's half-move, and Black is to move
    assert replace(known, decision="").name == "Kd5"


@pytest.mark.parametrize(("id", "name"), [("g:23", "12. e4"), ("g:24", "e4"), ("g", "e4"), (f"g:{'1' * 5_000}", "e4")])
def test_a_move_has_its_number_only_where_its_record_tells_one(id: str, name: str) -> None:
    move = ComparedDecision(
        decision=id,
        player="x",
        opponent="",
        position="8/8/8/8/8/8/8/8 w - - 0 1",
        elo=2000,
        played="e4",
        best="e4",
        played_uci="",
        best_uci="",
        value=0,
        chance=1,
        best_rate=1,
        expected_loss=0,
        loss=0,
        grade="best",
        choices=(),
    )
    assert move.name == name
