"""How the answers of ``kibitz parlour`` look in a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from kibitz.cli.answers import Answer
from kibitz.core.units import Unit, format_amount, format_chance, format_loss

if TYPE_CHECKING:
    from rich.console import Console

TOP = 12
"""Choices shown of a long list, best first."""
MAX_SHOWN = 20
"""Equilibria and choices of a strategy shown; JSON has them all."""


def _reasons(answer: Answer, console: Console) -> None:
    console.print(answer["headline"] + ".", markup=False)
    for reason in answer["reasons"]:
        console.print(f"  · {reason}", markup=False)
    if answer["rule"]:
        console.print(f"  rule: {answer['rule']}", markup=False)


def _choices(advice: Answer, console: Console, title: str, word: str) -> None:
    from rich.table import Table

    unit = Unit(advice["unit"])
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in (word, "play", "worth", "loss"):
        table.add_column(heading, justify="right")
    rows = advice["ranked"]
    shown = rows if len(rows) <= TOP else rows[:TOP]
    if len(rows) <= TOP and all(row["choice"].isdigit() for row in rows):
        shown = sorted(rows, key=lambda row: int(row["choice"]))
    for row in shown:
        play = format_chance(row["probability"]) if row["probability"] else ""
        table.add_row(row["choice"], play, format_amount(row["equity"], unit), format_loss(_clean(row["loss"]), unit))
    console.print(table)
    if len(shown) < len(rows):
        console.print(f"[dim]and {len(rows) - len(shown)} more[/dim]")


def _clean(loss: float) -> float:
    return 0.0 if loss < 1e-12 else loss


def final(answer: Answer, console: Console) -> None:
    """Both players' wagers, what each is worth, and why."""
    first, second = answer["scores"]
    console.print(f"Final, {first} v {second}; player 1 wins {format_chance(answer['win_chance'])}\n")
    for side, player in (("row", "Player 1"), ("column", "Player 2")):
        each = answer["players"][side]
        _choices(each["advice"], console, player, "wager")
        _reasons(each, console)
        console.print()


def kuhn(answer: Answer, console: Console) -> None:
    """Value, strategies as ranges of cards, and what printed and corrected lists give away."""
    from rich.table import Table

    console.print(f"Kuhn poker with {answer['cards']} cards; worth {answer['value_exact']} antes to A a hand\n")
    a, b = answer["strategies"]["A"], answer["strategies"]["B"]
    table = Table(box=None, pad_edge=False)
    table.add_column("", justify="left")
    table.add_column("cards", justify="left")
    for label, chances in (("A bets", a["bet"]), ("A calls after checking", a["call"]),
                           ("B calls a bet", b["call"]), ("B bets after a check", b["bet"])):  # fmt: skip
        table.add_row(label, card_ranges(chances))
    console.print(table)
    for edition, losses in answer["exploitability_exact"].items():
        console.print(f"The {edition} lists give away: A {losses['A']}, B {losses['B']} antes a hand")
    if "hand" in answer:
        console.print()
        _choices(answer["hand"]["advice"], console, f"Your hand: {answer['hand']['position']}", "action")
        _reasons(answer["hand"], console)


def card_ranges(chances: list[float]) -> str:
    """Cards that act, as ranges: ``1, 2 (41.7 %), 11-13``."""
    parts = []
    for chance, group in groupby(enumerate(chances, 1), key=lambda entry: entry[1]):
        cards = [card for card, _ in group]
        if chance:
            span = str(cards[0]) if len(cards) == 1 else f"{cards[0]}-{cards[-1]}"
            parts.append(span if chance == 1 else f"{span} ({format_chance(chance)})")
    return ", ".join(parts) or "none"


def vote(answer: Answer, console: Console) -> None:
    """The vote, why, and what the printed rule would have done."""
    _reasons(answer, console)
    printed = answer["printed"]
    cost = format_loss(_clean(printed["loss"]), Unit.WIN)
    console.print(f"The rule as printed votes {printed['vote']}, which costs {cost}.")


def solve(answer: Answer, console: Console) -> None:
    """The equilibria, one a line."""
    found = answer["equilibria"]
    kind = "Zero-sum game" if answer["zero_sum"] else "General-sum game"
    listed = "one equilibrium"
    if answer["complete"]:
        listed = f"{len(found)} extreme equilibria, and no others" if len(found) > 1 else "the only equilibrium"
    console.print(f"{kind}, {len(answer['rows'])} x {len(answer['columns'])}; {listed}\n")
    for profile in found[:MAX_SHOWN]:
        console.print(f"  row: {_strategy(profile['row'])}", markup=False)
        console.print(f"  column: {_strategy(profile['column'])}", markup=False)
        payoffs = ", ".join(format_amount(payoff, Unit.PAYOFF) for payoff in profile["payoffs"])
        console.print(f"  payoffs {payoffs}; either could still gain {max(profile['regrets']):.1e}\n", markup=False)
    if len(found) > MAX_SHOWN:
        console.print(f"[dim]and {len(found) - MAX_SHOWN} more; --json has them all[/dim]")
    if answer["rule"]:
        console.print("An equilibrium by the 2x2 list, payoffs a to h from top left to bottom right, row's first:")
        console.print(f"  {answer['rule']}", markup=False)


def _strategy(mix: dict[str, float]) -> str:
    played = [(label, chance) for label, chance in mix.items() if chance > 0]
    if len(played) == 1:
        return played[0][0]
    words = [f"{label} {format_chance(chance)}" for label, chance in played[:MAX_SHOWN]]
    return ", ".join(words) + (f" and {len(played) - MAX_SHOWN} more" if len(played) > MAX_SHOWN else "")
