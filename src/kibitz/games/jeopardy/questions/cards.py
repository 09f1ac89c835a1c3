"""The cheat sheets for Final Jeopardy, to print."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.question import Request
from kibitz.core.work import Work
from kibitz.games.jeopardy.answers.cards import FinalCardAnswer, Loss
from kibitz.games.jeopardy.show import Era

Role = Literal["A", "B", "C"]


class FinalCard(Request, frozen=True, kw_only=True):
    """Print the cheat sheets for Final Jeopardy: short rules for first, second and third place, and what they cost."""

    era: Annotated[
        Era,
        Meta(
            description="People of which shows it answers: September 1996 to February 2011 (ties shared), or 2015 on."
        ),
    ] = Era.PAPER
    role: Annotated[tuple[Role, ...], Meta(description="First, second or third place; all by default.")] = ()
    format: Annotated[
        Literal["text", "markdown", "svg"],
        Meta(description="Plain text of 72 columns, Markdown, or an index card to print."),
    ] = "text"

    def answer(self, work: Work) -> FinalCardAnswer:
        from kibitz.games.jeopardy.final.card import final_card, shipped, shipped_loss
        from kibitz.games.jeopardy.final.wagers import ROLES
        from kibitz.rules.cards.card import card_markdown, card_text
        from kibitz.rules.cards.svg import card_svg
        from kibitz.rules.language.notation import format_list

        roles = [ROLES.index(name) for name in dict.fromkeys(self.role)] or [0, 1, 2]
        made = {"text": card_text, "markdown": card_markdown, "svg": card_svg}[self.format]
        losses = {ROLES[role]: shipped_loss(self.era, role) for role in roles}
        return FinalCardAnswer(
            era=self.era,
            format=self.format,
            card=made(final_card(self.era, roles)),
            lists={ROLES[role]: format_list(shipped(self.era, role)) for role in roles},
            losses={name: Loss(x.mean, x.mean_se, x.p95, x.worst, x.n) for name, x in losses.items()},
        )
