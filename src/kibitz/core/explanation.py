"""Explanations: a headline and reasons with numbers, rendered by command and page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    """A headline in the terms of the game, the reasons, and the rule of thumb, if any."""

    headline: str
    reasons: tuple[str, ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        return "\n".join([self.headline, *(f"- {reason}" for reason in self.reasons)])
