"""What others use, measured: trees of constants and linear regression; and parameter sampling as a question."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz import ask
from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.games.parlour import classics, final, weakest_link
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.learning.baselines import regression_lists, tree_lists
from kibitz.rules.learning.sampling import draw_samples, points_of_prior, samples_needed

LINE = PolynomialGame(
    "line",
    "line",
    ("row", "column"),
    parse_domain("s in [0, 1]"),
    Objective.EXPLOITABILITY,
    ("a", "b"),
    ("a", "b"),
    ((parse_expression("s"), parse_expression("0")), (parse_expression("0"), parse_expression("1 - s"))),
)


def test_more_leaves_lose_less_and_every_leaf_is_a_line() -> None:
    game = final.game(5, 3)
    points = game.domain.sample(np.random.default_rng(1), 400)
    means = []
    for leaves in (1, 2, 4):
        lists = tree_lists(game, points, leaves)
        assert [each.roles for each in lists] == [("player 1",), ("player 2",)]
        assert all(each.depth == leaves for each in lists)
        losses = game.check_losses(lists, points)
        means.append(losses["player 1"].mean())
    assert means[0] > means[1] > means[2] > 0


def test_a_tree_of_a_general_sum_game_tells_both_roles() -> None:
    game = classics.hawk_dove()
    points = game.domain.sample(np.random.default_rng(1), 200)
    (both,) = tree_lists(game, points, 4)
    assert both.roles == ("row", "column")
    assert np.isfinite(game.check_losses([both], points)["row"]).all()


def test_regression_finds_a_strategy_that_is_linear() -> None:
    """In this game the optimal chance of a is 1 - s."""
    points = LINE.domain.sample(np.random.default_rng(2), 100)
    lists = regression_lists(LINE, points)
    losses = LINE.check_losses(lists, points)
    assert max(column.max() for column in losses.values()) < 1e-3
    alone = regression_lists(weakest_link.game(), weakest_link.game().domain.sample(np.random.default_rng(1), 50))
    assert alone[0].depth == 1


@pytest.mark.parametrize("method", ["tree", "regression"])
def test_baselines_are_answers_without_a_proof(method: str) -> None:
    result = ask("rules.learn", game="final-5-3", method=method, samples=200)
    assert (result.kind, result.epsilon, result.proofs) == (method, None, ())
    assert all(0 < each.mean < each.worst for each in result.roles)


def test_the_samples_that_theorem_1_asks_for_keep_the_measured_mean_loss() -> None:
    for epsilon in (0.6, 0.2):
        t = samples_needed(LINE, epsilon)
        fresh = LINE.domain.sample(np.random.default_rng(9), 4_000)
        for seed in range(3):
            losses = draw_samples(LINE, t, np.random.default_rng(seed)).losses(fresh)
            assert max(column.mean() for column in losses.values()) <= epsilon
    assert samples_needed(LINE, 0.1) > samples_needed(LINE, 0.2) > 1
    with pytest.raises(InputError, match="Theorem 1 applies only"):
        samples_needed(classics.hawk_dove(), 0.1)
    with pytest.raises(InputError, match="above 0"):
        samples_needed(LINE, 0)


def test_sampling_reports_losses_by_k_beside_the_list_and_suggests_one() -> None:
    result = ask("rules.sample", game="final-5-3", k=20, epsilon=0.5, at=["p1=1/2", "p2=1/4"])
    assert [each.k for each in result.losses] == [1, 2, 5, 10, 20]
    assert result.learnt is not None
    assert result.learnt.worst < 1e-12 < result.losses[-1].mean < result.losses[0].mean
    assert result.suggested in [each.k for each in result.losses]
    assert result.needed is not None
    assert set(result.played) == {"player 1", "player 2"}
    assert result.file("out").data.decode().count("\nelse") == 20 - 1


def test_a_prior_is_drawn_from_and_clusters_stand_for_it() -> None:
    text = "p2,p1\n" + "\n".join(f"{0.1 + 0.001 * i},{0.9}" for i in range(20))
    prior = Document(name="prior.csv", text=text)
    near = ask("rules.sample", game="final-5-3", k=5, prior=prior)
    wide = ask("rules.sample", game="final-5-3", k=5)
    assert near.losses[-1].mean < wide.losses[-1].mean / 3
    clustered = ask("rules.sample", game="final-5-3", k=5, prior=prior, clusters=True)
    assert clustered.losses[-1].mean < wide.losses[-1].mean / 3


def test_a_prior_may_have_so_many_points_and_not_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.rules.learning.sampling.MAX_SAMPLES", 2)
    assert len(points_of_prior("p1,p2\n0.5,0.5\n0.1,0.2\n", final.game(5, 3))) == 2
    with pytest.raises(InputError, match="must have 1 to 2 points, not 3"):
        points_of_prior("p1,p2\n" + "0.5,0.5\n" * 3, final.game(5, 3))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("p1\n0.5\n", "line 1"),
        ("p1,p2\n0.5\n", "line 2"),
        ("p1,p2\n0.5,x\n", "line 2"),
        ("p1,p2\n0.5,2\n", "line 2"),
        ("", "line 1"),
        ("p1,p2\n", "points, not 0"),
    ],
)
def test_a_wrong_prior_is_refused_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        points_of_prior(text, final.game(5, 3))
