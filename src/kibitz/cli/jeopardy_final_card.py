"""``kibitz jeopardy final-card``: the cheat sheets for Final Jeopardy as text, Markdown or a card to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kibitz.cli.answers import Answer, answers

if TYPE_CHECKING:
    from rich.console import Console


def show(answer: Answer, console: Console) -> None:
    """The card itself, so that it can be piped; or where it was written."""
    click.echo(f"written to {answer['file']}" if answer["file"] else answer["card"].rstrip("\n"))


@click.command("final-card")
@click.option(
    "--era",
    type=click.Choice(["1996", "2015"]),
    default="1996",
    show_default=True,
    help="People of which shows it answers: September 1996 to February 2011 (ties shared), or 2015 on.",
)
@click.option(
    "--role", type=click.Choice(["A", "B", "C"]), multiple=True, help="First, second or third place; all by default."
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["text", "markdown", "svg"]),
    default="text",
    show_default=True,
    help="Plain text of 72 columns, Markdown, or an index card to print.",
)
@click.option("--out", metavar="FILE", help="Write the card to this file instead of the screen.")  # fmt: skip
@answers(show)
def final_card(era: str, role: tuple[str, ...], kind: str, out: str | None) -> Answer:
    """Print the cheat sheets for Final Jeopardy: short rules for first, second and third place, and what they cost."""

    from kibitz.files import write_text
    from kibitz.games.jeopardy.final.card import final_card as card_of
    from kibitz.games.jeopardy.final.card import shipped, shipped_loss
    from kibitz.games.jeopardy.final.wagers import ROLES
    from kibitz.games.jeopardy.show import era_of
    from kibitz.rules.cards.card import card_markdown, card_text
    from kibitz.rules.cards.svg import card_svg
    from kibitz.rules.language.notation import format_list

    when = era_of(int(era))
    roles = [ROLES.index(name) for name in dict.fromkeys(role)] or [0, 1, 2]
    text = {"text": card_text, "markdown": card_markdown, "svg": card_svg}[kind](card_of(when, roles))
    if out is not None:
        write_text(out, text)
    losses = {ROLES[r]: shipped_loss(when, r) for r in roles}
    return {
        "era": int(when),
        "format": kind,
        "file": out,
        "card": text,
        "lists": {ROLES[r]: format_list(shipped(when, r)) for r in roles},
        "losses": {name: {"mean": x.mean, "mean_se": x.mean_se, "p95": x.p95, "worst": x.worst, "positions": x.n}
                   for name, x in losses.items()},
    }  # fmt: skip
