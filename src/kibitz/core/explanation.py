"""Why: the named rule and the reasons with their figures, rendered later by command and page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    """A headline in the game's own words, the reasons one by one, and the rule to remember, if any."""

    headline: str
    reasons: tuple[str, ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        return "\n".join([self.headline, *(f"- {reason}" for reason in self.reasons)])
