"""``kibitz jeopardy final``: the chance to win with every Final wager, and which one to make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.answers import CHANCE, Answer, Question, answers, finite, seed_option
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.core import Advice
    from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition
    from kibitz.games.jeopardy.final.explain import PricedWager

MAX_SHOWN = 12
NEGATIVE_SCORES = {"ignore_unknown_options": True}
"""So that a score such as -600 is not taken for an option."""


def three_scores(scores: tuple[int, ...]) -> tuple[int, int, int]:
    """The scores, if they are three."""
    if len(scores) != 3:
        raise InputError(f"scores: three players are accepted, not {len(scores)}")
    first, second, third = scores
    return first, second, third


def opponent_options(command: Any) -> Any:
    """Options that say who the opponents are and how ties end."""
    for option in (
        click.option("--ties", type=click.Choice(["shared", "tiebreaker"]),
                     help="Tie rule; by default that of the era."),
        click.option("--era", type=click.Choice(["1996", "2015"]), default="1996", show_default=True,
                     help="Whose bets and answers: September 1996 to February 2011, or 2015 on."),
        click.option("--opponents", type=click.Choice(["average", "champion", "grand-champion"]), default="average",
                     show_default=True, help="How good the other two are."),
    ):  # fmt: skip
        command = option(command)
    return command


def show(answer: Answer, console: Console) -> None:
    """The headline, the reasons, and the named wagers by loss."""
    from rich.table import Table

    from kibitz.core.units import Unit, format_chance, format_loss, format_money

    console.print(f"[bold]{answer['reason']}[/bold]")
    for reason in answer["reasons"]:
        console.print(f"• {reason}")
    table = Table("wager", "", "to win", "loss", title=f"Named wagers, opponents {answer['opponents']}")
    rows = sorted(answer["names"], key=lambda row: row["loss"] if row["loss"] is not None else 9.0)
    for row in rows[:MAX_SHOWN]:
        if row["loss"] is not None:
            loss = format_loss(row["loss"], Unit.WIN)
            table.add_row(format_money(row["wager"]), row["name"], format_chance(row["equity"]), loss)
    console.print(table)
    if answer["judged"] is not None:
        mine = answer["judged"]
        console.print(f"Your {format_money(mine['wager'])}: {format_chance(mine['equity'] or 0.0)}, {mine['verdict']}.")
    firm = answer["sensitivity"]
    if firm is not None:
        low, high = (format_chance(x) for x in firm["equity_interval"])
        held = format_chance(firm["holds"], 0)
        console.print(f"Over {firm['draws']} draws of the models' figures: {low} to {high} to win.")
        console.print(f"In {held} of them the wager is within half a point of the best.")
    if answer["equilibrium"] is not None:
        for player in answer["equilibrium"]["players"]:
            bets = sorted(player["mix"].items(), key=lambda item: -item[1])[:MAX_SHOWN]
            mix = ", ".join(f"{format_money(int(w))} {format_chance(p)}" for w, p in bets)
            console.print(f"Equilibrium, player {player['player']} ({format_chance(player['win_chance'])}): {mix}")
        console.print(
            f"Nobody gains more than {format_chance(answer['equilibrium']['exploitability'], 2)} by another bet."
        )
    spread = answer["randomised"]
    if spread is not None:
        ranges = ", ".join(
            f"{format_money(a)} to {format_money(b)}" if a < b else format_money(a) for a, b in spread["ranges"]
        )
        console.print(f"To be hard to read, bet anything of {ranges}: {format_chance(spread['equity'])} on average.")


def _ranges(good: Any) -> list[list[int]]:
    """Unbroken runs of true entries, as first and last index."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(np.int8)))
    return [[int(a), int(b) - 1] for a, b in edges.reshape(-1, 2)]


@click.command(cls=Question, context_settings=NEGATIVE_SCORES)
@click.argument("scores", type=int, nargs=-1, required=True)
@click.option("--me", type=click.IntRange(1, 3), required=True, help="Which of the three players you are.")
@click.option("--confidence", type=CHANCE, help="Your chance to be right; by default the average player's.")
@opponent_options
@click.option("--cover", is_flag=True, help="As first, only bets that cover the second's doubled score.")
@click.option("--wager", type=int, help="A wager of your own to judge.")
@click.option("--randomise", type=float, callback=finite,
              help="Also name all bets that lose at most this many points of win chance, such as 0.5.")  # fmt: skip
@click.option(
    "--draws",
    type=click.IntRange(1, 10_000),
    help="Also draw the models' figures this often from their uncertainty, to see how firm the wager is.",
)
@click.option("--equilibrium", is_flag=True, help="Also find an equilibrium of the three players' wagers.")
@click.option("--chart", type=click.Path(dir_okay=False), help="Also draw the curve to this SVG file.")
@seed_option
@answers(show)
def final(
    scores: tuple[int, ...],
    me: int,
    confidence: float | None,
    opponents: str,
    era: str,
    ties: str | None,
    cover: bool,
    wager: int | None,
    randomise: float | None,
    draws: int | None,
    equilibrium: bool,
    chart: str | None,
    seed: int,
) -> Answer:
    """The chance to win Final Jeopardy with every legal wager, given three SCORES by player.

    Opponents bet as people do in their place; answers are correlated. The curve holds the chance to win with each
    whole-dollar wager from $0 up.
    """
    from kibitz.games.jeopardy.final.equities import (
        FinalPosition,
        advice_from_tables,
        final_model,
        final_tables,
        randomised,
    )
    from kibitz.games.jeopardy.final.explain import final_answer
    from kibitz.games.jeopardy.show import Ties, era_of

    when = era_of(int(era))
    first, second, third = three_scores(scores)
    position = FinalPosition((first, second, third), me - 1, Ties(ties) if ties is not None else when.ties)
    model = final_model(position.me, opponents, when, confidence)
    tables = final_tables(position, model)
    advice = advice_from_tables(tables, model.name, cover=cover)
    answer = final_answer(tables, advice)
    values = advice.equities.values
    spread = None
    if randomise is not None:
        if not 0 <= randomise <= 100:
            raise InputError(f"randomise: points of win chance from 0 to 100 are accepted, not {randomise}")
        mixed = randomised(advice, randomise / 100)
        assert mixed.mix is not None
        played = mixed.mix > 0
        spread = {"ranges": _ranges(played), "equity": float(values[played].mean()), "tolerance": randomise / 100}
    if chart is not None:
        _draw(chart, position, advice, answer.names)
    return {
        "scores": list(position.scores),
        "me": me,
        "role": "ABC"[position.role],
        "confidence": model.accuracies[position.me],
        "opponents": model.name,
        "ties": position.ties.value,
        "wager": answer.wager,
        "equity": float(values[answer.wager]),
        "plateau": [int(index) for index in advice.plateau],
        "names": [
            {
                "name": n.name,
                "wager": n.wager,
                "meaning": n.meaning,
                "equity": _number(n.equity),
                "loss": _number(n.loss),
            }
            for n in answer.names
        ],
        "reason": answer.explanation.headline,
        "reasons": list(answer.explanation.reasons),
        "rule": answer.explanation.rule or None,
        "randomised": spread,
        "judged": None if wager is None else judged(advice, wager),
        "sensitivity": None if draws is None else _sensitivity(position, model, answer.wager, draws, seed),
        "equilibrium": _equilibrium(position, model) if equilibrium else None,
        "chart": chart,
        "curve": [_number(float(value)) for value in values],
    }


def _draw(chart: str, position: FinalPosition, advice: Advice, names: tuple[PricedWager, ...]) -> None:
    """The curve with its named wagers, as SVG."""
    from kibitz.app.curve import Mark, curve_svg
    from kibitz.core import Unit, format_money
    from kibitz.files import write_text

    marks = {named.wager: Mark(named.wager, named.name) for named in reversed(names)}
    scores = " – ".join(format_money(score) for score in position.scores)
    whose = format_money(position.scores[position.me])
    title = f"Final Jeopardy! {scores}: what should {whose} bet?"
    write_text(chart, curve_svg(advice, title, "wager", list(marks.values()), Unit.DOLLARS))


def _sensitivity(position: FinalPosition, model: FinalModel, wager: int, draws: int, seed: int) -> Answer:
    """How firm a wager is over draws of the fitted figures."""
    import numpy as np

    from kibitz.games.jeopardy.final.sensitivity import sensitivity

    found = sensitivity(np.random.default_rng(seed), position, model, wager, draws)
    best, times = np.unique(np.array(found.best), return_counts=True)
    often = sorted(zip(times.tolist(), best.tolist(), strict=True), reverse=True)[:MAX_SHOWN]
    return {"draws": draws, "seed": seed, "equity_interval": list(found.interval), "holds": found.holds,
            "mean_loss": float(found.losses.mean()),
            "best_wagers": [{"wager": w, "share": n / draws} for n, w in often]}  # fmt: skip


def _equilibrium(position: FinalPosition, model: FinalModel) -> Answer:
    """Mixed wagers by player where nobody can gain more than the exploitability."""
    from kibitz.games.jeopardy.final.equilibrium import equilibrium

    found = equilibrium(position.scores, model.accuracies, model.correlations[position.me], position.ties)
    players = []
    for seat, (wagers, mix) in enumerate(zip(found.wagers, found.mixes, strict=True)):
        bets = {str(w): round(float(p), 6) for w, p in zip(wagers, mix, strict=True) if p > 0}
        players.append(
            {"player": seat + 1, "win_chance": found.win_chances[seat], "gain": found.gains[seat], "mix": bets}
        )
    return {"players": players, "exploitability": found.exploitability}


def judged(advice: Advice, wager: int) -> Answer:
    """What a wager of the player's own is worth, and its grade."""
    from kibitz.core import ChoiceGrid, ChoiceIndex, judge
    from kibitz.core.units import format_money

    choices = advice.equities.choices
    assert isinstance(choices, ChoiceGrid)
    if wager not in choices.values:
        least, most = format_money(choices.first), format_money(choices.last)
        steps = f" in steps of {format_money(choices.step)}" if choices.step > 1 else ""
        raise InputError(f"wager: {least} to {most}{steps} is accepted, not {format_money(wager)}")
    index = ChoiceIndex(choices.values.index(wager))
    judgement = judge(advice, index)
    return {"wager": wager, "equity": _number(float(advice.equities.values[index])), "loss": _number(judgement.loss),
            "grade": judgement.grade.name.lower(), "verdict": str(judgement)}  # fmt: skip


def _number(value: float) -> float | None:
    return round(value, 9) if abs(value) < float("inf") else None
