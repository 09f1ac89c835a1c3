"""``kibitz jeopardy daily-double``: the chance to win with every wager on the last Daily Double."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kibitz.cli.answers import CHANCE, Answer, Question, answers
from kibitz.cli.jeopardy_final import NEGATIVE_SCORES, opponent_options, three_scores
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 12
MAX_LEFT_TEXT = 200


def show(answer: Answer, console: Console) -> None:
    """The headline, the reasons, and the curve at a dozen wagers."""
    from rich.table import Table

    from kibitz.core.units import Unit, format_chance, format_loss, format_money

    console.print(f"[bold]{answer['reason']}[/bold]")
    for reason in answer["reasons"]:
        console.print(f"• {reason}")
    table = Table("wager", "right", "wrong", f"at {format_chance(answer['confidence'])}", "loss")
    rows = answer["curve"]
    best = next(i for i, row in enumerate(rows) if row["wager"] == answer["wager"])
    chosen = sorted({round(k * (len(rows) - 1) / (SHOWN - 1)) for k in range(SHOWN)} | {best})
    for i in chosen:
        row = rows[i]
        cells = [format_chance(row[field]) for field in ("right", "wrong", "equity")]
        loss = format_loss(0.0 if i == best else max(answer["equity"] - row["equity"], 0.0), Unit.WIN)
        style = "bold" if i == best else ""
        table.add_row(format_money(row["wager"]), *cells, loss, style=style)
    console.print(table)
    if answer["judged"] is not None:
        mine = answer["judged"]
        console.print(f"Your {format_money(mine['wager'])}: {format_chance(mine['equity'])}, {mine['verdict']}.")


def clues_left(text: str) -> tuple[int, ...]:
    """Dollar values separated by commas; nothing for none."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if len(text) > MAX_LEFT_TEXT or not all(word.isdecimal() for word in words):
        raise InputError(f"left: dollar values such as 400,800,1200 are accepted, not {text[:40]!r}")
    return tuple(int(word) for word in words)


@click.command("daily-double", cls=Question, context_settings=NEGATIVE_SCORES)
@click.argument("scores", type=int, nargs=-1, required=True)
@click.option("--me", type=click.IntRange(1, 3), required=True, help="Which of the three players you are.")
@click.option("--left", default="", help="Values of the clues left after it, such as 400,800,2000; none by default.")
@click.option("--confidence", type=CHANCE, required=True, help="Your chance to be right on the Daily Double.")
@opponent_options
@click.option("--level", type=click.Choice(["average", "champion", "grand-champion"]), default="average",
              show_default=True, help="How good you are on clues and in Final Jeopardy.")  # fmt: skip
@click.option("--own-final", type=click.Choice(["best", "people"]), default="best", show_default=True,
              help="How you will bet in Final Jeopardy: the best response, or as people do.")  # fmt: skip
@click.option("--step", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Dollars between wagers.")
@click.option("--wager", type=int, help="A wager of your own to judge.")
@answers(show)
def daily_double(
    scores: tuple[int, ...],
    me: int,
    left: str,
    confidence: float,
    opponents: str,
    era: str,
    ties: str | None,
    level: str,
    own_final: str,
    step: int,
    wager: int | None,
) -> Answer:
    """The chance to win with every wager on the last Daily Double, given three SCORES by player.

    Exact: score changes over the clues left on their lattice, then Final Jeopardy. The curve lists wagers with the
    chance to win when right, when wrong, and at your confidence.
    """
    from kibitz.cli.progress import progress_bar
    from kibitz.core import ChoiceIndex, judge
    from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, wager_curve
    from kibitz.games.jeopardy.endgame.explain import explanation
    from kibitz.games.jeopardy.endgame.standings import OwnFinal, Standing
    from kibitz.games.jeopardy.final.equities import final_model
    from kibitz.games.jeopardy.people.contestant import contestant
    from kibitz.games.jeopardy.show import Ties, era_of

    when = era_of(int(era))
    first, second, third = three_scores(scores)
    rule = Ties(ties) if ties is not None else when.ties
    position = LastDailyDouble((first, second, third), me - 1, clues_left(left), rule)
    mine, others = contestant(level, when), contestant(opponents, when)
    players = tuple(mine if seat == position.me else others for seat in range(3))
    standing = Standing(final_model(position.me, opponents, when, mine.final), position.me, rule, OwnFinal(own_final))
    with progress_bar("my scores") as progress:
        curve = wager_curve(position, players, standing, step, () if wager is None else (wager,), progress)
    advice = curve.advice(confidence)
    values, best = advice.equities.values, int(advice.best)
    told = explanation(curve, advice, confidence)
    judged = None
    if wager is not None:
        index = ChoiceIndex(int(advice.equities.choices.index(str(wager))))
        judgement = judge(advice, index)
        judged = {"wager": wager, "equity": float(values[index]), "loss": judgement.loss,
                  "grade": judgement.grade.name.lower(), "verdict": str(judgement)}  # fmt: skip
    return {
        "scores": list(position.scores),
        "me": me,
        "left": list(position.left),
        "confidence": confidence,
        "opponents": standing.model.name,
        "ties": rule.value,
        "wager": int(curve.wagers[best]),
        "equity": float(values[best]),
        "right": float(curve.right[best]),
        "wrong": float(curve.wrong[best]),
        "plateau": [int(curve.wagers[index]) for index in advice.plateau],
        "reason": told.headline,
        "reasons": list(told.reasons),
        "judged": judged,
        "curve": [
            {"wager": int(w), "right": round(float(r), 9), "wrong": round(float(x), 9), "equity": round(float(e), 9)}
            for w, r, x, e in zip(curve.wagers, curve.right, curve.wrong, values, strict=True)
        ],
    }
