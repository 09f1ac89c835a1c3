"""Card for Daily Doubles: share of the score to bet, by round, standing and confidence (section 4.2).

States are those in which people find Daily Doubles in simulated games; on half of them the share with the best mean is
chosen for each line, on the other half the card is priced against the best share in each state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.rollout.rollout import KEEP_DOUBLES, play_from
from kibitz.games.jeopardy.rollout.state_rows import ROUND, opening_row
from kibitz.games.jeopardy.show import SMALLEST_WAGER, Era
from kibitz.games.jeopardy.value.endings import clues_left
from kibitz.games.jeopardy.value.evaluator import load_shipped_evaluator
from kibitz.games.jeopardy.value.features import KnownAbilities
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import players_of
from kibitz.games.jeopardy.value.state_value import legal_wagers
from kibitz.games.jeopardy.value.wagers import after_wagers
from kibitz.rules.cards.card import Card, CardRule, Section
from kibitz.version import __version__

IntArray = NDArray[np.int64]

CONFIDENCE_LEVELS = (0.5, 0.65, 0.8)
"""Confidence levels of the card; people are right in about 65 %."""
WAGER_SHARES = tuple(k / 10 for k in range(11))
USUAL_WAGER_DOLLARS = 2_000
"""Most common wager of people, in dollars."""
MAX_LATE_CLUES = 10
"""Clues left up to which the end of round 2 has its own section."""
GAMES = 4_000
ME = 0
PARTS = (
    "Jeopardy round",
    f"Double Jeopardy, more than {MAX_LATE_CLUES} clues left",
    f"Double Jeopardy, {MAX_LATE_CLUES} clues or fewer",
)
STANDINGS = ("in the lead", "behind")


@dataclass(frozen=True, slots=True)
class ShareAdvice:
    """One line: where it applies, the share of the score to bet, what that loses on fresh states with its error, what
    the usual bet loses there, and the number of these states."""

    part: int
    behind: bool
    sure: float
    share: float
    loss: float
    error: float
    usual_loss: float
    states: int


@cache
def compute_shares(era: Era, games: int = GAMES, seed: int = 5) -> tuple[ShareAdvice, ...]:
    """All lines of the card of an era, in order."""
    _, stored = play_from(
        players_of(era, era.ties).seating, opening_row(0)[None], games, seed, keep=1.0, kind=KEEP_DOUBLES
    )
    rows = stored.rows
    right, wrong, usual = _values(rows, era)
    part = np.array([0 if row[ROUND] == 0 else 1 + (clues_left(row) <= MAX_LATE_CLUES) for row in rows])
    behind = np.array([row[ME] < row[:3].max() for row in rows])
    learnt = stored.games % 2 == 0
    lines = []
    for number in range(len(PARTS)):
        for trailing in (False, True):
            in_case = (part == number) & (behind == trailing)
            for sure in CONFIDENCE_LEVELS:
                worth = sure * right + (1 - sure) * wrong
                best = int(worth[in_case & learnt].mean(axis=0).argmax())
                fresh = in_case & ~learnt
                lost = worth[fresh].max(axis=1) - worth[fresh, best]
                flat = worth[fresh].max(axis=1) - (sure * usual[fresh, 0] + (1 - sure) * usual[fresh, 1])
                error = float(lost.std(ddof=1) / np.sqrt(len(lost)))
                lines.append(
                    ShareAdvice(
                        number,
                        trailing,
                        sure,
                        WAGER_SHARES[best],
                        float(lost.mean()),
                        error,
                        float(np.maximum(flat, 0).mean()),
                        int(fresh.sum()),
                    )
                )
    return tuple(lines)


def _values(rows: IntArray, era: Era) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Chances to win after each share, right and wrong (states x shares), and after the usual bet (states x 2)."""
    evaluator, known = load_shipped_evaluator(Matchup(era, EvaluatorRole.PERSON)), KnownAbilities((0.0, 0.0, 0.0))
    right, wrong = np.zeros((len(rows), len(WAGER_SHARES))), np.zeros((len(rows), len(WAGER_SHARES)))
    usual = np.zeros((len(rows), 2))
    for i, row in enumerate(rows):
        largest = legal_wagers(row, ME)[1]
        wagers = [max(round(share * largest), SMALLEST_WAGER) for share in WAGER_SHARES]
        after = after_wagers(evaluator, row, ME, known, np.array([*wagers, min(USUAL_WAGER_DOLLARS, largest)]))
        right[i], wrong[i] = after[0][:-1], after[1][:-1]
        usual[i] = after[0][-1], after[1][-1]
    return right, wrong, usual


def double_card(era: Era) -> Card:
    """The card: a section for each part of the game."""
    lines = compute_shares(era)
    given = "your confidence in the category. Shares are of your score, or of the largest legal wager if that is more"
    origin = f"kibitz {__version__} · average players {era.words}, ties {era.ties.value} · network values"
    return Card(f"Daily Doubles, {era.words}", given, tuple(_section(lines, k) for k in range(len(PARTS))), origin)


def _section(lines: tuple[ShareAdvice, ...], part: int) -> Section:
    own = [line for line in lines if line.part == part]
    shown = tuple(
        CardRule(f"if {STANDINGS[line.behind]} and {line.sure:.0%} sure", (_describe_share(line.share),))
        for line in own
    )
    weights = np.array([line.states for line in own], dtype=float)
    loss, usual = (
        np.average([getattr(line, name) for line in own], weights=weights) for name in ("loss", "usual_loss")
    )
    error = float(np.sqrt(np.sum((weights * [line.error for line in own]) ** 2)) / weights.sum())
    cost = (
        f"costs {100 * loss:.2f} points of win chance on average (± {100 * error:.2f}) against the best share in each "
        f"of {int(weights.sum()) // len(CONFIDENCE_LEVELS):,} new states; "
        f"${USUAL_WAGER_DOLLARS:,} every time costs {100 * usual:.2f} points"
    )
    return Section(PARTS[part], shown, 0, (), f"{len(own)} lines", (cost,))


def _describe_share(share: float) -> str:
    if share == 0:
        return f"the minimum, ${SMALLEST_WAGER}"
    return "all-in, a true Daily Double" if share == 1 else f"{share:.0%} of your score"
