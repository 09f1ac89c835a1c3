"""Reasons to buzz or to wait, in the terms of the show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core import Explanation, format_amount, format_chance, format_loss, format_money
from kibitz.core.units import Unit
from kibitz.games.jeopardy.buzz.clue_in_play import ClueInPlay
from kibitz.games.jeopardy.buzz.final_prices import seats_from_me
from kibitz.games.jeopardy.buzz.thresholds import LiveStateValues
from kibitz.games.jeopardy.fields import seat_name

MIN_CHANCE_WORTH_SAYING = 1e-3
"""Difference in win chance from which a reason is worth a sentence."""
SURE_CONFIDENCE = 0.99
PLACES = ("first", "second", "third")


@dataclass(frozen=True, slots=True)
class ValueWords:
    """How values are written: their unit, and the words after one."""

    unit: Unit = Unit.WIN
    verb: str = "to win"

    def amount(self, value: float) -> str:
        """A value, dollars without cents."""
        return format_amount(round(value) if self.unit is Unit.DOLLARS else value, self.unit)

    def describe(self, value: float) -> str:
        """A value with its words: ``58.1 % to win``."""
        return f"{self.amount(value)} {self.verb}"

    def mean(self, value: float) -> str:
        """A value that is a mean over courses of the clue."""
        return self.describe(value) if self.verb == "on average" else f"{self.describe(value)} on average"

    def loss(self, loss: float) -> str:
        """A loss, dollars without cents."""
        return format_loss(round(loss) if self.unit is Unit.DOLLARS else loss, self.unit)


WIN_WORDS = ValueWords()
MATCH_WORDS = ValueWords(verb="of match equity")


def explain_buzz(
    clue: ClueInPlay,
    thresholds: Sequence[float],
    live: Sequence[LiveStateValues],
    worth: Sequence[float],
    confidence: float,
    names: tuple[str, ...] = (),
    words: ValueWords = WIN_WORDS,
) -> Explanation:
    """Recommendation at a confidence, with reasons; ``worth`` are the values of buzzing and waiting."""
    buzz, wait = worth
    first = live[0]
    sure = format_chance(confidence, 0)
    needed = f"({_needed_confidence(thresholds[0])})"
    if abs(buzz - wait) < 1e-9 and abs(first.right - first.wrong) < 1e-9:
        headline = f"It does not matter: {words.describe(wait)} either way."
    elif buzz >= wait - 2e-5:
        headline = f"Buzz: {sure} sure is enough {needed}, {words.describe(buzz)}."
    elif thresholds[0] >= SURE_CONFIDENCE:
        headline = f"Do not buzz, however sure you are: {words.describe(wait)}."
    else:
        headline = f"Wait: {sure} sure is not enough {needed}, {words.describe(wait)}."
    rule = ""
    own = clue.position.scores[clue.me]
    reasons = [
        f"Right: {_describe_standing(clue, own + clue.value, True)}, {words.describe(first.right)}.",
        f"Wrong: {_describe_standing(clue, own - clue.value)}, {words.describe(first.wrong)}.",
        f"Silent: {_describe_standing(clue, own)} if nobody answers, {words.mean(first.silent)}.",
    ]
    if clue.keeps_lockout:
        rule = "keep the lock"
        reasons.append("Silence keeps the lock game; a wrong answer could lose it.")
    elif thresholds[0] <= 0 and first.right > first.silent + MIN_CHANCE_WORTH_SAYING:
        rule = "a free shot"
        reasons.append("A wrong answer costs nothing, so this is a free shot.")
    elif first.silent < MIN_CHANCE_WORTH_SAYING < first.right:
        rule = "desperation"
        reasons.append("Silence almost certainly loses. Only a right answer keeps you in the game.")
    if buzz != wait and abs(buzz - wait) >= MIN_CHANCE_WORTH_SAYING:
        other = "waiting" if buzz > wait else "buzzing"
        reasons.append(f"At {sure} sure, {other} costs {words.loss(abs(buzz - wait))}.")
    reasons += _rebounds(clue, thresholds, live, names, words)
    return Explanation(headline, tuple(reasons), rule)


def _needed_confidence(threshold: float) -> str:
    if threshold >= SURE_CONFIDENCE:
        return "no confidence is"
    return "any confidence is" if threshold <= 0 else f"it takes {format_chance(threshold, 0)}"


def _rebounds(
    clue: ClueInPlay,
    thresholds: Sequence[float],
    live: Sequence[LiveStateValues],
    names: tuple[str, ...],
    words: ValueWords,
) -> list[str]:
    """Rules for rebounds, and where a deliberate wrong answer wins most (section 4.4)."""
    _, one, two = seats_from_me(clue.me)
    who = (seat_name(names, one), seat_name(names, two), f"{seat_name(names, one)} and {seat_name(names, two)}")
    rules = [f"after {name}, {_when_to_buzz(threshold)}" for name, threshold in zip(who, thresholds[1:], strict=True)]
    reasons = [f"Rebounds: {'; '.join(rules)}."]
    for name, verb, state in zip(who, ("was", "was", "were"), live[1:], strict=True):
        if state.reached > 0 and state.wrong > max(state.right, state.silent) + MIN_CHANCE_WORTH_SAYING:
            reasons.append(
                f"After {name} {verb} wrong, answer wrongly on purpose: {words.describe(state.wrong)}. A right "
                f"answer wins {words.amount(state.right)}, silence {words.amount(state.silent)}."
            )
    return reasons


def _when_to_buzz(threshold: float) -> str:
    if threshold >= SURE_CONFIDENCE:
        return "never"
    return "at any confidence" if threshold <= 0 else f"from {format_chance(threshold, 0)}"


def _describe_standing(clue: ClueInPlay, mine: int, ends_clue: bool = False) -> str:
    """My score with my place, and what it means against the others' present scores.

    A right answer ends the clue. Otherwise the others can still answer it, right or wrong, so a standing that rests on
    their scores holds only at present.
    """
    others = [score for seat, score in enumerate(clue.position.scores) if seat != clue.me]
    best, left = max(*others, 0), sum(clue.values_left)
    standing = f"{format_money(mine)}, {PLACES[sum(score > mine for score in others)]}"
    if not clue.is_endgame or clue.game is not None:
        return standing
    is_over = ends_clue and not left
    if mine > 2 * (best + left):
        return f"{standing}, a lock game{'' if ends_clue else ' at present'}"
    if not left and 2 * mine == best > 0:
        return f"{standing}, a lock-tie{'' if is_over else ' at present'}"
    if 2 * max(mine + left, 0) < best:
        return f"{standing}, locked out{'' if is_over else ' unless the leader falls back'}"
    return standing
