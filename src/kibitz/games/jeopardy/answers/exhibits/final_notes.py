"""Notes on a Final wager: the rule of the card that fires, and the reason for the steepest break of the curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits.advice import RuleOfThumb
from kibitz.core.units import format_money
from kibitz.draw.curve import CurveNote

if TYPE_CHECKING:
    from kibitz.core.advice import Advice
    from kibitz.games.jeopardy.final.equities import FinalPosition
    from kibitz.games.jeopardy.show import Era

MIN_STEEP_CHANGE = 0.02
"""Change of win chance by one dollar from which a break gets a note."""
MAX_DOLLARS_TO_NAMED_WAGER = 2
"""Dollars between a break and the named wager that explains it."""
FALL_REASONS = {
    "two-thirds": "a miss no longer wins\nwhen A covers and misses",
    "two-thirds against B": "a miss drops you below\nB after a missed cover",
    "stay above A's missed cover": "a miss drops you below\nA after a missed cover",
    "stay above B's missed cover": "a miss drops you below\nB after a missed cover",
    "stay above B's keep-out bet": "a miss drops you below B,\nwho bets to keep C out",
    "stay above B's missed overtake": "a miss drops you below B,\nwho bets to pass you",
    "stay level with B": "a miss drops you\nbelow B's score",
    "stay level with C": "a miss drops you\nbelow C's score",
    "keep out C": "a miss lets C pass you\nby doubling",
    "keep the lock": "a miss lets B pass you\nby doubling",
    "anti-two-thirds": "after a miss, B's\ntwo-thirds bet passes you",
    "zero bet": "a miss loses\nthe tie",
}
"""What goes wrong above a named wager at which the curve falls."""
RISE_REASONS = {
    "cover": "with less, B passes you\nby doubling",
    "shut-out": "with less, B ties you\nby doubling",
    "cover C": "with less, C passes you\nby doubling",
    "cover C within two-thirds": "with less, C passes you\nby doubling",
    "cover two-thirds": "with less, B's two-thirds\nbet passes you",
    "overtake A": "with less, you stay\nbelow A's score",
    "overtake B": "with less, you stay\nbelow B's score",
    "reach A's missed cover": "with less, you stay below\nA after a missed cover",
    "reach B's missed cover": "with less, you stay below\nB after a missed cover",
    "reach B's missed overtake": "with less, you stay below B,\nwho bets to pass A",
    "minimum rational bet": "with less, you stay below\nA after a missed cover",
}
"""What goes wrong below a named wager at which the curve rises."""


MAX_CITED_LOSS = 0.01
"""Win chance above which a rule of thumb is not cited: it would be bad advice here."""


class CardRule(Struct, frozen=True):
    """Rule that fires in the shipped list of a role (A first): its number, its bet as a formula and in dollars, and
    its loss in win chance, here and on average over held-out positions."""

    role: str
    number: int
    bet: str
    wager: int
    loss: float
    mean_loss: float

    def rule_of_thumb(self) -> RuleOfThumb:
        """The rule as text."""
        here, mean = f"{100 * self.loss:.1f}", f"{100 * self.mean_loss:.2f}"
        bets = f"bets {format_money(self.wager)} here; costs {here} points, {mean} on average"
        return RuleOfThumb(f"Card {self.role}, rule {self.number}", self.bet, bets)


def card_rule(position: FinalPosition, advice: Advice, era: Era) -> CardRule | None:
    """Rule of the card for these scores, numbered as printed; ``None`` in a lock game, which needs no list, and where
    the rule costs more than `MAX_CITED_LOSS`."""
    from kibitz.games.jeopardy.final.card_rules import fired_rule, load_shipped_loss
    from kibitz.games.jeopardy.final.people_wagers import ROLES

    first, second, _ = position.ranked_scores
    if first > 2 * second:
        return None
    index, rule = fired_rule(era, position.role, position.ranked_scores)
    wager = rule.wager(position.ranked_scores, position.role)
    loss = float(advice.losses[wager])
    if loss > MAX_CITED_LOSS:
        return None
    mean = load_shipped_loss(era, position.role).mean
    # The card prints the lock game first, so that its lines are numbered from 2.
    return CardRule(ROLES[position.role], index + 2, rule.label, wager, loss, mean)


def curve_break_note(worth: Sequence[float | str], names: Sequence[tuple[int, str]]) -> tuple[CurveNote, ...]:
    """Note on the steepest step of a curve over whole dollars, if a named wager (wager, name) explains it."""
    import numpy as np

    if len(worth) < 2:
        return ()
    values = np.array(worth, dtype=float)  # a wager that is ruled out is "-inf"
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
