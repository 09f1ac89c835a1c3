"""Exams: Rasch and partial-credit fits against conditional likelihood and known truth, and what cannot be told."""

from __future__ import annotations

import csv
import json
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize

from kibitz import ask
from kibitz.core import Document, InputError
from kibitz.rate.exams.grades import intrinsic_grades
from kibitz.rate.exams.item_response import (
    MISSING,
    Layout,
    MarginalLikelihood,
    ModelName,
    Responses,
    collapse_credits,
    fit_exam,
)
from kibitz.rate.exams.item_statistics import cronbach_alpha, item_misfit
from kibitz.rate.exams.response_table import group_marks, item_credits, read_matrix


def simulated(people: int, difficulties: list[float], seed: int, spread: float = 1.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    ability = rng.normal(0, spread, (people, 1))
    return (rng.random((people, len(difficulties))) < 1 / (1 + np.exp(np.array(difficulties) - ability))).astype(int)


def conditional(right: np.ndarray) -> np.ndarray:
    """Item difficulties (mean 0) by conditional likelihood, sums over all answer patterns: no ability enters."""
    n = right.shape[1]
    patterns = [[set(some) for some in combinations(range(n), k)] for k in range(n + 1)]
    totals = np.bincount(right.sum(axis=1), minlength=n + 1)

    def badness(free: np.ndarray) -> float:
        b = np.append(free, -free.sum())
        sums = [np.log(sum(np.exp(-sum(b[i] for i in some)) for some in group)) for group in patterns]
        return float(right.sum(axis=0) @ b + totals @ np.array(sums))

    free = minimize(badness, np.zeros(n - 1), method="BFGS").x
    return np.append(free, -free.sum())


def test_rasch_difficulties_agree_with_conditional_likelihood_on_simulated_answers():
    right = simulated(400, [-1.0, -0.3, 0.2, 0.6, 1.1], 1)
    result = fit_exam(right)
    ours = result.difficulties - result.difficulties.mean()
    np.testing.assert_allclose(ours, conditional(right), atol=0.05)
    assert result.spread == pytest.approx(1.0, abs=0.3)


def test_rasch_difficulties_agree_with_conditional_likelihood_on_a_small_set_made_by_hand():
    right = np.array(
        [
            [1, 1, 1, 0],
            [1, 1, 0, 0],
            [1, 0, 1, 0],
            [0, 1, 0, 0],
            [1, 1, 1, 1],
            [1, 0, 0, 0],
            [1, 1, 0, 1],
            [0, 0, 0, 0],
            [1, 1, 1, 0],
            [0, 0, 1, 0],
        ]
    )
    result = fit_exam(right)
    theirs = conditional(right)
    np.testing.assert_allclose(result.difficulties - result.difficulties.mean(), theirs, atol=0.35)
    assert result.difficulties.argsort().tolist() == theirs.argsort().tolist()


def test_partial_credit_steps_are_recovered_and_errors_are_of_their_size():
    rng = np.random.default_rng(3)
    steps = np.array([[-0.8, 0.4], [0.0, 0.9], [-0.4, -0.1], [0.5, 1.0]])
    ability = rng.normal(0, 1, 1500)
    credits = np.empty((1500, 4), dtype=int)
    for i, d in enumerate(steps):
        heights = np.exp(np.arange(3)[:, None] * ability - np.concatenate([[0], np.cumsum(d)])[:, None])
        credits[:, i] = (np.cumsum(heights / heights.sum(0), axis=0) < rng.random(1500)).sum(axis=0)
    result = fit_exam(credits)
    for got, error, d in zip(result.steps, result.steps_se, steps, strict=True):
        assert (np.abs(got - d) < 3.5 * error).all()
        assert (error < 0.15).all()


def test_what_the_answers_cannot_tell_has_no_figure():
    right = simulated(60, [0.0, 0.5], 4)
    right = np.hstack([right, np.ones((60, 1), dtype=int)])
    result = fit_exam(right)
    assert result.steps[2] is None
    assert np.isnan(result.difficulties[2])
    some = right.copy()
    some[::2, 0] = MISSING
    assert fit_exam(some).steps[0] is not None
    with pytest.raises(InputError, match="answers differ"):
        fit_exam(np.ones((5, 3), dtype=int))
    assert collapse_credits(np.array([[0, 2], [2, MISSING], [0, 2]]))[1] == [1, 0]


def exam_lines() -> str:
    """Three items for eight players; the third is always right."""
    lines = []
    for p, answers in enumerate(["000", "010", "100", "120", "210", "000", "110", "220"]):
        for item, chosen in enumerate(answers):
            lines.append(
                json.dumps(
                    {
                        "utilities": [0.6, 0.55, 0.1],
                        "chosen": int(chosen) if item < 2 else 0,
                        "unit": "win",
                        "player": f"p{p}",
                        "id": f"item {item}",
                    }
                )
            )
    return "\n".join(lines) + "\n"


def test_an_exam_shows_items_and_players_and_names_what_is_not_told():
    answer = ask("rate.exam", file={"name": "exam.jsonl", "text": exam_lines()})
    assert [item.n for item in answer.items] == [8, 8, 8]
    assert answer.items[2].difficulty is None
    assert "all answers are right" in answer.items[2].untold
    assert answer.items[0].difficulty is not None
    for item in answer.items:
        assert item.loss_weak > item.loss_usual > item.loss_strong
    by_name = {player.player: player for player in answer.players}
    assert by_name["p0"].ability > by_name["p1"].ability > by_name["p7"].ability
    assert by_name["p6"].credit > by_name["p7"].credit


def test_answers_without_items_or_given_twice_are_refused():
    with pytest.raises(InputError, match="position or an id"):
        ask("rate.exam", file={"name": "a.csv", "text": "utilities,chosen,player\n1 0,0,a\n1 0,1,b\n"})
    twice = exam_lines() + exam_lines().splitlines()[0] + "\n"
    with pytest.raises(InputError, match="twice"):
        ask("rate.exam", file={"name": "a.jsonl", "text": twice})


def answers_of(model: str, people: int, items: int, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Abilities, difficulties and credits of a simulated exam."""
    ability, level = rng.normal(size=people), rng.normal(size=items)
    if model == "partial credit":
        steps = np.sort(rng.normal(0, 0.8, (items, 3)), axis=1) + level[:, None]
        total = np.concatenate([np.zeros((items, 1)), np.cumsum(steps, axis=1)], axis=1)
        p = np.exp(np.arange(4)[:, None] * ability - total[:, :, None])
        p /= p.sum(axis=1, keepdims=True)
        return ability, steps.mean(axis=1), (np.cumsum(p, axis=1) < rng.random((items, 1, people))).sum(axis=1).T
    slopes = np.exp(rng.normal(0, 0.4, items)) if model.startswith("2pl") else np.ones(items)
    slopes /= np.exp(np.log(slopes).mean())
    g = 0.2 if model == "2pl guessing" else 0.0
    p = g + (1 - g) / (1 + np.exp(-slopes * (ability[:, None] - level)))
    return ability, level, (rng.random((people, items)) < p).astype(int)


@pytest.mark.parametrize("model", ["rasch", "partial credit", "2pl", "2pl guessing"])
def test_the_gradient_of_every_model_is_that_of_differences(model: ModelName):
    rng = np.random.default_rng(2)
    credits = answers_of(model, 40, 5, rng)[2]
    credits[::7, 1] = MISSING
    likelihood = MarginalLikelihood(
        Responses.of(credits), Layout(credits.max(axis=0), model.startswith("2pl"), model == "2pl guessing")
    )
    at = likelihood.start() + rng.normal(0, 0.3, likelihood.layout.n_parameters)
    slope = likelihood.badness(at)[1]
    for j, e in enumerate(np.eye(len(at)) * 1e-5):
        rise = likelihood.badness(at + e)[0] - likelihood.badness(at - e)[0]
        assert slope[j] == pytest.approx(rise / 2e-5, abs=1e-5)


@pytest.mark.parametrize(
    ("model", "people", "items", "runs"),
    [("rasch", 25, 20, 25), ("partial credit", 25, 20, 15), ("rasch", 8, 8, 40)],
)
def test_intervals_of_small_classes_hold_the_truth(model, people, items, runs):
    rng = np.random.default_rng(8)
    held = [0, 0]
    for _ in range(runs):
        ability, level, credits = answers_of(model, people, items, rng)
        result = fit_exam(credits)
        known = np.isfinite(result.difficulties)
        held[0] += int((np.abs(result.abilities - ability) < 1.96 * result.abilities_se).sum())
        held[1] += int((np.abs(result.difficulties - level)[known] < 1.96 * result.difficulties_se[known]).sum())
    assert held[0] / (runs * people) > 0.92
    assert held[1] / (runs * items) > 0.89


def test_a_tiny_class_is_not_told_apart_to_two_digits():
    result = fit_exam(np.array([[1, 0], [0, 1], [1, 1]]))
    assert (result.abilities_se > 0.4).all()
    assert result.spread > 0.3


@pytest.mark.parametrize(
    ("model", "people", "items"), [("rasch", 300, 15), ("2pl", 400, 20), ("2pl guessing", 600, 30)]
)
def test_the_model_that_made_the_answers_is_chosen(model, people, items):
    credits = answers_of(model, people, items, np.random.default_rng(5))[2]
    result = fit_exam(credits)
    assert result.model == model
    assert result.candidates[model] == 0
    if model == "2pl guessing":
        assert result.guessing == pytest.approx(0.2, abs=0.08)
        wrong = fit_exam(credits, "rasch")
        assert (item_misfit(wrong) < 0.01 / items).sum() > 0
    assert (item_misfit(result) < 0.01 / items).sum() <= 1


def test_marks_of_thirds_count_as_thirds():
    _, level, credits = answers_of("partial credit", 300, 12, np.random.default_rng(9))
    lines = ["player," + ",".join(f"q{i}" for i in range(12))]
    lines += [f"p{p}," + ",".join(f"{c / 3:.4f}" for c in row) for p, row in enumerate(credits)]
    answer = ask("rate.exam", file={"name": "a.csv", "text": "\n".join(lines)})
    assert answer.model == "partial credit"
    assert np.corrcoef([item.step for item in answer.items], level)[0, 1] > 0.97
    assert answer.players[0].credit == pytest.approx(credits[0].mean() / 3, abs=1e-3)
    values = np.tile(np.array([1.0, 2 / 3, 1 / 3, 0.0]), (4, 1))
    assert item_credits(values, np.array([0, 1, 2, 3]))[0].tolist() == [3, 2, 1, 0]
    many = np.tile(np.linspace(1, 0, 20), (3, 1))
    assert item_credits(many, np.array([0, 3, 15]))[0].tolist() == [2, 1, 0]


LETTERS = "name;q1;q2;q3\nKEY;A;B/C;D\nann;A;C;D\nbob;a;B;\ncy;B;A;D\ndi;A;A;A\n"


def test_letters_with_a_key_and_empty_answers_are_read_and_distractors_told():
    table = read_matrix(Document(name="a.csv", text=LETTERS))
    assert table.players == ("ann", "bob", "cy", "di")
    assert table.credits.tolist() == [[1, 1, 1], [1, 1, 0], [0, 0, 1], [1, 0, 0]]
    missing = read_matrix(Document(name="a.csv", text=LETTERS), "missing")
    assert missing.credits[1].tolist() == [1, 1, MISSING]
    answer = ask("rate.exam", file={"name": "a.csv", "text": LETTERS})
    options = {option.option: option for option in answer.items[1].options}
    assert (options["A"].n, options["A"].is_key, options["B"].is_key) == (2, False, True)
    assert sum(option.share for option in options.values()) == pytest.approx(1)
    assert any("1 empty answer counted as wrong" in note for note in answer.notes)
    for bad, message in (
        ("name,q1,q2\nann,A,1\nbob,1,1\n", "no number; letters need a row named KEY"),
        ("name,q1,q2\nann,1,1\nann,1,0\n", "same name"),
        ("name,q1,q2\nKEY,A,\nann,A,B\nbob,A,B\n", "no answer for 'q2'"),
        ("name,q1,q2\nMAX,1,2\nann,1,3\nbob,1,0\n", "points must be"),
    ):
        with pytest.raises(InputError, match=message):
            ask("rate.exam", file={"name": "a.csv", "text": bad})


def test_more_marks_than_steps_are_grouped_and_order_is_kept():
    levels = group_marks(np.linspace(0, 1, 21))
    assert len(levels) == 6
    assert levels[0] == 0
    assert (np.diff(levels) > 0).all()


def test_alpha_is_that_of_the_textbook_and_order_of_rows_and_columns_does_not_matter():
    _, _, credits = answers_of("rasch", 40, 6, np.random.default_rng(11))
    rows = np.random.default_rng(1).permutation(40)
    texts = []
    for table in (credits, credits[rows][:, ::-1]):
        lines = ["name," + ",".join(f"q{i}" for i in range(6))]
        lines += [f"p{p}," + ",".join(map(str, row)) for p, row in enumerate(table)]
        texts.append("\n".join(lines))
    table = read_matrix(Document(name="a.csv", text=texts[0]))
    p = credits.mean(axis=0)
    kr20 = 6 / 5 * (1 - (p * (1 - p)).sum() / credits.sum(axis=1).var())
    assert cronbach_alpha(table) == pytest.approx(kr20)
    one, other = fit_exam(credits), fit_exam(credits[rows][:, ::-1])
    np.testing.assert_allclose(one.difficulties, other.difficulties[::-1], atol=2e-3)
    np.testing.assert_allclose(one.abilities[rows], other.abilities, atol=0.08)


def test_a_grade_on_a_reference_exam_does_not_depend_on_how_hard_the_own_exam_was():
    rng = np.random.default_rng(12)
    ability, level = (
        rng.normal(size=400),
        np.concatenate([np.linspace(-2, 0, 12), np.linspace(-1, 1, 8), np.linspace(0, 2, 12)]),
    )
    right = (rng.random((400, 32)) < 1 / (1 + np.exp(level - ability[:, None]))).astype(int)
    names = tuple(f"q{i}" for i in range(32))
    easy, hard = fit_exam(right[:200, :20]), fit_exam(right[200:, 12:])
    truth = (1 / (1 + np.exp(level[12:] - ability[:200, None]))).mean(axis=1)
    grades = intrinsic_grades(easy, hard, names[:20], names[12:])
    assert grades.n_common == 8
    assert np.mean(grades.values - truth) == pytest.approx(0, abs=0.04)
    assert 0.88 < np.mean((grades.low <= truth) & (truth <= grades.high)) <= 1
    plain = right[:200, :20].mean(axis=1)
    assert np.mean(plain - truth) > 0.15
    with pytest.raises(InputError, match="share 0 items"):
        intrinsic_grades(easy, hard, names[:20], tuple(f"r{i}" for i in range(20)))


def test_a_cell_without_end_is_refused_in_a_sentence() -> None:
    text = 'name,q1,q2\nKEY,A,B\nann,"' + "A" * 200_000
    limit = csv.field_size_limit(131_072)  # readers of decisions raise it for the whole process
    try:
        with pytest.raises(InputError, match="cannot be read"):
            read_matrix(Document(name="exam.csv", text=text))
    finally:
        csv.field_size_limit(limit)


CLASS_SHEET = """name,q1,q2,q3,q4,q5
KEY,A,C,B,D,A
ann,A,C,B,D,A
bob,A,C,B,A,A
cy,A,B,B,D,C
di,B,C,A,D,
ed,A,C,B,C,B
flo,C,A,A,A,C
gus,A,C,B,D,A
"""


def test_a_report_lists_grades_items_answers_given_and_information() -> None:
    answer = ask.rate.exam(file=Document(name="exam.csv", text=CLASS_SHEET))
    tables = {table.title: table for each in answer.exhibits() if (table := each.table()) is not None}
    assert list(tables) == ["Players", "Items", "Answers given", ""]
    assert "grade of 100 (95 %)" in tables["Players"].columns
    assert {"difficulty", "point-biserial", "fit p"} <= set(tables["Items"].columns)
    assert "discrimination (95 %)" not in tables["Items"].columns, "Rasch items discriminate alike"
    assert tables["Answers given"].rows[0][:2] == ("q1", "A (key)")
    assert len(tables[""].rows) == 7


def test_players_with_the_same_marks_have_the_same_grade() -> None:
    answer = ask.rate.exam(file=Document(name="exam.csv", text=CLASS_SHEET))
    grades = {player.player: (player.grade, player.grade_low, player.grade_high) for player in answer.players}
    assert grades["ann"] == grades["gus"]
    assert grades["ann"] > grades["bob"] > grades["flo"]
