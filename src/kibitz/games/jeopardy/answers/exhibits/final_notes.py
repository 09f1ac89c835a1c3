"""What is remarked beside a Final wager: the rule of the card that fires, and why the curve breaks where it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import CurveNote
from kibitz.core.exhibits.summaries import RuleOfThumb
from kibitz.core.units import format_money

if TYPE_CHECKING:
    from kibitz.core.advice import Advice
    from kibitz.games.jeopardy.final.equities import FinalPosition
    from kibitz.games.jeopardy.show import Era

MIN_STEEP_CHANGE = 0.02
"""Chance to win that a dollar must change for the place to be remarked upon."""
MAX_DOLLARS_TO_NAMED_WAGER = 2
"""Dollars between a break and the named wager that explains it."""
FALL_REASONS = {
    "two-thirds": "a miss no longer wins\nwhen A covers and misses",
    "two-thirds against B": "a miss drops you\nbelow B's fall",
    "stay above A's fall": "a miss drops you\nbelow A's fall",
    "stay above B's fall": "a miss drops you\nbelow B's fall",
    "stay above B's keep-out": "a miss drops you below\nwhat B keeps",
    "stay above B's overtaking": "a miss drops you below B,\nwho bets to pass you",
    "stay level with B": "a miss drops you\nbelow B's score",
    "stay level with C": "a miss drops you\nbelow C's score",
    "keep out C": "a miss lets C pass you\nby doubling",
    "keep the lockout": "a miss lets B pass you\nby doubling",
    "anti-two-thirds": "a miss brings B's\ntwo-thirds bet in reach",
    "nothing": "a miss gives\nthe tie away",
}
"""What goes wrong beyond a named wager at which the curve falls."""
RISE_REASONS = {
    "cover": "with less, B passes you\nby doubling",
    "shut-out": "with less, B draws level\nby doubling",
    "cover C": "with less, C passes you\nby doubling",
    "cover C within two-thirds": "with less, C passes you\nby doubling",
    "cover two-thirds": "with less, B's two-thirds\nbet passes you",
    "overtake A": "with less, you stay\nbelow A's score",
    "overtake B": "with less, you stay\nbelow B's score",
    "reach A's fall": "with less, you stay\nbelow A's fall",
    "reach B's fall": "with less, you stay\nbelow B's fall",
    "reach B's overtaking": "with less, you stay below B,\nwho bets to pass A",
    "minimum rational bet": "with less, you stay\nbelow A's fall",
}
"""What a named wager at which the curve rises is enough for."""


class CardRule(Struct, frozen=True):
    """The rule of the shipped list of a role (A first) that fires: its number, its bet as a formula and in dollars,
    and what it costs against the best, here and on average over fresh positions, chance to win."""

    role: str
    number: int
    bet: str
    wager: int
    loss: float
    mean_loss: float

    def exhibit(self) -> RuleOfThumb:
        """The rule in words."""
        here, mean = f"{100 * self.loss:.1f}", f"{100 * self.mean_loss:.2f}"
        says = f"says {format_money(self.wager)} here; costs {here} points, {mean} on average"
        return RuleOfThumb(f"Card {self.role}, rule {self.number}", self.bet, says)


def card_rule(position: FinalPosition, advice: Advice, era: Era) -> CardRule | None:
    """The rule of the card for these scores; none where the first cannot be caught, for which no list is needed."""
    from kibitz.games.jeopardy.answers.cards import format_bet
    from kibitz.games.jeopardy.final.card import fired_rule_index, label_wager, load_shipped_list, load_shipped_loss
    from kibitz.games.jeopardy.final.people_wagers import ROLES

    first, second, _ = position.ranked_scores
    if first > 2 * second:
        return None
    decisions = load_shipped_list(era, position.role)
    fired = fired_rule_index(decisions, position.ranked_scores)
    label = str(decisions.outcomes[fired][0].rest)
    wager = label_wager(label, position.ranked_scores, position.role)
    mean = load_shipped_loss(era, position.role).mean
    return CardRule(ROLES[position.role], fired + 1, format_bet(label), wager, float(advice.losses[wager]), mean)


def curve_break_note(worth: Sequence[float | str], names: Sequence[tuple[int, str]]) -> tuple[CurveNote, ...]:
    """The steepest place of a curve over whole dollars with its reason, where a named wager (wager, name) tells it."""
    import numpy as np

    if len(worth) < 2:
        return ()
    values = np.array(worth, dtype=float)  # what never comes into question is "-inf"
    with np.errstate(invalid="ignore"):
        changes = np.diff(values)
    changes[~np.isfinite(changes)] = 0.0
    wager = int(np.argmax(np.abs(changes)))
    change = float(changes[wager])
    if abs(change) < MIN_STEEP_CHANGE:
        return ()
    reasons = FALL_REASONS if change < 0 else RISE_REASONS
    near = sorted(
        (abs(each - wager), name)
        for each, name in names
        if abs(each - wager) <= MAX_DOLLARS_TO_NAMED_WAGER and name in reasons
    )
    return tuple(CurveNote(wager, reasons[name], change < 0) for _, name in near[:1])
