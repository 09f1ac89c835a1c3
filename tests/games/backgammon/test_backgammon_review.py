"""A match reviewed: chances to win it from decision to decision, costs in that unit, luck and skill that add up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kibitz import ask
from kibitz.core.exhibits import Table
from kibitz.core.exhibits.replay import GameReplay
from kibitz.draw.forest_plot import ForestPlot
from kibitz.draw.waterfall import Waterfall
from kibitz.draw.win_chart import WinChart
from kibitz.games.backgammon.answers.review import ReviewAnswer
from kibitz.games.backgammon.cube.decision import cube_decision
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.match.review import match_value
from kibitz.games.backgammon.nets.probabilities import Probabilities
from kibitz.games.backgammon.questions.matches import SHORT_MATCH

MONEY = """ 0 point match

 Game 1
 ann : 0                              bob : 0
  1) 31: 8/5 6/5                      52: 13/11 13/8
  2)  Doubles => 2                     Drops
      Wins 1 point
"""


def reviewed(text: str) -> ReviewAnswer:
    answer = ask("backgammon.review", match={"name": "match.mat", "text": text}, plies=0)
    assert isinstance(answer, ReviewAnswer)
    return answer


@pytest.fixture(scope="module")
def review() -> ReviewAnswer:
    return reviewed(SHORT_MATCH)


@given(st.floats(0.02, 0.98), st.integers(0, 4), st.integers(0, 4), st.sampled_from([Owner.CENTRED, Owner.OWN]))
def test_a_normalised_equity_goes_back_to_the_chance_it_came_from(
    win: float, own: int, other: int, owner: Owner
) -> None:
    state = CubeState(5, own, other, 1 if owner is Owner.CENTRED else 2, owner)
    p = Probabilities(win, 0.2 * win, 0.01 * win, 0.2 * (1 - win), 0.01 * (1 - win))
    decision = cube_decision(p, state, 0.7)
    assert decision.match_chances is not None
    for equity, chance in zip((decision.no_double, decision.double_take), decision.match_chances, strict=False):
        if abs(match_value(1.0, state) - match_value(-1.0, state)) > 1e-9:
            assert match_value(equity, state) == pytest.approx(chance, abs=1e-9)


def test_money_equity_is_worth_its_cube_in_points() -> None:
    assert match_value(-0.4, CubeState(cube=4, owner=Owner.OWN)) == -1.6


def test_errors_and_luck_lead_from_an_even_match_to_its_end(review: ReviewAnswer) -> None:
    assert review.start == pytest.approx(0.5)
    assert review.end == 0.0  # bob wins 5-0 in the sample
    steps = next(each for each in review.exhibits() if isinstance(each, Waterfall))
    assert steps.levels[-1] == pytest.approx(review.end)
    own, other, _ = steps.stairs
    for stair, name, sign in ((own, "ann", -1), (other, "bob", 1)):
        assert stair.amount == pytest.approx(sign * sum(d.cost for d in review.decisions if d.player == name))
        assert stair.name == f"{name} errors"
    assert all(0 <= d.cost <= 1 and 0 <= d.chance <= 1 for d in review.decisions)
    assert all((d.cost > 0) == (d.loss > 0) for d in review.decisions)


def test_the_story_goes_from_an_even_match_through_every_decision_to_its_end(review: ReviewAnswer) -> None:
    assert review.decisions[0].chance == pytest.approx(0.5, abs=0.1)
    story = next(each for each in review.exhibits() if isinstance(each, WinChart))
    assert story.lines[0].values == (*(d.chance for d in review.decisions), review.end)
    assert [words for _, words in story.parts] == ["game 1, 0–0", "game 2, 0–1"]
    bad = [d for d in review.decisions if d.grade in ("inaccuracy", "mistake", "blunder")]
    assert [flag.seat for flag in story.flags] == [1 if d.player == "ann" else 2 for d in bad]


def test_every_error_has_its_reason_its_arrows_and_the_choices_there_were(review: ReviewAnswer) -> None:
    steps = next(each for each in review.exhibits() if isinstance(each, GameReplay)).steps
    for step, d in zip(steps, review.decisions, strict=True):
        assert step.best == d.best
        if d.grade not in ("inaccuracy", "mistake", "blunder"):
            assert (step.options, step.why) == (None, "")
            continue
        assert step.why.startswith(("It ", "You win "))
        assert step.options is not None
        assert step.options.rows[0][0] == d.best
        assert [row[0] for row in step.options.rows if "(played)" in row[0]] == [f"{d.chosen} (played)"]
        if d.kind == "play":
            assert step.board.other == f"{d.chosen} {d.grade}"


def test_rates_have_intervals_that_hold_them_and_kinds_that_weigh_to_the_whole(review: ReviewAnswer) -> None:
    shown = list(review.exhibits())
    whiskers = next(each for each in shown if isinstance(each, ForestPlot))
    for whisker, player in zip(whiskers.rows, review.players, strict=True):
        assert whisker.value == player.pr
        assert whisker.low is not None
        assert whisker.high is not None
        assert whisker.low <= whisker.value <= whisker.high
    tables = {each.title: each for each in shown if isinstance(each, Table)}
    assert [row[0] for row in tables["PR by phase of the game"].rows] == ["opening", "contact", "race"]
    games = tables["PR by game"]
    assert [row[:2] for row in games.rows] == [("1", "0–0"), ("2", "0–1")]
    for column, player in enumerate(review.players, start=2):
        counts = [sum(d.player == player.name and d.game == game for d in review.decisions) for game in (0, 1)]
        weighed = sum(float(row[column]) * n for row, n in zip(games.rows, counts, strict=True)) / sum(counts)
        assert weighed == pytest.approx(player.pr, abs=0.1), "the games weigh up to the match"
    errors = tables["Costliest errors"]
    assert errors.grades[0] == max(review.decisions, key=lambda d: d.loss).grade


def test_players_who_are_level_are_told_so(review: ReviewAnswer) -> None:
    alike = replace(review, players=tuple(replace(player, pr=5.0) for player in review.players))
    assert alike.explain().headline == "Both played equally well: PR 5.00."
    idle = replace(review, players=(replace(review.players[0], decisions=0), review.players[1]))
    assert idle.explain().headline == "There are too few decisions to compare the players."
    still = replace(review, decisions=(), start=0.5, end=0.5)
    (stairs,) = (each for each in still.exhibits() if isinstance(each, Waterfall))
    assert stairs.note.startswith("Both lost the same match chances by errors, the dice favoured nobody.")


def test_the_headline_and_the_match_chances_do_not_contradict_each_other(review: ReviewAnswer) -> None:
    """A lower PR and a larger loss of match chances are both said, each with its unit."""
    best, other = sorted(review.players, key=lambda player: player.pr)
    costs = {best.name: 0.2, other.name: 0.01}
    skewed = replace(review, decisions=tuple(replace(d, cost=costs[d.player]) for d in review.decisions))
    told = skewed.explain()
    assert told.headline.startswith(f"{best.name} played better per decision: PR {best.pr:.2f} against {other.pr:.2f}")
    assert told.headline.endswith("within chance."), "so few decisions decide nothing"
    assert any(line.startswith(f"{other.name} lost less of the match chances") for line in told.reasons)
    (stairs,) = (each for each in skewed.exhibits() if isinstance(each, Waterfall))
    assert stairs.note.startswith(f"{other.name} lost fewer match chances by errors")
    plain = replace(skewed, decisions=tuple(replace(d, cost=0.0) for d in review.decisions))
    assert not any("match chances" in line for line in plain.explain().reasons)


def test_money_play_has_no_story_and_counts_luck_in_points() -> None:
    review = reviewed(MONEY)
    shown = list(review.exhibits())
    assert not any(isinstance(each, WinChart) for each in shown)
    steps = next(each for each in shown if isinstance(each, Waterfall))
    assert (steps.start, steps.percent) == (0.0, False)
    assert steps.levels[-1] == pytest.approx(1.0)


def test_two_players_of_one_name_are_told_apart(review: ReviewAnswer) -> None:
    alike = reviewed(SHORT_MATCH.replace(" ann :", " bob :"))
    assert [player.name for player in alike.players] == ["bob (1)", "bob (2)"]
    assert [player.pr for player in alike.players] == [player.pr for player in review.players]
    assert {decision.player for decision in alike.decisions} == {"bob (1)", "bob (2)"}
