"""Exhibits of a Final: the others' likely wagers, the min/max ladder, the card's rule, and notes on the curve."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.core.exhibits.advice import RuleOfThumb
from kibitz.core.units import format_money
from kibitz.draw.curve import CurveNote
from kibitz.draw.wager_strip import OpponentStrip, WagerBar, WagerStrip
from kibitz.games.jeopardy.fields import seat_name

if TYPE_CHECKING:
    from kibitz.core.advice import Advice
    from kibitz.core.equities import FloatArray
    from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition
    from kibitz.games.jeopardy.show import Era

Role = Literal["A", "B", "C"]
MIN_SINGLE_SHARE = 0.03
"""Share from which a single wager is a bar of its own."""
MIN_RANGE_SHARE = 0.01
"""Share below which a range is joined to the next one."""
LITTLE_DOLLARS = 200
"""Dollars above a single wager that count as the same wager with a margin."""
COMMON_NAMES = ("zero bet", "all-in", "cover", "shut-out", "lock-tie")
"""Names of bets that other columns of the ladder have."""
MAX_BREAKS = 3
"""Break points shown for each player."""


class OpponentWagers(Struct, frozen=True):
    """Likely wagers of one opponent: player from 1, standing, score, and bars whose shares sum to 1."""

    player: int
    role: Role
    score: int
    bars: tuple[WagerBar, ...]


class BreakBet(Struct, frozen=True):
    """A bet at a break point, by name."""

    name: str
    wager: int


class LadderRung(Struct, frozen=True):
    """One player of the ladder, in dollars. ``cover`` reaches the doubled score of the next player, ``missed`` is left
    if it misses, ``rational`` the least and the most bet that can gain; null where there is none."""

    role: Role
    score: int
    doubled: int
    cover: int | None
    missed: int | None
    rational: tuple[int, int] | None
    breaks: tuple[BreakBet, ...]


def opponent_strip(others: tuple[OpponentWagers, ...], names: tuple[str, ...]) -> WagerStrip:
    """The strip of the opponents' likely wagers."""
    strips = tuple(
        OpponentStrip(
            f"{each.role}, {seat_name(names, each.player - 1)}" if names else each.role, each.score, each.bars
        )
        for each in others
    )
    note = "Bets of recorded players in the same place; shares count right and wrong answers together."
    return WagerStrip("What the others will bet", strips, note=note)


def ladder_table(rungs: tuple[LadderRung, ...]) -> Table:
    """The min/max ladder, one row for each player: numbers that a contestant can redo by hand."""
    rows = []
    for rung in rungs:
        bets = "no bet" if rung.rational is None else " to ".join(format_money(bet) for bet in rung.rational)
        cover, missed = ("" if x is None else format_money(x) for x in (rung.cover, rung.missed))
        breaks = ", ".join(f"{each.name} {format_money(each.wager)}" for each in rung.breaks[:MAX_BREAKS])
        rows.append((rung.role, format_money(rung.score), format_money(rung.doubled), cover, missed, bets, breaks))
    columns = ("", "score", "doubled", "covers next", "if missed", "rational range", "break points")
    remark = "to cover, double the next score and take away your own"
    return Table(columns, tuple(rows), "Ladder", left=(0, 6), remark=remark)


def describe_others(position: FinalPosition, model: FinalModel) -> tuple[OpponentWagers, ...]:
    """The wagers of each opponent, right and wrong answers together, the leader first."""
    from kibitz.games.jeopardy.final.equities import opponent_wagers

    chances = model.accuracies_at(position.scores)
    mine, past = position.scores[position.me], position.tie_dollar
    result = []
    for each in sorted(opponent_wagers(position, model), key=lambda each: each.role):
        score, sure = position.scores[each.seat], chances[each.seat]
        shares = sure * each.if_right + (1 - sure) * each.if_wrong
        bars = []
        for low, high in wager_ranges(shares):
            needs, keeps = max(score + high + past - mine, 0), min(mine - (score - low) - past, mine)
            share = float(shares[low : high + 1].sum())
            bars.append(WagerBar(low, high, share, needs if needs <= mine else None, keeps if keeps >= 0 else None))
        result.append(OpponentWagers(each.seat + 1, ("A", "B", "C")[each.role], score, tuple(bars)))
    return tuple(result)


def wager_ranges(shares: FloatArray) -> list[tuple[int, int]]:
    """Ranges of dollars that contain all shares: frequent wagers alone, the others between them together."""
    alone = {int(wager) for wager in (shares >= MIN_SINGLE_SHARE).nonzero()[0]}
    edges = {0, len(shares), *alone, *(wager + 1 for wager in alone)}
    cuts = sorted(edges | {min(wager + LITTLE_DOLLARS + 1, len(shares)) for wager in alone})
    result: list[tuple[int, int]] = []
    for start, end in pairwise(cuts):
        used = shares[start:end].nonzero()[0]
        if not len(used):
            continue
        low, high = start + int(used[0]), start + int(used[-1])
        if result and start not in alone and result[-1][0] not in alone:
            first, last = result[-1]
            if min(shares[low : high + 1].sum(), shares[first : last + 1].sum()) < MIN_RANGE_SHARE:
                result[-1] = (first, high)
                continue
        result.append((low, high))
    return result


def describe_ladder(position: FinalPosition) -> tuple[LadderRung, ...]:
    """A rung for each of A, B and C who has money."""
    from kibitz.games.jeopardy.final.named_wagers import named_wagers
    from kibitz.games.jeopardy.final.situations import rational_range

    scores, past = position.ranked_scores, position.tie_dollar
    result = []
    for role, own in enumerate(scores):
        if own <= 0:
            continue
        behind = scores[role + 1] if role < 2 else 0
        cover = min(max(2 * behind - own + past, 0), own) if behind > 0 else None
        named = named_wagers(scores, role, position.ties)
        result.append(
            LadderRung(
                ("A", "B", "C")[role],
                own,
                2 * own,
                cover,
                None if cover is None else own - cover,
                rational_range(scores, role, past),
                tuple(BreakBet(each.name, each.wager) for each in named if each.name not in COMMON_NAMES),
            )
        )
    return tuple(result)


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
