"""How the answers of ``kibitz chess`` look to people; everything shown comes from the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.cli.answers import Answer
from kibitz.core.units import MINUS, Unit, format_amount, format_chance, format_loss

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

GRADES = {"best": "", "fine": "", "inaccuracy": "[yellow]?![/yellow]", "mistake": "[dark_orange]?[/dark_orange]",
          "blunder": "[red]??[/red]"}  # fmt: skip


def _table(*columns: str, left: tuple[str, ...] = ()) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0) if len(columns) < 9 else (0, 1, 0, 0))
    for column in columns:
        table.add_column(column, justify="left" if column in left else "right", no_wrap=True)
    return table


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {reason}" for reason, count in counts.items())


def show_input(answer: Answer, console: Console) -> None:
    """What was read and analysed, and what was left out."""
    console.print(
        f"{answer['games']:,} games, {answer['decisions']:,} decisions, valued by {answer['engine']} "
        f"({answer['budget']}, up to {answer['multipv']} moves); {answer['searched']:,} positions searched now",
        soft_wrap=True,
    )
    if answer["turns_skipped"]:
        console.print(f"turns left out: {_counts(answer['turns_skipped'])}", style="dim", soft_wrap=True)
    for game in answer["games_skipped"][:10]:
        console.print(f"game left out: {game['id']}: {game['reason']}", style="yellow", markup=False, soft_wrap=True)
    if len(answer["games_skipped"]) > 10:
        console.print(f"and {len(answer['games_skipped']) - 10} more games left out", style="yellow")
    if answer["failures"]:
        console.print(f"positions the engine failed on: {_counts(answer['failures'])}", style="yellow", soft_wrap=True)
    if answer["recoded_lines"]:
        console.print(f"{answer['recoded_lines']:,} lines are not UTF-8 and were read as Latin-1", style="dim")


def show_analysis(answer: Answer, console: Console) -> None:
    show_input(answer, console)
    if answer["out"]:
        console.print(f"decisions written to {answer['out']}", markup=False, soft_wrap=True)


def show_ratings(answer: Answer, console: Console) -> None:
    if answer["source"] is not None:
        show_input(answer["source"], console)
    calibrated = answer["scale"] is not None
    name = "IPR" if calibrated else "loss"
    table = _table("player", "Elo", name, "interval", "n", "games", "s", "c", "error", "best", left=("player",))
    for row in answer["players"]:
        table.add_row(*_rating_cells(row, calibrated))
    console.print(table)
    for row in answer["players"]:
        if row["note"]:
            console.print(f"{row['player']}: {row['note']}", style="dim", markup=False, soft_wrap=True)
    if answer["more_players"]:
        console.print(f"{answer['more_players']} more players; name one with --player, or raise --top", style="dim")
    for row in answer["players"]:
        if row.get("screening"):
            _show_screening(row["player"], row["screening"], console)
    if calibrated:
        console.print(f"scale: {answer['scale']}", style="dim", markup=False, soft_wrap=True)


def _rating_cells(row: dict[str, Any], calibrated: bool) -> list[str]:
    from rich.markup import escape

    error, best, loss = row["average_error"], row["best_choice_rate"], row["expected_loss"]
    if calibrated:
        value = "-" if row["ipr"] is None else f"{row['ipr']:.0f}" + ("*" if row["extrapolated"] else "")
        interval = _interval(row["low"], row["high"], "{:.0f}")
    else:
        value = "-" if loss is None or loss["value"] is None else f"{loss['value']:.3f}"
        interval = "-" if loss is None else _interval(loss["low"], loss["high"], "{:.3f}")
    return [
        escape(row["player"]),
        "-" if row["elo"] is None else f"{row['elo']:.0f}",
        value,
        interval,
        f"{row['n']:,}",
        f"{row['games']:,}",
        "-" if row["s"] is None else f"{row['s']:.3f}",
        "-" if row["c"] is None else f"{row['c']:.3f}",
        "-" if error is None else f"{error['actual']:.3f}",
        "-" if best is None else format_chance(best["actual"]),
    ]


def _interval(low: float | None, high: float | None, form: str) -> str:
    if low is None and high is None:
        return "-"
    if low is None:
        return f"up to {form.format(high)}"
    return f"{form.format(low)} or more" if high is None else f"{form.format(low)} to {form.format(high)}"


def _show_screening(player: str, found: dict[str, Any], console: Console) -> None:
    console.print(f"\n{player} against a claimed rating of {found['claimed']:.0f}", style="bold", markup=False)
    table = _table("", "expected", "observed", "z", left=("",))
    for name, key, form in (
        ("best move", "best_rate", format_chance),
        ("average error", "average_error", "{:.3f}".format),
    ):
        part = found[key]
        table.add_row(name, form(part["expected"]), form(part["observed"]), f"{part['z']:+.2f}".replace("-", MINUS))
    console.print(table)
    for sentence in found["reading"]:
        console.print(f"· {sentence}", style="dim", markup=False)


def show_calibration(answer: Answer, console: Console) -> None:
    slope = format(abs(answer["slope"]), ",.0f")
    console.print(f"Elo = {answer['intercept']:,.0f} {MINUS} {slope} x expected loss", style="bold")
    console.print(
        f"R squared {answer['r_squared']:.4f}; {answer['engine']}, {answer['budget']}, MultiPV {answer['multipv']}",
        soft_wrap=True,
    )
    table = _table("mark", "n", "games", "best move", "error", "s", "c", "loss", "ORF", "off")
    for row in answer["marks"]:
        table.add_row(
            str(row["mark"]), f"{row['positions']:,}", f"{row['games']:,}", format_chance(row["best_choice_rate"]),
            f"{row['average_error']:.4f}", f"{row['s']:.3f}", f"{row['c']:.3f}", f"{row['expected_loss']:.4f}",
            f"{row['orf']:.1f}", f"{row['residual']:+.0f}".replace("-", MINUS),
        )  # fmt: skip
    console.print(table)
    console.print(f"{answer['searched']:,} positions searched now; scale written to {answer['out']}", markup=False,
                  soft_wrap=True)  # fmt: skip
    if answer["failures"]:
        console.print(f"positions the engine failed on: {_counts(answer['failures'])}", style="yellow", soft_wrap=True)


def show_moves(answer: Answer, console: Console) -> None:
    heading = f"{answer['white']} \N{EN DASH} {answer['black']}  {answer['result']}  {answer['date']}"
    console.print(heading, style="bold", markup=False, soft_wrap=True)
    console.print(answer["basis"], style="dim", markup=False, soft_wrap=True)
    table = _table("move", "", "value", "chance", "expected", "cost", "best was", left=("move", "best was"))
    for row in answer["moves"]:
        table.add_row(*_move_cells(row), style="dim" if row["skipped"] else None)
    console.print(table)
    for side in ("white", "black"):
        own = answer["summary"][side]
        if own["n"]:
            console.print(_side(answer[side], own), markup=False, soft_wrap=True)


def _move_cells(row: dict[str, Any]) -> list[str]:
    from rich.markup import escape

    name = f"{row['move']}{'.' if row['side'] == 'white' else '...'} {row['played']}"
    if row["value"] is None:
        return [escape(name), "", "", "", "", "", row["skipped"] or ""]
    mate = row["mate"]
    value = format_amount(row["value"], Unit.PAWNS) if mate is None else f"mate {mate}".replace("-", MINUS)
    chance = "" if row["probability"] is None else format_chance(row["probability"])
    expected = "" if row["expected_loss"] is None else format_loss(row["expected_loss"], Unit.PAWNS)
    best = "" if row["loss"] == 0 else row["best"]
    return [escape(name), GRADES[row["judgement"]], value, chance, expected, format_loss(row["loss"], Unit.PAWNS),
            f"{best} ({row['skipped']})".strip() if row["skipped"] else best]  # fmt: skip


def _side(name: str, own: dict[str, Any]) -> str:
    expected = own["average_expected_loss"]
    against = "" if expected is None else f" (expected {format_loss(expected, Unit.PAWNS)})"
    words = (("inaccuracies", "inaccuracy"), ("mistakes", "mistake"), ("blunders", "blunder"))
    errors = ", ".join(f"{own[many]} {one if own[many] == 1 else many}" for many, one in words)
    return f"{name}: {format_loss(own['average_loss'], Unit.PAWNS)} a move{against} over {own['n']} moves; {errors}"


def show_end(answer: Answer, console: Console) -> None:
    console.print(answer["pgn"], markup=False, soft_wrap=True)
    console.print(f"{answer['result']} ({answer['reason']})", style="bold")
