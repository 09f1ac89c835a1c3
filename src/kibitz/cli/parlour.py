"""``kibitz parlour``: small games with exact answers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.answers import Answer, Question, answers
from kibitz.core.errors import InputError
from kibitz.files import read_text

if TYPE_CHECKING:
    from kibitz.games.parlour.advice import Counsel
    from kibitz.games.parlour.position import FinalPosition


class Chance(click.ParamType):  # type: ignore[type-arg]
    """A probability, kept as an exact fraction: ``0.4``, ``.4`` or ``2/5``."""

    name = "chance"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        from kibitz.games.parlour.position import check_chance, parse_number

        try:
            number = parse_number(str(value), "chance")
            check_chance(number, "chance")
        except InputError:
            self.fail(
                f"a probability from 0 to 1, such as 0.4 or 2/5, is accepted, not {str(value)[:40]!r}.", param, ctx
            )
        return number


CHANCE = Chance()


@click.group()
def parlour() -> None:
    """Small games with exact answers: Final for two, Kuhn poker, the last vote at the Weakest Link, any matrix game."""


def _show(name: str) -> Any:
    """The function of that name that shows an answer to people, imported when one is shown."""

    def show(answer: Answer, console: Any) -> None:
        from kibitz.cli import parlour_tables

        getattr(parlour_tables, name)(answer, console)

    return show


def _counsel(counsel: Counsel) -> Answer:
    """Advice and reasons as plain values."""
    from kibitz.games.parlour.position import format_position

    return {
        "position": format_position(counsel.position),
        "headline": counsel.explanation.headline,
        "reasons": list(counsel.explanation.reasons),
        "rule": counsel.explanation.rule or None,
        "advice": counsel.advice.to_json(),
    }


@parlour.command("final", cls=Question)
@click.option("--scores", type=int, nargs=2, required=True, help="Scores of both players, whole numbers from 0 to 200.")
@click.option("--p", type=CHANCE, nargs=2, required=True, help="Chances that each answers right, from 0 to 1.")
@answers(_show("final"))
def final(scores: tuple[int, int], p: tuple[Fraction, Fraction]) -> Answer:
    """How much to wager in Final, two players: value, both optimal strategies, and what each wager loses.

    Payoffs are player 1's chance to win minus 1/2, a tie counting half, as in the literature; win_chance is the chance.
    """
    from kibitz.games.parlour.advice import counsel
    from kibitz.games.parlour.position import FinalPosition

    sides: dict[str, FinalPosition] = {
        "row": FinalPosition(scores, p, 1),
        "column": FinalPosition(scores, p, 2),
    }
    advised = {side: counsel(position) for side, position in sides.items()}
    mixes = {side: each.advice.mix for side, each in advised.items()}
    row, column = mixes["row"], mixes["column"]
    assert row is not None
    assert column is not None
    win_chance = float(advised["row"].advice.equities.values @ row)
    return {
        "scores": list(scores),
        "p": [float(chance) for chance in p],
        "value": win_chance - 0.5,
        "win_chance": win_chance,
        "row": {str(wager): float(chance) for wager, chance in enumerate(row)},
        "column": {str(wager): float(chance) for wager, chance in enumerate(column)},
        "losses": {
            side: dict(zip(each.position.choices, each.advice.losses.tolist(), strict=True))
            for side, each in advised.items()
        },
        "rule": {side: each.explanation.rule or None for side, each in advised.items()},
        "players": {side: _counsel(each) for side, each in advised.items()},
    }


@parlour.command("kuhn", cls=Question)
@click.option("--cards", type=int, required=True, help="Cards in the deck, a whole number from 3 to 1,000.")
@click.option("--card", type=int, help="Your card, to get advice for one hand; 1 is the lowest.")
@click.option(
    "--after",
    type=click.Choice(["start", "bet", "check", "check-bet"]),
    default="start",
    show_default=True,
    help="What has happened in the hand: nothing, A's bet, A's check, or A's check and B's bet.",
)
@answers(_show("kuhn"))
def kuhn(cards: int, card: int | None, after: str) -> Answer:
    """Kuhn poker with any number of cards: value, optimal strategies, and what the printed lists lose."""
    from kibitz.games.parlour import kuhn_lists
    from kibitz.games.parlour.advice import counsel
    from kibitz.games.parlour.kuhn import exploitabilities, value
    from kibitz.games.parlour.position import KuhnHand, check_cards

    check_cards(cards)
    played = {edition: kuhn_lists.strategies(each, cards) for edition, each in kuhn_lists.lists().items()}
    a, b = played["corrected"]
    losses = {edition: exploitabilities(*each) for edition, each in played.items()}
    answer: Answer = {
        "cards": cards,
        "value": float(value(cards)),
        "value_exact": str(value(cards)),
        "strategies": {
            "A": {"bet": [float(x) for x in a.bet], "call": [float(x) for x in a.call]},
            "B": {"call": [float(x) for x in b.call], "bet": [float(x) for x in b.bet]},
        },
        "exploitability": {
            edition: {player: float(loss) for player, loss in each.items()} | {"gap": float(sum(each.values()))}
            for edition, each in losses.items()
        },
        "exploitability_exact": {
            edition: {player: str(loss) for player, loss in each.items()} for edition, each in losses.items()
        },
    }
    if card is not None:
        answer["hand"] = _counsel(counsel(KuhnHand(cards, card, after)))
    return answer


@parlour.command("vote", cls=Question)
@click.option("--p1", type=CHANCE, required=True, help="Your chance to beat P1 in the last round.")
@click.option("--p2", type=CHANCE, required=True, help="Your chance to beat P2 in the last round.")
@click.option("--y1", type=CHANCE, required=True, help="The chance that P1 votes for you (otherwise for P2).")
@click.option("--y2", type=CHANCE, required=True, help="The chance that P2 votes for you (otherwise for P1).")
@answers(_show("vote"))
def vote(p1: Fraction, p2: Fraction, y1: Fraction, y2: Fraction) -> Answer:
    """Whom to vote off when three are left at the Weakest Link: your chance to win the bank after each vote.

    The paper calls the stronger opponent P2; where p1 < p2 the rule is read with the two exchanged.
    """
    from kibitz.games.parlour import weakest_link
    from kibitz.games.parlour.advice import counsel, vote_by
    from kibitz.games.parlour.position import VotePosition

    position = VotePosition(p1, p2, y1, y2)
    advised = counsel(position)
    equities = advised.advice.equities
    printed = vote_by(weakest_link.PRINTED, position)
    return _counsel(advised) | {
        "vote": advised.advice.equities.choices[advised.advice.best],
        "payoffs": {choice: equities[choice] for choice in position.choices},
        "printed": {"vote": printed, "loss": float(equities.losses[position.choices.index(printed)])},
        "exchanged": weakest_link.stronger_second(position)[1],
    }


@parlour.command("solve", cls=Question)
@click.argument("file", required=False)
@click.option("--text", help="The game itself instead of a file, in the same notation.")
@answers(_show("solve"))
def solve(file: str | None, text: str | None) -> Answer:
    """Equilibria of any two-player matrix game: all of them if it is small, one if it is large, with their regrets.

    FILE (- for standard input) is JSON, {"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}, or one matrix, which is
    then zero-sum; or CSV with numbers, pairs such as "3,5", or two tables with a blank line between. Fractions such as
    1/3 are exact; choices may be named in the first line and column.
    """
    from kibitz.games.parlour.matrix import parse_game
    from kibitz.games.parlour.matrix_solution import solved

    if (file is None) == (text is None):
        raise InputError("FILE: either the name of a file or --text with the game itself is needed")
    return solved(parse_game(read_text(file) if file is not None else str(text))).to_json()
