"""Whom to vote off when three are left at the Weakest Link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from kibitz.core.counsel import Counsel
from kibitz.core.exhibits import Exhibit, Note, loss_words
from kibitz.core.question import Answer
from kibitz.core.units import Unit


class PrintedVote(Struct, frozen=True):
    """The vote by the rule as first published, and what it costs in chance to win."""

    vote: Literal["P1", "P2"]
    loss: float


class VoteAnswer(Answer, frozen=True, kw_only=True, tag="parlour.vote/1"):
    """``payoffs`` are your chances to win the bank after each vote; ``exchanged`` where P1 is the stronger one."""

    counsel: Counsel
    vote: Literal["P1", "P2"]
    payoffs: dict[str, float]
    printed: PrintedVote
    exchanged: bool

    def exhibits(self) -> Iterator[Exhibit]:
        yield self.counsel
        cost = loss_words(self.printed.loss, Unit.WIN)
        yield Note(f"The rule as printed votes {self.printed.vote}, which costs {cost}.")
