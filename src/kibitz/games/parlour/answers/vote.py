"""The answer to `questions.vote`: whom to vote off when three players are left at the Weakest Link."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, format_option_loss
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.question import Answer
from kibitz.core.recommendation import Recommendation
from kibitz.core.units import Unit, format_chance, format_money
from kibitz.core.work import WorkContext
from kibitz.games.parlour.fields import parse_chance

if TYPE_CHECKING:
    from kibitz.games.parlour.position import VotePosition
    from kibitz.games.parlour.questions import vote as questions


class PublishedVote(Struct, frozen=True):
    """The vote by the published rule, and its loss in chance to win."""

    vote: Literal["P1", "P2"]
    loss: float


class ObservedVotes(Struct, frozen=True):
    """The posterior after observed votes: the chances that each player votes for you, and the value of knowing them.

    ``before`` is the best vote under the prior alone, ``gain`` the gain of the advised vote over it, ``exposed`` the
    largest loss of the advised vote whatever the others do. Both are in chance to win.
    """

    y1: float
    y2: float
    before: Literal["P1", "P2"]
    gain: float
    exposed: float


class VoteAnswer(Answer, frozen=True, kw_only=True, tag="parlour.vote/2"):
    """``payoffs`` are your chances to win the bank after each vote; ``exchanged`` is true if P1 is the stronger one.

    ``money`` is the value of each vote in dollars, if the bank is given. The published rule, ``printed``, has no
    strongest link.
    """

    counsel: Recommendation
    vote: Literal["P1", "P2"]
    payoffs: dict[str, float]
    money: dict[str, float] | None
    printed: PublishedVote | None
    seen: ObservedVotes | None
    exchanged: bool

    def exhibits(self) -> Iterator[Exhibit]:
        yield AdviceExhibit(self.counsel)
        if self.money is not None:
            values = ", ".join(f"vote {vote} {format_money(value)}" for vote, value in self.money.items())
            yield Note(f"Expected share of the bank: {values}.")
        if self.seen is not None:
            chances = f"P1 {format_chance(self.seen.y1)}, P2 {format_chance(self.seen.y2)}"
            gain = f"{100 * self.seen.gain:.1f} points"
            loss = f"{100 * self.seen.exposed:.1f} points"
            yield Note(
                f"Estimated chances to vote for you: {chances}. The advised vote gains {gain} over {self.seen.before}, "
                f"the best vote under the prior alone. If they vote differently, it can cost up to {loss}."
            )
        if self.printed is not None:
            cost = format_option_loss(self.printed.loss, Unit.WIN)
            yield Note(f"The published rule votes {self.printed.vote}, which costs {cost}.")


def posterior(seen: tuple[int, int], prior: tuple[float, float]) -> Fraction:
    """The exact mean of the Beta posterior after ``seen`` = (votes for you, all votes)."""
    ours, others = (Fraction(weight) for weight in prior)
    return (ours + seen[0]) / (ours + others + seen[1])


def answer_vote(request: questions.VoteRequest, work: WorkContext) -> VoteAnswer:
    """The answer to `questions.VoteRequest`."""
    from kibitz.games.parlour import weakest_link
    from kibitz.games.parlour.advice import recommend_in_position, vote_by_list
    from kibitz.games.parlour.position import VotePosition

    p1, p2 = parse_chance(request.p1, "p1"), parse_chance(request.p2, "p2")
    tie = request.tie.rpartition(":")[2]

    def chances(of: tuple[tuple[int, int] | None, tuple[int, int] | None]) -> tuple[Fraction, Fraction]:
        given = ((request.y1, of[0], "y1"), (request.y2, of[1], "y2"))
        y1, y2 = (
            posterior(s, request.prior) if y is None and s else parse_chance(y or "0", name) for y, s, name in given
        )
        return y1, y2

    position = VotePosition(p1, p2, *chances((request.observed1, request.observed2)), tie)
    recommendation = recommend_in_position(position, request.vote)
    payoffs = {option.choice: option.worth for option in recommendation.best}
    vote: Literal["P1", "P2"] = "P1" if recommendation.choice == "P1" else "P2"
    seen = None
    if request.observed1 or request.observed2:
        unseen = (None if request.observed1 is None else (0, 0), None if request.observed2 is None else (0, 0))
        before = recommend_in_position(VotePosition(p1, p2, *chances(unseen), tie)).choice
        gain, exposed = payoffs[vote] - payoffs[before], _largest_possible_loss(position, vote)
        seen = ObservedVotes(float(position.y1), float(position.y2), "P1" if before == "P1" else "P2", gain, exposed)
    printed = vote_by_list(weakest_link.PUBLISHED_LIST, position) if tie == "random" else None
    return VoteAnswer(
        counsel=recommendation,
        vote=vote,
        payoffs={name: payoffs[name] for name in ("P1", "P2")},
        money=None if request.bank is None else {name: payoffs[name] * request.bank for name in ("P1", "P2")},
        printed=None
        if printed is None
        else PublishedVote("P1" if printed == "P1" else "P2", max(payoffs.values()) - payoffs[printed]),
        seen=seen,
        exchanged=weakest_link.order_by_strength(position)[1],
    )


def _largest_possible_loss(position: VotePosition, vote: str) -> float:
    """The largest loss of a vote against the better one, whatever the others do.

    Payoffs are linear in each chance, so the maximum is at a corner, where every chance is 0 or 1.
    """
    from kibitz.games.parlour.weakest_link import enumerated_payoff

    worst = Fraction(0)
    for y1, y2 in product((Fraction(0), Fraction(1)), repeat=2):
        values = {v: enumerated_payoff(v, position.p1, position.p2, y1, y2, position.tie) for v in ("P1", "P2")}
        worst = max(worst, max(values.values()) - values[vote])
    return float(worst)
