"""Answer of an exam: items with difficulty and discrimination, and players with ability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import MINUS, format_chance, format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.rate import questions

HALF_CREDIT_LOSS_SHARE = 0.5
"""A choice that is not best gets half the credit where it loses less than this share of a random chooser's loss."""


class ExamItem(Struct, frozen=True, kw_only=True):
    """One item: how many saw it, share of right answers, mean credit (from 0 to 1), Rasch difficulty and mean
    partial-credit step in logits with standard errors (``null`` where the answers do not determine them), expected
    scaled loss of a weak, typical and strong player of the choice model, and the correlation of a right answer with the
    rest of the exam."""

    item: str
    n: int
    right: float
    credit: float
    difficulty: float | None
    difficulty_se: float | None
    step: float | None
    step_se: float | None
    loss_weak: float
    loss_usual: float
    loss_strong: float
    discrimination: float | None
    untold: str = ""
    """Why this item has no difficulty, or nothing."""


class Examinee(Struct, frozen=True, kw_only=True):
    """One player: items seen, right answers, credit, mean scaled loss, and ability in logits by both fits."""

    player: str
    n: int
    right: int
    credit: float
    loss: float
    ability: float
    ability_se: float
    partial_ability: float
    partial_ability_se: float


class ExamAnswer(Answer, frozen=True, kw_only=True, tag="rate.exam/1"):
    """An exam of shared items; ``spread`` is the standard deviation of ability, ``s`` and ``c`` the typical player."""

    items: tuple[ExamItem, ...]
    players: tuple[Examinee, ...]
    spread: float
    partial_spread: float
    s: float
    c: float

    def explain(self) -> Explanation:
        known = [item for item in self.items if item.difficulty is not None]
        reasons = []
        if known:
            hardest = max(known, key=lambda item: item.difficulty or 0.0)
            reasons.append(f"hardest: {hardest.item}, answered right by {format_chance(hardest.right)}")
        best = max(self.players, key=lambda player: player.ability)
        reasons.append(f"best: {best.player}, {best.right} of {best.n} right")
        who = format_count(len(self.players), "player")
        return Explanation(f"{format_count(len(self.items), 'item')}, {who}.", tuple(reasons))

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield Headline(explanation.headline)
        yield from (Note(f"{reason[:1].upper()}{reason[1:]}.") for reason in explanation.reasons)
        yield Table(
            ("item", "n", "right", "credit", "difficulty", "steps", "loss weak", "typical", "strong", "discr."),
            tuple(
                (
                    i.item,
                    str(i.n),
                    format_chance(i.right),
                    f"{i.credit:.2f}",
                    _format_estimate(i.difficulty, i.difficulty_se),
                    _format_estimate(i.step, i.step_se),
                    f"{i.loss_weak:.3f}",
                    f"{i.loss_usual:.3f}",
                    f"{i.loss_strong:.3f}",
                    _format_estimate(i.discrimination, None),
                )
                for i in self.items
            ),
        )
        yield from (Note(f"{i.item}: {i.untold}", "quiet") for i in self.items if i.untold)
        yield Table(
            ("player", "right", "credit", "loss", "ability", "with credit"),
            tuple(
                (
                    p.player,
                    f"{p.right} of {p.n}",
                    f"{p.credit:.2f}",
                    f"{p.loss:.4f}",
                    _format_estimate(p.ability, p.ability_se),
                    _format_estimate(p.partial_ability, p.partial_ability_se),
                )
                for p in self.players
            ),
        )
        yield Note(
            "Difficulty and ability are in logits with standard errors: by the Rasch model for right and wrong, "
            "and by the partial-credit model. Losses are those of weak, typical and strong players of the model.",
            "quiet",
        )


def _format_estimate(value: float | None, error: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:+.2f}".replace("-", MINUS) + ("" if error is None else f" ± {error:.2f}")


def answer_exam(request: questions.ExamRequest, work: WorkContext) -> ExamAnswer:
    """The answer to `questions.ExamRequest`."""
    import numpy as np

    from kibitz.rate.exams.partial_credit import MISSING, credit_fit
    from kibitz.rate.fitting.fits import fit
    from kibitz.rate.model.moments import chose_best, moments
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
    right = chose_best(sample, "any").astype(int)
    blind = np.where(sample.mask, sample.deltas, 0.0).sum(axis=1) / sample.counts
    credits = right * 2 + ((right == 0) & (sample.losses < HALF_CREDIT_LOSS_SHARE * blind))
    tables = []
    for values in (right, credits):
        table = np.full((len(players), len(items)), MISSING, dtype=np.intp)
        if len(set(zip(person.tolist(), place.tolist(), strict=True))) < len(sample):
            raise InputError("exam: a player answered the same item twice; give each player's answer once")
        table[person, place] = values
        tables.append(table)
    work.progress(0, 2, "fitting the exam")
    rasch, partial = credit_fit(tables[0]), credit_fit(tables[1])
    work.progress(1, 2, "fitting the exam")
    usual = fit(sample, "ml-lapse")
    first = np.array([np.flatnonzero(place == i)[0] for i in range(len(items))])
    asked_once = sample.take(first)
    losses = [moments(asked_once, usual.s * factor, usual.c, lapse=usual.lapse).loss for factor in (2.0, 1.0, 0.5)]
    rows = []
    for i, name in enumerate(items):
        own = place == i
        rest = np.array(
            [right[(person == p) & ~own].mean() if ((person == p) & ~own).any() else np.nan for p in person[own]]
        )
        has_discrimination = rasch.steps[i] is not None and bool(np.nanstd(rest) > 0)
        only = "right" if right[own].all() else "wrong"
        rows.append(
            ExamItem(
                item=str(name),
                n=int(own.sum()),
                right=float(right[own].mean()),
                credit=float(credits[own].mean() / 2),
                difficulty=_mean(rasch.steps[i]),
                difficulty_se=_mean(rasch.steps_se[i]),
                step=_mean(partial.steps[i]),
                step_se=_mean(partial.steps_se[i]),
                loss_weak=float(losses[0][i]),
                loss_usual=float(losses[1][i]),
                loss_strong=float(losses[2][i]),
                discrimination=float(np.corrcoef(right[own], rest)[0, 1]) if has_discrimination else None,
                untold="" if rasch.steps[i] is not None else f"all answers are {only}, so the item has no difficulty",
            )
        )
    people = tuple(
        Examinee(
            player=str(name) or "(no name)",
            n=int((person == p).sum()),
            right=int(right[person == p].sum()),
            credit=float(credits[person == p].mean() / 2),
            loss=float(sample.losses[person == p].mean()),
            ability=float(rasch.abilities[p]),
            ability_se=float(rasch.abilities_se[p]),
            partial_ability=float(partial.abilities[p]),
            partial_ability_se=float(partial.abilities_se[p]),
        )
        for p, name in enumerate(players)
    )
    return ExamAnswer(
        items=tuple(rows), players=people, spread=rasch.spread, partial_spread=partial.spread, s=usual.s, c=usual.c
    )


def _mean(values: object) -> float | None:
    import numpy as np

    return None if values is None else float(np.mean(np.asarray(values)))
