"""``kibitz jeopardy simulate``: whole games between three contestants, and what they add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kibitz.cli.answers import Answer, answers, seed_option
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.games.jeopardy.people.population import SeatModel
    from kibitz.games.jeopardy.show import Era

FIELDS = {
    "win_rates": ("wins", "chance"),
    "lockouts": ("has a lockout", "chance"),
    "final_leads": ("leads before Final", "chance"),
    "mean_scores": ("final score", "money"),
    "scores_entering_final": ("score before Final", "money"),
    "daily_doubles_found": ("share of Daily Doubles", "chance"),
    "board_control": ("share of picks", "chance"),
}
"""Fields by seat, how they are called for people, and their unit."""
STANDINGS = ("first", "second", "third")
MAX_WORKERS = 256


def show(answer: Answer, console: Console) -> None:
    """A table by seat, and the figures of whole games."""
    from rich.table import Table

    from kibitz.core.units import format_chance, format_money

    table = Table(title=f"{answer['games']:,} games, contestants of {answer['era']}, ties {answer['ties']}")
    table.add_column("")
    for seat, name in enumerate(answer["seats"], start=1):
        table.add_column(f"{seat}: {name}", justify="right")
    for field, (label, unit) in FIELDS.items():
        cells = [
            f"{format_money(round(mean))} ± {format_money(round(se))}" if unit == "money"
            else f"{format_chance(mean)} ± {format_chance(se, 2)}"
            for mean, se in zip(answer[field], answer[f"{field}_se"], strict=True)
        ]  # fmt: skip
        table.add_row(label, *cells)
    console.print(table)
    means = zip(STANDINGS, answer["scores_by_standing"], answer["scores_by_standing_se"], strict=True)
    standings = ", ".join(f"{name} {format_money(round(mean))} ± {format_money(round(se))}" for name, mean, se in means)
    console.print(f"Before Final by standing: {standings}")
    locked, se = answer["locked_games"], answer["locked_games_se"]
    console.print(f"Locked games: {format_chance(locked)} ± {format_chance(se, 2)}")


def _own(numbers: str | None, era: Era) -> SeatModel:
    from kibitz.games.jeopardy.people.population import single, you

    if numbers is None:
        raise InputError("you: a seat called you needs --you with attempt rate, precision and two accuracies")
    try:
        attempt, precision, daily_double, final = (float(number) for number in numbers.split(","))
    except ValueError:
        raise InputError(f"you: four chances such as 0.7,0.9,0.7,0.6 are accepted, not {numbers[:40]!r}") from None
    return single(you(attempt, precision, daily_double, final, era))


def _seats(names: str, ability: str, era: Era, own: str | None) -> tuple[SeatModel, ...]:
    from kibitz.games.jeopardy.people.contestant import Level, contestant, paper_contestant
    from kibitz.games.jeopardy.people.population import drawn_seats, single
    from kibitz.games.jeopardy.play.machine import calibrated_machine

    players = [name.strip() for name in names.split(",")]
    if len(players) != 3:
        raise InputError(f"seats: three players are accepted, not {len(players)}")
    drawn = drawn_seats(era)
    seats = []
    for seat, name in enumerate(players):
        if name == "machine":
            seats.append(single(calibrated_machine().contestant))
        elif name == "you":
            seats.append(_own(own, era))
        elif name not in list(Level):
            raise InputError(f"seats: {', '.join(Level)}, machine or you is accepted, not {name[:40]!r}")
        elif ability == "printed":
            seats.append(single(paper_contestant(name)))
        elif ability == "drawn" and name == Level.AVERAGE:
            seats.append(drawn[seat])
        else:
            seats.append(single(contestant(name, era)))
    return tuple(seats)


@click.command()
@click.option(
    "--games", type=click.IntRange(1, 100_000_000), default=100_000, show_default=True, help="How many games."
)
@click.option(
    "--seats",
    default="average,average,average",
    show_default=True,
    help="Who plays, left to right: average, champion, grand-champion, machine or you; the first is the champion's.",
)
@click.option("--you", "own", help="Your attempt rate, precision, Daily Double and Final accuracy: 0.7,0.9,0.7,0.6.")
@click.option("--era", type=click.Choice(["1996", "2015"]), default="1996", show_default=True,
              help="Which shows the contestants come from: September 1996 to February 2011, or 2015 on.")  # fmt: skip
@click.option("--ties", type=click.Choice(["shared", "tiebreaker"]), help="Tie rule; by default the one of the era.")
@click.option(
    "--ability",
    type=click.Choice(["drawn", "equal", "printed"]),
    default="drawn",
    show_default=True,
    help="Average contestants differ as on the show (drawn), are all equal (equal), or are as printed in the paper.",
)
@click.option("--workers", type=click.IntRange(1, MAX_WORKERS), default=1, show_default=True, help="Processes to use.")
@seed_option
@answers(show)
def simulate(
    games: int, seats: str, own: str | None, era: str, ties: str | None, ability: str, workers: int, seed: int
) -> Answer:
    """Play many whole games between three contestants.

    Every figure comes with its standard error (field_se). The same seed gives the same games, however many workers.
    """
    from contextlib import ExitStack

    from kibitz.cli.progress import progress_bar
    from kibitz.games.jeopardy.play.game_tables import game_tables
    from kibitz.games.jeopardy.play.machine import calibrated_machine
    from kibitz.games.jeopardy.play.statistics import simulate as simulated
    from kibitz.games.jeopardy.show import Ties, era_of, rules_of
    from kibitz.simulate.executors import process_pool

    when = era_of(int(era))
    rules = rules_of(when, Ties(ties) if ties is not None else None)
    models = _seats(seats, ability, when, own)
    tables = game_tables(models, rules, calibrated_machine().bets)
    with ExitStack() as stack:
        progress = stack.enter_context(progress_bar("games, in batches"))
        executor = stack.enter_context(process_pool(workers)) if workers > 1 else None
        tally = simulated(tables, games, seed, rules, executor, progress)
    answer: Answer = {"games": games, "seats": [model.name for model in models], "era": int(when),
                      "ties": rules.ties.value, "ability": ability, "seed": seed}  # fmt: skip
    for field in (*FIELDS, "scores_by_standing"):
        estimates = tally.estimates(field)
        answer[field] = [estimate.mean for estimate in estimates]
        answer[f"{field}_se"] = [estimate.se for estimate in estimates]
    for field in ("locked_games", "winning_scores", "broke_before_final"):
        (estimate,) = tally.estimates(field)
        answer[field], answer[f"{field}_se"] = estimate.mean, estimate.se
    return answer
