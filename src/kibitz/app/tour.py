"""The tour: real decisions from each game, with the answer, the reason and the command that gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Stop:
    """One question of the tour and its answer, in the game's own words."""

    game: str
    question: str
    answer: str
    reasons: tuple[str, ...]
    command: str

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "question": self.question, "answer": self.answer, "reasons": list(self.reasons),
                "command": self.command}  # fmt: skip


def parlour() -> Iterator[Stop]:
    """Small games with exact answers."""
    from kibitz.core import Unit, format_chance, format_loss
    from kibitz.games.parlour import weakest_link
    from kibitz.games.parlour.advice import counsel, vote_by
    from kibitz.games.parlour.matrix import matrix_game
    from kibitz.games.parlour.matrix_solution import solved
    from kibitz.games.parlour.position import VotePosition, parse_position

    def stop(game: str, notation: str, question: str, command: str, *more: str) -> Stop:
        told = counsel(parse_position(notation)).explanation
        return Stop(game, question, f"{told.headline}.", (*told.reasons, *more), f"kibitz parlour {command}")

    yield stop(
        "Final for two",
        "final:5-3:0.7,0.4:1",
        "You lead 5 to 3; you know the answer in 70 % of the cases, your opponent in 40 %. What do you wager?",
        "final --scores 5 3 --p 0.7 0.4",
    )
    yield stop(
        "Kuhn poker, 13 cards",
        "kuhn:13:2:start",
        "You hold the second-lowest of 13 cards and act first. Do you bluff?",
        "kuhn --cards 13 --card 2",
    )
    vote = parse_position("vote:0.7,0.5:0.3,0.1")
    assert isinstance(vote, VotePosition)
    printed = vote_by(weakest_link.PRINTED, vote)
    cost = counsel(vote).advice.losses[vote.choices.index(printed)]
    yield stop(
        "Weakest Link",
        "vote:0.7,0.5:0.3,0.1",
        "Three are left. You beat P1 in 70 % and P2 in 50 %; they vote for you in 30 % and 10 %. Whom do you vote off?",
        "vote --p1 .7 --p2 .5 --y1 .3 --y2 .1",
        f"the rule as first published votes {printed}, which costs {format_loss(float(cost), Unit.WIN)}",
    )
    sides = ("left", "right")
    kick = solved(matrix_game([["0.6", "0.95"], ["0.9", "0.7"]], row_labels=sides, column_labels=sides))
    (profile,) = kick.profiles
    left, dive, goal = (format_chance(chance) for chance in (profile.row[0], profile.column[0], profile.payoffs[0]))
    yield Stop(
        "A 2x2 game",
        "A penalty: left scores 60 % if the keeper dives there, else 95 %; right 70 % and 90 %. Where do you shoot?",
        f"Left with {left}, otherwise right; that scores {goal} wherever the keeper dives.",
        (f"the keeper dives left with {dive}", f"rule: {kick.rule}"),
        """kibitz parlour solve --text '{"row": [[0.6, 0.95], [0.9, 0.7]], "rows": ["left", "right"]}'""",
    )


def sevens() -> Iterator[Stop]:
    """What to bid for a letter; needs an installed word list, and says so without one."""
    from kibitz.core import InputError
    from kibitz.games.sevens.auction.position import BidPosition
    from kibitz.games.sevens.bidding.advice import advise
    from kibitz.games.sevens.words.lexicon import load_lexicon

    question = "Six players bid for letters; you hold EST, 30 auctions are left, R is on offer. What do you bid?"
    command = "kibitz sevens bid --rack EST --tile R --players 6 --left 30"
    try:
        lexicon = load_lexicon()
    except InputError as error:
        yield Stop("Sevens", question, f"Not without a list of words: {error}.", (), command)
        return
    told = advise(lexicon, BidPosition("EST", "R", players=6, left=30)).reason
    yield Stop("Sevens", question, told.headline, (*told.reasons, f"rule: {told.rule}"), command)


def chess() -> Iterator[Stop]:
    """How good a player is, from choices alone; needs neither an engine nor games."""
    from kibitz.core.work import Work
    from kibitz.games.chess.questions import Trial

    told = Trial().answer(Work()).told()
    yield Stop(
        "Chess",
        "You see 300 moves of one player and what each legal move was worth. How strong is the player?",
        told.headline,
        told.reasons,
        "kibitz chess rate GAMES.pgn --player NAME",
    )


def jeopardy() -> Iterator[Stop]:
    """Jeopardy!: where to look for the Daily Doubles."""
    from kibitz.core import format_chance
    from kibitz.games.jeopardy.board import FULL, Square, column_of, row_of, square
    from kibitz.games.jeopardy.play.placement import placement
    from kibitz.games.jeopardy.show import Era

    model = placement(Era.RECENT)
    start = model.chances(2)
    best = Square(int(start.argmax()))
    found = square(4, 3)
    after = model.chances(2, FULL & ~(1 << found), (found,))
    then = Square(int(after.argmax()))
    yield Stop(
        "Jeopardy!",
        "Double Jeopardy begins and you pick first. Where do the Daily Doubles hide?",
        f"Row {row_of(best)}, column {column_of(best)}: {format_chance(float(start[best]))} of the boards since 2015 "
        "have one there.",
        (
            f"of the two, the fourth row holds {format_chance(float(start[18:24].sum()) / 2)}, the top row "
            f"{format_chance(float(start[:6].sum()) / 2)}",
            f"once one is found in row 4, column 3, that column is safe; then row {row_of(then)}, column "
            f"{column_of(then)} is likeliest, {format_chance(float(after[then]))}",
        ),
        "kibitz jeopardy simulate --seats machine,champion,champion --era 2015",
    )


def jeopardy_wagers() -> Iterator[Stop]:
    """Jeopardy!: a Final wager and a last Daily Double, priced exactly."""
    from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, wager_curve
    from kibitz.games.jeopardy.endgame.explain import explanation
    from kibitz.games.jeopardy.endgame.standings import Standing
    from kibitz.games.jeopardy.final.equities import FinalPosition, advice_from_tables, final_model, final_tables
    from kibitz.games.jeopardy.final.explain import final_answer
    from kibitz.games.jeopardy.people.contestant import contestant
    from kibitz.games.jeopardy.show import Ties

    model = final_model(1)
    tables = final_tables(FinalPosition((20_000, 14_000, 8_000), 1), model)
    told = final_answer(tables, advice_from_tables(tables, model.name)).explanation
    yield Stop(
        "Final Jeopardy!",
        "You are second with $14,000 behind $20,000; third has $8,000; a tie is a shared win. What do you bet?",
        told.headline,
        told.reasons,
        "kibitz jeopardy final 20000 14000 8000 --me 2",
    )
    standing = Standing(final_model(0), 0, Ties.SHARED)
    position = LastDailyDouble((7_100, 9_000, 1_000), 0, ())
    curve = wager_curve(position, (contestant("average"),) * 3, standing)
    told = explanation(curve, curve.advice(0.65), 0.65)
    yield Stop(
        "The last Daily Double",
        "The last clue is a Daily Double and yours; you have $7,100, the others $9,000 and $1,000; you are 65 % sure. "
        "How much?",
        told.headline,
        told.reasons,
        "kibitz jeopardy daily-double 7100 9000 1000 --me 1 --confidence 0.65",
    )


def ratings() -> Iterator[Stop]:
    """How good a decision-maker is, in any game."""
    import numpy as np

    from kibitz.core import Unit, format_chance
    from kibitz.rate import Sample, fallible_probabilities, fit, intrinsic_rating, loss_scale

    taken = (26, 11, 3)
    sample = Sample.from_arrays(np.tile([0.60, 0.55, 0.40], (40, 1)), np.repeat([0, 1, 2], taken), unit=Unit.WIN)
    player = fit(sample)
    rating = intrinsic_rating(sample, loss_scale(sample), interval="formula")
    closer = fallible_probabilities(np.array([0.60, 0.59]), sample.scaling, player.s, player.c)
    yield Stop(
        "Any game",
        "Forty times you had options worth 60 %, 55 % and 40 % of winning; you took the best 26 times, the second 11 "
        "times, the worst 3 times. How good is that?",
        f"You lose {format_chance(rating.expected_loss or 0)} of winning a decision, {format_chance(rating.loss_low)} "
        f"to {format_chance(rating.loss_high)} with 95 % confidence: sensitivity {player.s:.3f}, consistency "
        f"{player.c:.2f}.",
        (
            f"a player like you, offered 60 % and 59 %, takes the better one in {format_chance(float(closer[0]))}",
            "a fit to best-choice rate and average loss; forty decisions leave a wide interval, and it is shown",
        ),
        "kibitz rate DECISIONS.jsonl",
    )


GAMES: tuple[Callable[[], Iterator[Stop]], ...] = (parlour, jeopardy, jeopardy_wagers, sevens, chess, ratings)
"""The games in the order of the tour; each yields its stops and imports what it needs itself."""


def stops() -> Iterator[Stop]:
    """All stops of the tour, computed now."""
    for game in GAMES:
        yield from game()
