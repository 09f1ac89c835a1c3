"""What can be asked about the parlour games. Chances stay exact: ``0.7`` is 7/10, so that a tie is a tie."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Literal

from msgspec import Meta, Struct

from kibitz.core.counsel import Counsel
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table, loss_words, options_table, some
from kibitz.core.explanation import Explanation
from kibitz.core.question import ARGUMENT, Answer, Request
from kibitz.core.units import Unit, format_amount, format_chance
from kibitz.core.work import Work
from kibitz.games.parlour.limits import MAX_CARDS, MAX_SCORE, MIN_CARDS, History

MAX_SHOWN = 20
"""Equilibria and choices of a strategy shown; JSON has them all."""
MAX_TEXT = 1_000_000
"""Characters of a matrix game written on the command line or in a link."""

PROBABILITY = "a probability from 0 to 1, such as 0.4 or 2/5,"
AS_CHANCE = {"number": True, "metavar": "CHANCE", "accepts": PROBABILITY}
Chance = Annotated[
    str,
    Meta(max_length=90, pattern=r"^\s*(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?\s*(%|/\s*0*[1-9]\d{0,39})?\s*$"),
]  # fmt: skip


def chance(text: str, name: str) -> Fraction:
    """A chance exactly as it was written: ``0.4``, ``2/5``, ``40%``."""
    top, _, bottom = text.strip().rstrip("%").partition("/")
    value = Fraction(top.strip()) / Fraction(bottom.strip() or 1) / (100 if text.strip().endswith("%") else 1)
    if not 0 <= value <= 1:
        raise InputError(f"{name}: {PROBABILITY} is accepted, not {text[:40]!r}")
    return value


def _more(counsel: Counsel) -> Iterator[Note]:
    if (left := counsel.options - len(counsel.best)) > 0:
        yield Note(f"and {left} more; --json --curve has them all", "quiet")


class Players(Struct, frozen=True):
    """Counsel for player 1 (row) and player 2 (column), each against the other's best play."""

    row: Counsel
    column: Counsel


class FinalAnswer(Answer, frozen=True, kw_only=True, tag="parlour.final/1"):
    """``value`` is player 1's chance to win minus 1/2; losses are in chance to win, of the player who wagers."""

    scores: tuple[int, int]
    p: tuple[float, float]
    value: float
    win_chance: float
    row: dict[str, float]
    column: dict[str, float]
    losses: dict[str, dict[str, float]]
    rule: dict[str, str | None]
    players: Players

    def told(self) -> Explanation:
        first, second = self.scores
        headline = f"Final, {first} v {second}; player 1 wins {format_chance(self.win_chance)}"
        sides = (("Player 1", self.players.row), ("Player 2", self.players.column))
        return Explanation(headline, tuple(f"{who}: {each.explanation.headline}" for who, each in sides))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline + "\n", "strong")
        for player, counsel in (("Player 1", self.players.row), ("Player 2", self.players.column)):
            yield options_table(counsel, "wager", player)
            yield from _more(counsel)
            yield counsel
            yield Note("")


class Final(Request, frozen=True, kw_only=True):
    """How much to wager in Final, two players: value, both optimal strategies, and what each wager loses.

    Payoffs are player 1's chance to win minus 1/2, a tie counting half, as in the literature; win_chance is the chance.
    """

    scores: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=MAX_SCORE)], Annotated[int, Meta(ge=0, le=MAX_SCORE)]],
        Meta(
            description=f"Scores of both players, whole numbers from 0 to {MAX_SCORE}.",
            examples=[[5, 3]],
            extra={
                "metavar": "INTEGER...",
                "accepts": f"two whole numbers from 0 to {MAX_SCORE} (divide dollars by a common unit)",
            },
        ),
    ]
    p: Annotated[
        tuple[Chance, Chance],
        Meta(
            description="Chances that each answers right, from 0 to 1.",
            examples=[[0.7, 0.4]],
            extra={**AS_CHANCE, "metavar": "CHANCE...", "accepts": f"{PROBABILITY} for each of the two players"},
        ),
    ]
    wager: Annotated[int, Meta(ge=0, le=MAX_SCORE, description="A wager of your own to judge.")] | None = None
    me: Annotated[int, Meta(ge=1, le=2, description="Which player's the wager is; by default player 1's.")] | None = None

    def __post_init__(self) -> None:
        for text in self.p:
            chance(text, "p")
        if self.me is not None and self.wager is None:
            raise InputError("me: only a wager of your own is some player's, and none is given")
        if self.wager is not None and self.wager > self.scores[(self.me or 1) - 1]:
            most = self.scores[(self.me or 1) - 1]
            raise InputError(f"wager: a whole number from 0 to {most} is accepted, not {self.wager}")

    def answer(self, work: Work) -> FinalAnswer:
        from kibitz.games.parlour.advice import counsel
        from kibitz.games.parlour.position import FinalPosition

        p1, p2 = (chance(text, "p") for text in self.p)
        own = {self.me or 1: None if self.wager is None else str(self.wager)}
        players = Players(
            counsel(FinalPosition(self.scores, (p1, p2), 1), own.get(1)),
            counsel(FinalPosition(self.scores, (p1, p2), 2), own.get(2)),
        )
        worth, row = _columns(players.row)
        others, column = _columns(players.column)
        win_chance = sum(value * often for value, often in zip(worth.values(), row.values(), strict=True))
        return FinalAnswer(
            scores=self.scores,
            p=(float(p1), float(p2)),
            value=win_chance - 0.5,
            win_chance=win_chance,
            row=row,
            column=column,
            losses={
                side: {wager: max(each.values()) - value for wager, value in each.items()}
                for side, each in (("row", worth), ("column", others))
            },
            rule={"row": players.row.explanation.rule or None, "column": players.column.explanation.rule or None},
            players=players,
        )


def _columns(counsel: Counsel) -> tuple[dict[str, float], dict[str, float]]:
    """What each wager is worth, and how often it is played."""
    assert counsel.curve is not None
    assert counsel.curve.mix is not None
    wagers = [str(wager) for wager in range(counsel.options)]
    worth = [float(value) for value in counsel.curve.worth]
    return dict(zip(wagers, worth, strict=True)), dict(zip(wagers, counsel.curve.mix, strict=True))


class KuhnAnswer(Answer, frozen=True, kw_only=True, tag="parlour.kuhn/1"):
    """Values in antes a hand, to A; strategies are the chance of the bolder action with each card, card 1 first."""

    cards: int
    value: float
    value_exact: str
    strategies: dict[str, dict[str, tuple[float, ...]]]
    exploitability: dict[str, dict[str, float]]
    exploitability_exact: dict[str, dict[str, str]]
    counsel: Counsel | None = None
    """Advice for the hand, where a card was given."""

    def told(self) -> Explanation:
        if self.counsel is not None:
            return self.counsel.explanation
        return Explanation(f"Kuhn poker with {self.cards} cards; worth {self.value_exact} antes to A a hand")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(f"Kuhn poker with {self.cards} cards; worth {self.value_exact} antes to A a hand\n", "strong")
        a, b = self.strategies["A"], self.strategies["B"]
        acts = (("A bets", a["bet"]), ("A calls after checking", a["call"]),
                ("B calls a bet", b["call"]), ("B bets after a check", b["bet"]))  # fmt: skip
        yield Table(("", "cards"), tuple((label, card_ranges(chances)) for label, chances in acts), left=(0, 1))
        for edition, losses in self.exploitability_exact.items():
            yield Note(f"The {edition} lists give away: A {losses['A']}, B {losses['B']} antes a hand")
        if self.counsel is not None:
            yield options_table(self.counsel, "action", f"\nYour hand: {self.counsel.position}")
            yield self.counsel


def card_ranges(chances: tuple[float, ...]) -> str:
    """Cards that act, as ranges: ``1, 2 (41.7 %), 11-13``."""
    parts = []
    for often, group in groupby(enumerate(chances, 1), key=lambda entry: entry[1]):
        cards = [card for card, _ in group]
        if often:
            span = str(cards[0]) if len(cards) == 1 else f"{cards[0]}-{cards[-1]}"
            parts.append(span if often == 1 else f"{span} ({format_chance(often)})")
    return ", ".join(parts) or "none"


class Kuhn(Request, frozen=True, kw_only=True):
    """Kuhn poker with any number of cards: value, optimal strategies, and what the printed lists lose."""

    cards: Annotated[
        int,
        Meta(
            ge=MIN_CARDS,
            le=MAX_CARDS,
            description=f"Cards in the deck, a whole number from {MIN_CARDS} to {MAX_CARDS:,}.",
            examples=[13],
        ),
    ]
    card: (
        Annotated[
            int,
            Meta(ge=1, le=MAX_CARDS, description="Your card, to get advice for one hand; 1 is the lowest.", examples=[2]),
        ]
        | None
    ) = None
    after: Annotated[
        History,
        Meta(description="What has happened in the hand: nothing, A's bet, A's check, or A's check and B's bet."),
    ] = "start"
    action: (
        Annotated[
            Literal["bet", "check", "call", "fold"], Meta(description="An action of your own with this hand to judge.")
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        if self.card is None and (self.after != "start" or self.action is not None):
            raise InputError("card: needed for advice on one hand, which after and action speak of")
        if self.card is not None and self.card > self.cards:
            raise InputError(f"card: a whole number from 1 to {self.cards} is accepted, not {self.card}")
        possible = ("call", "fold") if self.after.endswith("bet") else ("bet", "check")
        if self.action is not None and self.action not in possible:
            raise InputError(f"action: {' or '.join(possible)} is accepted here, not {self.action!r}")

    def answer(self, work: Work) -> KuhnAnswer:
        from kibitz.games.parlour import kuhn_lists
        from kibitz.games.parlour.advice import counsel
        from kibitz.games.parlour.kuhn import exploitabilities, value
        from kibitz.games.parlour.position import KuhnHand

        played = {edition: kuhn_lists.strategies(each, self.cards) for edition, each in kuhn_lists.lists().items()}
        a, b = played["corrected"]
        losses = {edition: exploitabilities(*each) for edition, each in played.items()}
        return KuhnAnswer(
            cards=self.cards,
            value=float(value(self.cards)),
            value_exact=str(value(self.cards)),
            strategies={
                "A": {"bet": tuple(map(float, a.bet)), "call": tuple(map(float, a.call))},
                "B": {"call": tuple(map(float, b.call)), "bet": tuple(map(float, b.bet))},
            },
            exploitability={
                edition: {player: float(loss) for player, loss in each.items()} | {"gap": float(sum(each.values()))}
                for edition, each in losses.items()
            },
            exploitability_exact={
                edition: {player: str(loss) for player, loss in each.items()} for edition, each in losses.items()
            },
            counsel=None if self.card is None else counsel(KuhnHand(self.cards, self.card, self.after), self.action),
        )


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


def _chance_field(text: str, example: str) -> Meta:
    return Meta(description=text, examples=[example], extra=AS_CHANCE)


class Vote(Request, frozen=True, kw_only=True):
    """Whom to vote off when three are left at the Weakest Link: your chance to win the bank after each vote.

    The paper calls the stronger opponent P2; where p1 < p2 the rule is read with the two exchanged.
    """

    p1: Annotated[Chance, _chance_field("Your chance to beat P1 in the last round.", "0.7")]
    p2: Annotated[Chance, _chance_field("Your chance to beat P2 in the last round.", "0.5")]
    y1: Annotated[Chance, _chance_field("The chance that P1 votes for you (otherwise for P2).", "0.3")]
    y2: Annotated[Chance, _chance_field("The chance that P2 votes for you (otherwise for P1).", "0.1")]
    vote: Annotated[Literal["P1", "P2"], Meta(description="A vote of your own to judge.")] | None = None

    def __post_init__(self) -> None:
        for name in ("p1", "p2", "y1", "y2"):
            chance(getattr(self, name), name)

    def answer(self, work: Work) -> VoteAnswer:
        from kibitz.games.parlour import weakest_link
        from kibitz.games.parlour.advice import counsel, vote_by
        from kibitz.games.parlour.position import VotePosition

        position = VotePosition(*(chance(getattr(self, name), name) for name in ("p1", "p2", "y1", "y2")))
        counsel_ = counsel(position, self.vote)
        payoffs = {option.choice: option.worth for option in counsel_.best}
        printed = vote_by(weakest_link.PRINTED, position)
        return VoteAnswer(
            counsel=counsel_,
            vote="P1" if counsel_.choice == "P1" else "P2",
            payoffs={vote: payoffs[vote] for vote in ("P1", "P2")},
            printed=PrintedVote("P1" if printed == "P1" else "P2", max(payoffs.values()) - payoffs[printed]),
            exchanged=weakest_link.stronger_second(position)[1],
        )


class Equilibrium(Struct, frozen=True):
    """Both players' strategies by the names of the choices, their payoffs, and what either could still gain."""

    row: dict[str, float]
    column: dict[str, float]
    payoffs: tuple[float, float]
    regrets: tuple[float, float]


class SolveAnswer(Answer, frozen=True, kw_only=True, tag="parlour.solve/1"):
    """Equilibria of a matrix game; ``complete`` says that every equilibrium is a mixture of those listed."""

    zero_sum: bool
    value: float | None
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    complete: bool
    equilibria: tuple[Equilibrium, ...]
    rule: str | None

    def told(self) -> Explanation:
        kind = "Zero-sum game" if self.zero_sum else "General-sum game"
        listed = "one equilibrium"
        if self.complete:
            found = len(self.equilibria)
            listed = f"{found} extreme equilibria, and no others" if found > 1 else "the only equilibrium"
        headline = f"{kind}, {len(self.rows)} x {len(self.columns)}; {listed}"
        return Explanation(headline, tuple(each for one in self.equilibria[:MAX_SHOWN] for each in _told(one)))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline + "\n", "strong")
        for each in self.equilibria[:MAX_SHOWN]:
            for line in _told(each):
                yield Note(f"  {line}")
            yield Note("")
        if len(self.equilibria) > MAX_SHOWN:
            yield Note(f"and {len(self.equilibria) - MAX_SHOWN} more; --json has them all", "quiet")
        if self.rule:
            yield Note("An equilibrium by the 2x2 list, payoffs a to h from top left to bottom right, row's first:")
            yield Note(f"  {self.rule}")


def _told(each: Equilibrium) -> Iterator[str]:
    yield f"row: {_strategy(each.row)}"
    yield f"column: {_strategy(each.column)}"
    payoffs = ", ".join(format_amount(payoff, Unit.PAYOFF) for payoff in each.payoffs)
    yield f"payoffs {payoffs}; either could still gain {max(each.regrets):.1e}"


def _strategy(mix: dict[str, float]) -> str:
    played = [(label, often) for label, often in mix.items() if often > 0]
    if len(played) == 1:
        return played[0][0]
    return some([f"{label} {format_chance(often)}" for label, often in played], MAX_SHOWN)


class Solve(Request, frozen=True, kw_only=True):
    """Equilibria of any two-player matrix game: all of them if it is small, one if it is large, with their regrets.

    FILE (- for standard input) is JSON, {"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}, or one matrix, which is
    then zero-sum; or CSV with numbers, pairs such as "3,5", or two tables with a blank line between. Fractions such as
    1/3 are exact; choices may be named in the first line and column.
    """

    file: Annotated[Document, Meta(description="The game, as JSON or CSV.", extra=ARGUMENT)] | None = None
    text: (
        Annotated[
            str,
            Meta(
                max_length=MAX_TEXT,
                pattern=r"^[^\x00]+$",
                description="The game itself instead of a file, in the same notation.",
                examples=["[[1, -1], [-1, 1]]"],
                extra={"shown": True},
            ),
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        if (self.file is None) == (self.text is None):
            raise InputError("FILE: either the name of a file or --text with the game itself is needed")

    def answer(self, work: Work) -> SolveAnswer:
        from kibitz.games.parlour.matrix import parse_game
        from kibitz.games.parlour.matrix_solution import solved

        solution = solved(parse_game(self.text if self.file is None else self.file.read_text()))  # type: ignore[arg-type]
        game = solution.game
        return SolveAnswer(
            zero_sum=game.is_zero_sum,
            value=solution.profiles[0].payoffs[0] if game.is_zero_sum else None,
            rows=game.row_labels,
            columns=game.column_labels,
            complete=solution.complete,
            equilibria=tuple(
                Equilibrium(
                    dict(zip(game.row_labels, profile.row, strict=True)),
                    dict(zip(game.column_labels, profile.column, strict=True)),
                    profile.payoffs,
                    profile.regrets,
                )
                for profile in solution.profiles
            ),
            rule=solution.rule or None,
        )
