"""Answer of an exam: items with difficulty and discrimination, and players with ability."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct, field

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table, join_truncated
from kibitz.core.exhibits.summaries import AnswerSummary, Fact, ReadingGuide
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import MINUS, format_chance, format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.core import FloatArray
    from kibitz.rate import questions
    from kibitz.rate.exams.item_response import ExamFit
    from kibitz.rate.exams.response_table import ResponseTable
    from kibitz.rate.records.sample import IntArray

UNCERTAIN_SPREAD_SHARE = 0.35
"""Relative standard error of the spread of ability above which a note says that it is hardly told."""

INFORMATION_AT = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
"""Abilities in logits at which the information of the exam is given."""
MODEL_TEXT = {
    "rasch": "Rasch model",
    "partial credit": "partial-credit model",
    "2pl": "2PL model, with a discrimination of each item",
    "2pl guessing": "2PL model with one chance to guess",
}


class AnswerOption(Struct, frozen=True, kw_only=True):
    """One answer to an item: how many gave it, their share, the mean share of marks that they have on the other items,
    and the point-biserial correlation of giving it with that share."""

    option: str
    is_key: bool
    n: int
    share: float
    rest: float | None
    point_biserial: float | None


class ExamItem(Struct, frozen=True, kw_only=True):
    """One item: how many saw it, share of right answers, mean credit (from 0 to 1), Rasch difficulty and mean
    partial-credit step in logits with standard errors (``null`` where the answers do not determine them), expected
    scaled loss of a weak, typical and strong player of the choice model (``null`` where options have no values), and
    the correlation of the mark with the rest of the exam."""

    item: str
    n: int
    right: float
    credit: float
    difficulty: float | None
    difficulty_se: float | None
    step: float | None
    step_se: float | None
    loss_weak: float | None
    loss_usual: float | None
    loss_strong: float | None
    discrimination: float | None
    untold: str = ""
    """Why this item has no difficulty, or nothing."""
    slope: float | None = None
    slope_low: float | None = None
    slope_high: float | None = None
    """Discrimination by the chosen model, relative to the common one, and the ends of its 95 % interval."""
    misfit: float | None = None
    """Chance of an item fitting the chosen model this badly."""
    options: tuple[AnswerOption, ...] = ()
    """What was answered, where the answers are letters."""


class Examinee(Struct, frozen=True, kw_only=True):
    """One player: items seen, right answers, credit, mean scaled loss, ability in logits by the Rasch model and by the
    chosen one, and the intrinsic grade: the expected share of the marks of the reference exam, with 95 % interval."""

    player: str
    n: int
    right: int
    credit: float
    loss: float | None
    ability: float
    ability_se: float
    partial_ability: float
    partial_ability_se: float
    grade: float = 0.0
    grade_low: float = 0.0
    grade_high: float = 1.0


class ExamAnswer(Answer, frozen=True, kw_only=True, tag="rate.exam/2"):
    """An exam of shared items; ``spread`` is the standard deviation of ability, ``s`` and ``c`` the typical player.

    ``model`` has the greatest evidence; ``evidence`` are the log evidences of all that were tried, less that of the
    chosen one. ``alpha`` is Cronbach's (KR-20 for right and wrong), ``reliability`` that of abilities, ``information``
    that of the exam at -3 to 3 logits. ``n_common_items`` link this exam to the reference exam.
    """

    items: tuple[ExamItem, ...]
    players: tuple[Examinee, ...]
    spread: float
    partial_spread: float
    s: float | None
    c: float | None
    model: str = "rasch"
    evidence: dict[str, float] = field(default_factory=dict)
    guessing: float = 0.0
    reliability: float = 0.0
    alpha: float | None = None
    information: tuple[float, ...] = ()
    reference: str = ""
    n_common_items: int = 0
    notes: tuple[str, ...] = ()

    def explain(self) -> Explanation:
        known = [item for item in self.items if item.difficulty is not None]
        reasons = []
        if known:
            hardest = max(known, key=lambda item: item.difficulty or 0.0)
            reasons.append(f"hardest: {hardest.item}, answered right by {format_chance(hardest.right)}")
        best = max(self.players, key=lambda player: player.ability)
        reasons.append(f"best: {best.player}, {best.right} of {best.n} right")
        reasons.append(f"fitted by the {MODEL_TEXT[self.model]}; reliability {self.reliability:.2f}")
        reasons.extend(self.notes)
        who = format_count(len(self.players), "player")
        return Explanation(f"{format_count(len(self.items), 'item')}, {who}.", tuple(reasons))

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        facts = [
            Fact("model", MODEL_TEXT[self.model].partition(",")[0], "has the greatest evidence"),
            Fact("spread of ability", f"{self.partial_spread:.1f}", "logits, one standard deviation"),
        ]
        if self.alpha is not None:
            facts.append(Fact("Cronbach's alpha", f"{self.alpha:.2f}".replace("-", MINUS), "KR-20 for right and wrong"))
        yield AnswerSummary(
            answer=explanation.headline.rstrip("."),
            figure=f"{self.reliability:.2f}",
            figure_name="reliability",
            eyebrow="Exam",
            speaks=False,
            facts=tuple(facts),
            text="\n".join(
                (explanation.headline, *(f"· {each[:1].upper()}{each[1:]}." for each in explanation.reasons))
            ),
        )
        yield from (Note(f"{note[:1].upper()}{note[1:]}.", "warning") for note in self.notes)
        yield self.players_table()
        yield self.items_table()
        yield from (Note(f"{i.item}: {i.untold}", "quiet") for i in self.items if i.untold)
        if any(item.options for item in self.items):
            yield self.answers_table()
        if self.information:
            yield Note("Information of the exam", "strong")
            yield self.information_table()
        yield ReadingGuide("How to read this", tuple(Fact("", main, more) for main, more in READING))

    def players_table(self) -> Table:
        """One row per player, the best first: marks, the grade with its interval, and the ability."""
        losses = any(player.loss is not None for player in self.players)
        ranked = sorted(self.players, key=lambda player: (-player.grade, player.player))
        rows = tuple(
            (
                p.player,
                f"{p.right} of {p.n}",
                f"{p.credit:.2f}",
                *(["-" if p.loss is None else f"{p.loss:.4f}"] if losses else []),
                f"{100 * p.grade:.0f} ({100 * p.grade_low:.0f} to {100 * p.grade_high:.0f})",
                _format_estimate(p.partial_ability, p.partial_ability_se),
            )
            for p in ranked
        )
        remark = f"on {self.reference}" if self.reference else ""
        if self.n_common_items and self.n_common_items < len(self.items):
            remark += f", {format_count(self.n_common_items, 'common item')}"
        columns = ("player", "right", "credit", *(["loss"] * losses), "grade of 100 (95 %)", "ability")
        return Table(columns, rows, "Players", remark=remark)

    def items_table(self) -> Table:
        """One row per item: marks, difficulty, discrimination, and whether the model fits."""
        partial = any(abs(item.credit - item.right) > 1e-9 for item in self.items)
        slopes = self.model in ("2pl", "2pl guessing")
        losses = any(item.loss_usual is not None for item in self.items)
        rows = tuple(
            (
                i.item,
                str(i.n),
                format_chance(i.right),
                *([f"{i.credit:.2f}", _format_estimate(i.step, i.step_se)] if partial else []),
                _format_estimate(i.difficulty, i.difficulty_se),
                *([_format_slope(i)] if slopes else []),
                _format_estimate(i.discrimination, None),
                "-" if i.misfit is None else f"{i.misfit:.2g}",
                *([_format_losses(i)] if losses else []),
            )
            for i in self.items
        )
        columns = (
            "item",
            "n",
            "right",
            *(["credit", "steps"] * partial),
            "difficulty",
            *(["discrimination (95 %)"] * slopes),
            "point-biserial",
            "fit p",
            *(["loss: weak, typical, strong"] * losses),
        )
        return Table(columns, rows, "Items")

    def answers_table(self) -> Table:
        """The distractor table: who gave which answer to each item."""
        rows = tuple(
            (
                item.item if place == 0 else "",
                (option.option or "(empty)") + (" (key)" if option.is_key else ""),
                str(option.n),
                format_chance(option.share),
                "-" if option.rest is None else format_chance(option.rest),
                _format_estimate(option.point_biserial, None),
            )
            for item in self.items[:MAX_LISTED_ITEMS]
            for place, option in enumerate(item.options)
        )
        more = len(self.items) - MAX_LISTED_ITEMS
        remark = f"{format_count(more, 'more item')} in the JSON" if more > 0 else ""
        columns = ("item", "answer", "n", "share", "marks on the other items", "point-biserial")
        return Table(columns, rows, "Answers given", left=(0, 1), remark=remark)

    def information_table(self) -> Table:
        """How exactly the exam measures players of each ability."""
        rows = tuple(
            (
                _format_estimate(at, None),
                f"{known:.2f}",
                *(("-", "-") if known <= 0 else (f"{known**-0.5:.2f}", f"± {NORMAL_95 * known**-0.5:.1f}")),
            )
            for at, known in zip(INFORMATION_AT, self.information, strict=True)
        )
        return Table(("ability", "information", "standard error", "95 %"), rows)


NORMAL_95 = 1.96
READING = (
    ("The grade", "is the expected share of the marks on the reference exam, so a hard exam does not lower it."),
    (
        "Difficulty and ability",
        "are in logits with standard errors. Where they are equal, half of the answers are right.",
    ),
    ("The point-biserial", "is the correlation with the other items. Near or below 0, look at the item and its key."),
    (
        "Fit p",
        "is the chance of a fit as bad as this by luck. With small values the model does not describe the item.",
    ),
)
MAX_LISTED_ITEMS = 60
"""Items whose answers are listed; the JSON has all."""


def _format_slope(item: ExamItem) -> str:
    if item.slope is None or item.slope_low is None or item.slope_high is None:
        return "-"
    return f"{item.slope:.2f} ({item.slope_low:.2f} to {item.slope_high:.2f})"


def _format_losses(item: ExamItem) -> str:
    losses = (item.loss_weak, item.loss_usual, item.loss_strong)
    return ", ".join("-" if loss is None else f"{loss:.3f}" for loss in losses)


def _format_estimate(value: float | None, error: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:+.2f}".replace("-", MINUS) + ("" if error is None else f" ± {error:.2f}")


@dataclass(frozen=True, slots=True, eq=False)
class _GameLosses:
    """What decision records add to a table of marks: the fitted typical player, the losses of weaker and stronger ones
    on each item, and the mean loss of each player."""

    usual: tuple[float, float]
    by_item: FloatArray
    by_player: FloatArray


def answer_exam(request: questions.ExamRequest, work: WorkContext) -> ExamAnswer:
    """The answer to `questions.ExamRequest`."""
    import numpy as np

    from kibitz.rate.exams.grades import intrinsic_grades, with_equal_grades
    from kibitz.rate.exams.item_response import fit_exam
    from kibitz.rate.exams.item_statistics import cronbach_alpha
    from kibitz.rate.exams.response_table import is_response_matrix, read_matrix

    if is_response_matrix(request.file):
        table, games = read_matrix(request.file, request.empty), None
    else:
        table, games = _table_of_decisions(request)
    right = np.where(np.isfinite(table.marks), (table.marks >= 1 - 1e-9).astype(np.intp), -1)
    work.progress(0, 2, "fitting the exam")
    chosen = fit_exam(table.credits, request.model)
    rasch = chosen if chosen.model == "rasch" else fit_exam(right, "rasch")
    work.progress(1, 2, "fitting the exam")
    reference, names = chosen, table.items
    if request.reference is not None:
        other = read_matrix(request.reference, request.empty)
        reference, names = fit_exam(other.credits, request.model), other.items
    grades = with_equal_grades(intrinsic_grades(chosen, reference, table.items, names), table.credits)
    n = np.isfinite(table.marks).sum(axis=1)
    people = tuple(
        Examinee(
            player=name or "(no name)",
            n=int(n[p]),
            right=int((right[p] == 1).sum()),
            credit=float(np.nanmean(table.marks[p])) if n[p] else 0.0,
            loss=None if games is None else float(games.by_player[p]),
            ability=float(rasch.abilities[p]),
            ability_se=float(rasch.abilities_se[p]),
            partial_ability=float(chosen.abilities[p]),
            partial_ability_se=float(chosen.abilities_se[p]),
            grade=float(grades.values[p]),
            grade_low=float(grades.low[p]),
            grade_high=float(grades.high[p]),
        )
        for p, name in enumerate(table.players)
    )
    items = _exam_items(table, right, rasch, chosen, games)
    return ExamAnswer(
        items=items,
        players=people,
        spread=rasch.spread,
        partial_spread=chosen.spread,
        s=None if games is None else games.usual[0],
        c=None if games is None else games.usual[1],
        model=chosen.model,
        evidence=chosen.candidates,
        guessing=chosen.guessing,
        reliability=chosen.reliability,
        alpha=cronbach_alpha(table),
        information=tuple(chosen.test_information(np.array(INFORMATION_AT)).tolist()),
        reference=request.file.name if request.reference is None else request.reference.name,
        n_common_items=grades.n_common,
        notes=_exam_notes(table, chosen, items, request.empty),
    )


def _exam_items(
    table: ResponseTable, right: IntArray, rasch: ExamFit, chosen: ExamFit, games: _GameLosses | None
) -> tuple[ExamItem, ...]:
    import numpy as np

    from kibitz.rate.exams.item_statistics import distractors, item_misfit, point_biserials

    low, high = chosen.discrimination_ends
    misfit, correlations, options = item_misfit(chosen), point_biserials(table), distractors(table)
    rows = []
    for i, name in enumerate(table.items):
        own = right[:, i][right[:, i] >= 0]
        weak, usual, strong = (None, None, None) if games is None else games.by_item[:, i].tolist()
        only = "right" if len(own) and own.all() else "wrong"
        told = chosen.steps[i] is not None
        rows.append(
            ExamItem(
                item=name,
                n=len(own),
                right=float(own.mean()) if len(own) else 0.0,
                credit=float(np.nanmean(table.marks[:, i])) if len(own) else 0.0,
                difficulty=_mean(rasch.steps[i]),
                difficulty_se=_known(rasch.difficulties_se[i]),
                step=_mean(chosen.steps[i]),
                step_se=_known(chosen.difficulties_se[i]),
                loss_weak=weak,
                loss_usual=usual,
                loss_strong=strong,
                discrimination=correlations[i],
                untold="" if told else f"all answers are {only}, so the item has no difficulty",
                slope=_known(chosen.discriminations[i]),
                slope_low=_known(low[i]),
                slope_high=_known(high[i]),
                misfit=_known(misfit[i]),
                options=options[i],
            )
        )
    return tuple(rows)


def _exam_notes(table: ResponseTable, chosen: ExamFit, items: tuple[ExamItem, ...], empty: str) -> tuple[str, ...]:
    """Caveats in clauses: empty answers, a spread that cannot be told, items that do not fit, guessing."""
    from kibitz.rate.exams.item_statistics import MISFIT_P

    notes = []
    if table.n_empty:
        counted = "counted as wrong" if empty == "wrong" else "left out"
        notes.append(f"{format_count(table.n_empty, 'empty answer')} {counted}")
    spread_sd = float(chosen.draw_spreads.std())
    if spread_sd > UNCERTAIN_SPREAD_SHARE * chosen.spread:
        notes.append(
            f"these answers hardly tell the spread of ability, {chosen.spread:.1f} ± {spread_sd:.1f}; "
            "a weak prior supplies it"
        )
    off = [item.item for item in items if item.misfit is not None and item.misfit < MISFIT_P / len(items)]
    if off:
        notes.append(f"the model does not fit {join_truncated(off)}, so read their numbers with care")
    if chosen.guessing > 0:
        notes.append(f"players who do not know guess right in {format_chance(chosen.guessing)}")
    return tuple(notes)


def _table_of_decisions(request: questions.ExamRequest) -> tuple[ResponseTable, _GameLosses]:
    """The table of decision records, where an item is a position or an id."""
    import numpy as np

    from kibitz.rate.exams.item_response import MISSING
    from kibitz.rate.exams.response_table import ResponseTable, item_credits
    from kibitz.rate.fitting.fits import fit
    from kibitz.rate.model.moments import moments
    from kibitz.rate.records.decision_files import load_decisions
    from kibitz.rate.report.answers import sample_of

    decisions = load_decisions(request.file)
    sample = sample_of(decisions, request.scaling, None)
    names = [decision.position or str(decision.id) for decision in decisions]
    if not all(names):
        raise InputError("exam: give each decision a position or an id that identifies its item")
    items, place = np.unique(np.array(names, dtype=object), return_inverse=True)
    players, person = np.unique(sample.players, return_inverse=True)
    if len(items) < 2 or len(players) < 2:
        raise InputError("exam: give at least two items and two players; an item is a position or an id")
    if len(set(zip(person.tolist(), place.tolist(), strict=True))) < len(sample):
        raise InputError("exam: a player answered the same item twice; give each player's answer once")
    credits = np.full((len(players), len(items)), MISSING, dtype=np.intp)
    marks = np.full((len(players), len(items)), np.nan)
    for i in range(len(items)):
        own = np.flatnonzero(place == i)
        credits[person[own], i], marks[person[own], i] = item_credits(sample.values[own], sample.chosen[own])
    usual = fit(sample, "ml-lapse")
    once = sample.take([int(np.flatnonzero(place == i)[0]) for i in range(len(items))])
    losses = [moments(once, usual.s * factor, usual.c, lapse=usual.lapse).loss for factor in (2.0, 1.0, 0.5)]
    mean = np.bincount(person, weights=sample.losses) / np.bincount(person)
    table = ResponseTable(tuple(map(str, players)), tuple(map(str, items)), marks, credits)
    return table, _GameLosses((usual.s, usual.c), np.array(losses), mean)


def _mean(values: FloatArray | None) -> float | None:
    return None if values is None else float(values.mean())


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
