"""Errors of a recorded game one by one, each with the case for the best choice; luck and skill as waterfalls."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from kibitz.core.exhibits import Table
from kibitz.core.exhibits.summaries import AnswerSummary, ErrorCase, ErrorList, Fact
from kibitz.core.units import Unit, format_chance, format_loss, format_money
from kibitz.draw.player_waterfall import PlayerWaterfall, PlayerWaterfalls
from kibitz.draw.waterfall import WaterfallStep

if TYPE_CHECKING:
    from kibitz.games.jeopardy.answers.review import ReviewAnswer, ReviewedDecision

KINDS = {"daily-double": "Daily Double", "final": "Final wager", "buzz": "buzz"}
MAX_ERRORS_SHOWN = 24
"""Errors shown one by one."""
DOLLARS_DOUBLED_DATE = "2001-11-26"
"""From this day on the board has the dollar values that requests assume."""


def format_choice(choice: int | str) -> str:
    """A wager in dollars, or an action."""
    return format_money(choice) if isinstance(choice, int) else choice


def error_list(review: ReviewAnswer, table: Table) -> ErrorList:
    """Decisions with a loss, the largest first; ``table`` has all decisions."""
    cases = tuple(_case(review, each) for each in review.errors[:MAX_ERRORS_SHOWN])
    count = len(review.decisions)
    remark = f"{count} judged, {len(review.errors)} with a loss"
    return ErrorList(table.title, "clue", cases, table, "Open this position", remark=remark)


def _case(review: ReviewAnswer, made: ReviewedDecision) -> ErrorCase:
    who = review.name(made.player)
    best, chosen = format_choice(made.best), format_choice(made.choice)
    verb = {"daily-double": "Wager ", "final": "Bet "}.get(made.kind, "")
    lead, reason = _reason(made)
    moves = {"daily-double": "wagered", "final": "bet"}.get(made.kind, "chose to")
    facts = [
        Fact(
            f"{who} {moves} {chosen}",
            format_loss(made.loss, Unit.WIN),
            f"{format_chance(made.worth)} to win",
            made.grade,
        )
    ]
    if made.shown_confidence != made.confidence:
        shown = format_chance(made.shown_confidence)
        more = f"best {format_choice(made.shown_best)}, {format_loss(made.shown_loss, Unit.WIN)}"
        facts.append(Fact("By the player's record", f"{shown} confidence", more))
    method = made.method if made.method == "exact" else made.method.capitalize()
    people = f"shows {review.era.words}"
    limits = (method, f"confidence {format_chance(made.confidence)}", people, f"ties {review.ties.value}")
    return ErrorCase(
        place=str(made.clue),
        who=who,
        seat=made.player,
        kind=KINDS[made.kind],
        chosen=chosen,
        best=best,
        cost=format_loss(made.loss, Unit.WIN),
        grade=made.grade,
        link=_link(review, made),
        verdict=AnswerSummary(
            answer=f"{verb}{best}" if verb else best.capitalize(),
            eyebrow=f"{KINDS[made.kind]}, clue {made.clue}",
            figure=format_chance(made.worth + made.loss),
            figure_name="to win",
            lead=lead,
            reason=reason,
            facts=tuple(facts),
            limits=limits,
        ),
    )


def _reason(made: ReviewedDecision) -> tuple[str, str]:
    """Name of the missed idea and why it is better; without a name, the win chances of both choices."""
    missed = next((note.removeprefix("missed: ") for note in made.notes if note.startswith("missed: ")), "")
    name, comma, rest = missed.partition(", ")
    if comma:
        why = rest.partition(" (")[2].removesuffix(")") or rest.partition(" ")[2]
        return f"{name[0].upper()}{name[1:]}:", f"{why}." if why else f"{rest}."
    better, worse = format_chance(made.worth + made.loss), format_chance(made.worth)
    if isinstance(made.choice, int) and isinstance(made.best, int):
        size = "Too small:" if made.choice < made.best else "Too large:"
        sure = f"at {format_chance(made.confidence)} sure, "
        return size, f"{sure}{format_choice(made.best)} wins {better}, {format_choice(made.choice)} wins {worse}."
    return "", f"{format_choice(made.best)} wins {better}, {format_choice(made.choice)} {worse}."


def _link(review: ReviewAnswer, made: ReviewedDecision) -> str:
    """Link to the page on this decision."""
    if made.kind == "final":
        scores = [("scores", str(score)) for score in review.scores.round_2]
        request = [
            *scores,
            ("me", str(made.player)),
            ("wager", str(made.choice)),
            ("era", str(int(review.era))),
            ("ties", review.ties.value),
        ]
        return f"/jeopardy/final?{urlencode(request)}"
    if made.kind == "daily-double" and review.date >= DOLLARS_DOUBLED_DATE:
        query = {"state": made.position, "confidence": f"{made.confidence:.4f}", "wager": str(made.choice)}
        return f"/jeopardy/daily-double?{urlencode(query | {'era': str(int(review.era)), 'ties': review.ties.value})}"
    return ""


def player_waterfalls(review: ReviewAnswer, table: Table, note: str) -> PlayerWaterfalls:
    """Every player's way from one third to the result."""
    won = dict.fromkeys(review.winners, "won")
    cases = tuple(
        PlayerWaterfall(
            review.name(a.player),
            f"{format_money(review.scores.final[a.player - 1])}, {won.get(a.player, 'lost')}",
            1 / 3,
            (
                WaterfallStep("head start", a.start),
                WaterfallStep("clues", a.clues),
                WaterfallStep("Daily Doubles", a.daily_doubles),
                WaterfallStep("Final", a.final),
                WaterfallStep("own errors", -a.errors, "own"),
            ),
        )
        for a in review.accounts
    )
    return PlayerWaterfalls(table.title, cases, remark="points of win chance", note=note, listing=table)
