"""What ``kibitz rate`` prints for people: every figure comes from the same answer that ``--json`` gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.cli.answers import Answer
from kibitz.core.units import MINUS

if TYPE_CHECKING:
    from rich.console import Console


def figure(value: float | None, scale: str) -> str:
    """A rating as people read it: whole points, or four digits of expected loss."""
    if value is None:
        return "-"
    return f"{value:.4f}" if scale == "expected loss" else f"{value:.0f}"


def interval(row: Answer, scale: str) -> str:
    """Both ends of a rating's interval; open where nothing bounds it."""
    low, high = (figure(row[end], scale) for end in ("low", "high"))
    return f"{low}–{high}"


def show_players(answer: Answer, console: Console) -> None:
    from rich.markup import escape
    from rich.table import Table

    scale = answer["scale"]
    engine = f", values of {answer['engine']}" if answer["engine"] else ""
    console.print(f"Rated by {scale} on {answer['reference_decisions']:,} reference decisions "
                  f"({answer['unit']}, scaling {answer['scaling']}{engine})", markup=False)  # fmt: skip
    table = Table(box=None, pad_edge=False)
    percentiles = any(row.get("percentile") is not None for row in answer["players"])
    names = [
        "player",
        "n",
        "events",
        "best",
        "error",
        "s",
        "c",
        "loss" if scale == "expected loss" else scale,
        "95 %",
    ] + (["pct"] if percentiles else [])
    for name in names:
        table.add_column(name, justify="left" if name == "player" else "right", no_wrap=name != "player")
    for row in answer["players"]:
        fitted = row["fit"]
        numbers = (["-"] * 4 if fitted is None else
                   [f"{100 * fitted['best_rate']['observed']:.1f} %", f"{fitted['average_error']['observed']:.4f}",
                    f"{fitted['s']:.4f}", f"{fitted['c']:.3f}"])  # fmt: skip
        star = "*" if row["extrapolated"] else ""
        percentile = "-" if row.get("percentile") is None else f"{row['percentile']:.0f}"
        table.add_row(escape(row["player"]) or "(all)", f"{row['n']:,}", f"{row['events']:,}", *numbers,
                      figure(row["rating"], scale) + star, interval(row, scale),
                      *([percentile] if percentiles else []))  # fmt: skip
    console.print(table)
    for row in answer["players"]:
        if row.get("note"):
            console.print(f"{row['player'] or '(all)'}: {row['note']}.", markup=False)
    if any(row["extrapolated"] for row in answer["players"]):
        console.print("* outside the marks the scale was calibrated with.", markup=False)
    if scale == "expected loss":
        console.print("Smaller is better: the scaled loss per decision of a player with these s and c on the "
                      "reference decisions; percentiles are among simulated agents.", markup=False)  # fmt: skip


def show_comparison(answer: Answer, console: Console) -> None:
    scale = answer["scale"]
    for side in ("a", "b"):
        row = answer[side]
        console.print(f"{answer[f'{side}_name']}: {figure(row['rating'], scale)} ({interval(row, scale)}), "
                      f"{row['n']:,} decisions in {row['events']:,} events", markup=False)  # fmt: skip
    console.print(f"Difference: {_signed(answer['difference'], scale)} "
                  f"({_signed(answer['low'], scale)} to {_signed(answer['high'], scale)})", markup=False)  # fmt: skip
    console.print(f"{answer['a_name']} loses less in {100 * answer['a_better']:.1f} % of resampled pairs"
                  + (f"; {answer['shared_events']} events are shared and resampled together."
                     if answer["shared_events"] else "."), markup=False)  # fmt: skip


def _signed(value: float, scale: str) -> str:
    return (f"{value:+.4f}" if scale == "expected loss" else f"{value:+.0f}").replace("-", MINUS)


def show_trend(answer: Answer, console: Console) -> None:
    scale = answer["scale"]
    for row in answer["periods"]:
        console.print(f"period {row['period']}: {figure(row['rating'], scale)} ({interval(row, scale)}), "
                      f"{row['n']:,} decisions", markup=False)  # fmt: skip
    console.print(f"Change per period: {_signed(answer['slope'], scale)} ({_signed(answer['slope_low'], scale)} to "
                  f"{_signed(answer['slope_high'], scale)}); chi-square for no change "
                  f"{answer['chi_square']:.1f} on {answer['degrees_of_freedom']}", markup=False)  # fmt: skip


def show_screening(answer: Answer, console: Console) -> None:
    for name, key, digits in (("best choices", "best_rate", 3), ("average error", "average_error", 4)):
        row = answer[key]
        z = "-" if row["z"] is None else f"{row['z']:+.2f}"
        console.print(f"{name}: observed {row['observed']:.{digits}f}, expected {row['expected']:.{digits}f} "
                      f"± {row['standard_error']:.{digits}f}, z {z}, chance of as good or better by luck "
                      f"{row['p']:.3g}, as the best of {answer['looks']:,} looks {row['p_looks']:.3g}",
                      markup=False)  # fmt: skip
    for sentence in answer["reading"]:
        console.print(f"· {sentence}", markup=False)


def show_fits(answer: Answer, console: Console) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    held_out = any(row.get("hold_out") is not None for row in answer["fits"])
    for name in ("method", "s", "c", "lapse", "best", "z", "error", "z", "ORF", "nats", *["held out"] * held_out):
        table.add_column(name, justify="left" if name == "method" else "right", no_wrap=True)
    for row in answer["fits"]:
        if "error" in row:
            continue
        held = [f"{row['hold_out']:.4f}"] if held_out else []
        z_best, z_error = (row[key]["z"] for key in ("best_rate", "average_error"))
        table.add_row(row["method"], f"{row['s']:.4f}", f"{row['c']:.3f}", f"{100 * row['lapse']:.1f} %",
                      f"{row['best_rate']['projected']:.3f}", f"{z_best:+.1f}" if z_best is not None else "-",
                      f"{row['average_error']['projected']:.4f}", f"{z_error:+.1f}" if z_error is not None else "-",
                      f"{row['orf']:.1f}", f"{row['nats']:.4f}", *held)  # fmt: skip
    console.print(f"{answer['n']:,} decisions in {answer['events']:,} events; observed best choices "
                  f"{answer['best_rate']:.3f}, average error {answer['average_error']:.4f}", markup=False)  # fmt: skip
    console.print(table)
    for row in answer["fits"]:
        if "error" in row:
            console.print(f"{row['method']}: {row['error']}.", markup=False)
    if answer.get("logit_hold_out") is not None:
        console.print(f"Baselines held out: logit {answer['logit_hold_out']:.4f}, uniform "
                      f"{answer['uniform_hold_out']:.4f} nats.", markup=False)  # fmt: skip


def show_scale(answer: Answer, console: Console) -> None:
    console.print(f"{answer['scale']} = {answer['intercept']:.1f} {answer['slope']:+.1f} x expected loss, "
                  f"R squared {answer['r_squared']:.4f}, written to {answer['file']}", markup=False)  # fmt: skip
    for mark, residual in zip(answer["marks"], answer["residuals"], strict=True):
        console.print(f"{mark['rating']:g}: expected loss {mark['expected_loss']:.4f}, s {mark['s']:.4f}, "
                      f"c {mark['c']:.3f}, {mark['n']:,} decisions, residual {residual:+.0f}",
                      markup=False)  # fmt: skip
