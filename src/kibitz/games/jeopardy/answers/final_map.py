"""Answer with the best bet in Final over the ratios B/A and C/B (Figure 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.fields import resolve_era
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import final_map as questions

LEADER_DOLLARS = 20_000
"""Dollars of A; only shares matter."""
SECOND_SHARES = tuple(k / 50 for k in range(25, 51))
"""B/A."""
THIRD_SHARES = tuple(k / 20 for k in range(20, -1, -1))
"""C/B."""
NEAR_BEST_LOSS = 0.002
LETTERS = "abcdefghijklmnopqrstuvwxyz"
OTHER_BET_SIGN = "·"
BREAKPOINTS = (
    "B/A = 1/2: a lock-tie; below it, a lock game for A",
    "B/A = 2/3: the crush ends; from here B has a two-thirds bet, which wins when A covers and is wrong",
    "B/A = 3/4: the three-quarters game starts; from here A has no anti-two-thirds bet",
    "C/B = 1/2: below it, B can keep C out and need not cover",
    "C = A/2: from here C can pass A's present score",
    "2B = A + C: equal spacing; covering C takes the largest two-thirds bet",
)


class FinalMapAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.final-map/1"):
    """The name of the best bet in each cell: rows are C/B from 1 down, columns B/A from 1/2 up."""

    era: Era
    ties: Ties
    place: int
    across: tuple[float, ...]
    down: tuple[float, ...]
    bets: tuple[tuple[str, ...], ...]

    def explain(self) -> Explanation:
        counts: dict[str, int] = {}
        for row in self.bets:
            for name in row:
                counts[name] = counts.get(name, 0) + 1
        commonest = max(counts, key=counts.__getitem__)
        share = counts[commonest] / sum(counts.values())
        place = ("First", "Second", "Third")[self.place - 1]
        return Explanation(f"{place} place: {commonest} is best in {share:.0%} of the map.", BREAKPOINTS)

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        names = sorted({name for row in self.bets for name in row if name != OTHER_BET_SIGN})
        letter = {name: LETTERS[i % len(LETTERS)] for i, name in enumerate(names)} | {OTHER_BET_SIGN: OTHER_BET_SIGN}
        lines = [
            f"C/B {share:4.2f}  " + " ".join(letter[name] for name in row)
            for share, row in zip(self.down, self.bets, strict=True)
        ]
        marks = "".join("^ " if share in (0.5, 0.66, 0.74, 1.0) else "  " for share in self.across)
        yield Note("\n".join([*lines, f"          {marks}", "          B/A 1/2, 2/3, 3/4, 1 at the marks"]), "fixed")
        yield Table(("letter", "bet"), tuple((letter[name], name) for name in names), left=(0, 1))
        for line in BREAKPOINTS:
            yield Note(f"· {line}")
        yield Note(
            f"Assumes shows {self.era.words}, ties {self.ties.value}, average confidence, average opponents.", "quiet"
        )


def answer_final_map(request: questions.FinalMapRequest, work: WorkContext) -> FinalMapAnswer:
    """The answer to `questions.FinalMapRequest`."""
    era, ties = resolve_era(request)
    rows = []
    for done, third in enumerate(THIRD_SHARES):
        work.progress(done, len(THIRD_SHARES), "rows of the map")
        rows.append(tuple(_best(third, second, request.place - 1, era, ties) for second in SECOND_SHARES))
    return FinalMapAnswer(
        era=era, ties=ties, place=request.place, across=SECOND_SHARES, down=THIRD_SHARES, bets=tuple(rows)
    )


def _best(third: float, second: float, role: int, era: Era, ties: Ties) -> str:
    """The first named bet that is as good as the best one, at these shares."""
    from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
    from kibitz.games.jeopardy.final.named_wagers import named_wagers

    b = round(LEADER_DOLLARS * second)
    scores = (LEADER_DOLLARS, b, round(b * third))
    if scores[role] <= 0:
        return OTHER_BET_SIGN
    values = final_advice(FinalPosition(scores, role, ties), final_model(role, era=era)).equities.values
    named = [each for each in named_wagers(scores, role, ties) if values.max() - values[each.wager] <= NEAR_BEST_LOSS]
    return max(named, key=lambda each: values[each.wager]).name if named else OTHER_BET_SIGN
