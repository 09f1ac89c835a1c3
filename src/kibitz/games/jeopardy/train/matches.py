"""Learning the evaluators of matches (section 3.1.5): game 2 first, from plausible totals, then game 1 against it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.match.final import MatchFinal, first_final, second_final, totals_after, triples_of
from kibitz.games.jeopardy.match.weights import OUTPUTS, MatchEvaluator, ordered_seats, unpack_match_evaluator
from kibitz.games.jeopardy.rollout.rollout import STATES, Played, play_on
from kibitz.games.jeopardy.rollout.seating import Bet, Seating, seating
from kibitz.games.jeopardy.rollout.starts import TOTALS, opening
from kibitz.games.jeopardy.show import SEATS
from kibitz.games.jeopardy.train.games import EXPLORE, KEEP, SCATTERED, scattered, seatings
from kibitz.games.jeopardy.value.match_features import MATCH_INPUTS, NEXT_GAME
from kibitz.games.jeopardy.value.matchups import Matchup, Role
from kibitz.games.jeopardy.value.weights import pack_evaluator
from kibitz.learn.losses import ValueLoss
from kibitz.learn.network import Floats, Network, random_network
from kibitz.learn.supervised import Examples, Plan, Training, train

IntArray = NDArray[np.int64]

LOSS = ValueLoss(np.zeros(OUTPUTS, dtype=np.float32), 0.0, 0.0)
PLAUSIBLE = 0.65
"""Share of second games that begin from totals of simulated first games; the others from any totals."""
LARGEST = 72_000
POOL = 20_000
OPENINGS = 0.15
"""Share of games whose very first state is learnt from too."""
BLOCK = 20_000
STYLES = (MatchFinal.BEST, MatchFinal.PEOPLE, MatchFinal.PEOPLE)

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """Games of each generation, passes over their states, hidden units and seed."""

    games: tuple[int, ...] = (50_000, 80_000, 450_000)
    epochs: tuple[int, ...] = (2, 2, 6)
    hidden: int = 64
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class MatchStates:
    """States of one game of a match for seat 0: rows, abilities, what is known, and chances of places (n x 6)."""

    rows: IntArray
    abilities: FloatArray
    known: FloatArray
    targets: Floats
    values: IntArray

    def inputs(self, picked: IntArray) -> Floats:
        """Inputs of some of them."""
        from kibitz.games.jeopardy.value import kernels

        out = np.zeros((len(picked), MATCH_INPUTS), dtype=np.float32)
        seats = np.zeros(len(picked), dtype=np.int64)
        kernels.describe_rows(
            self.rows[picked], seats, self.abilities[picked], np.tile(self.known, (len(picked), 1)), self.values, out
        )
        return out

    def split(self, seed: int, share: float = 0.03) -> tuple[Examples, Examples]:
        """To learn from, and held out."""
        order = np.random.default_rng(seed).permutation(len(self.rows))
        cut = int(len(order) * (1 - share))
        parts = []
        for part in (order[:cut], order[cut:]):
            some = MatchStates(self.rows[part], self.abilities[part], self.known, self.targets[part], self.values)
            parts.append(Examples(some.inputs, some.targets, np.arange(len(part), dtype=np.int64)))
        return parts[0], parts[1]


def match_seating(matchup: Matchup, game: int, network: Network | None) -> Seating:
    """Who plays a game of a match: seat 0 by the network, or boldly like the others; all abilities are known."""
    usual = seatings(matchup)[-1][0]
    mine, *others = usual.seats
    mine = replace(mine, bet=Bet.BOLD if network is None else Bet.LIVE, network=network)
    second, third = (replace(each, bet=Bet.BOLD) for each in others)
    own, theirs, champion = usual.how.known[0].tolist()
    return seating(
        (mine, second, third), usual.rules, known=(own, theirs, int(champion)), coming=NEXT_GAME if game == 1 else 0
    )


def answers_of(place: Seating, types: IntArray) -> tuple[FloatArray, IntArray]:
    """Chances of answers in Final for each combination of players that occurs, and which one each game has."""
    used, which = np.unique(types, axis=0, return_inverse=True)
    rows = []
    for one, two, three in used.tolist():
        first, second, third = (
            seat.model.contestants[t] for seat, t in zip(place.seats, (one, two, three), strict=True)
        )
        rows.append(triples_of((first, second, third)))
    return np.stack(rows), which.astype(np.int64).ravel()


def abilities_of(place: Seating, types: IntArray) -> FloatArray:
    """Abilities by game and seat."""
    return np.stack([place.how.abilities[seat][types[:, seat]] for seat in range(SEATS)], axis=1)


def pool_of_totals(matchup: Matchup, seed: int) -> IntArray:
    """Totals of simulated first games in which all bet boldly."""
    place = match_seating(matchup, 1, None)
    played, _ = play_on(place, opening()[None], POOL, seed)
    triples, which = answers_of(place, played.types)
    wagers, _ = first_final(played.scores, (MatchFinal.PEOPLE,) * SEATS, (None,) * SEATS, triples)
    luck = np.random.default_rng(seed).random((POOL, 1))
    right = TRIPLES[np.minimum((np.cumsum(triples, axis=1)[which] <= luck).sum(axis=1), len(TRIPLES) - 1)]
    return totals_after(played.scores, wagers, right)


def second_targets(place: Seating, played: Played, totals: IntArray) -> FloatArray:
    """Places at the end of second games (n x 3 x 2), the last Final exact."""
    triples, which = answers_of(place, played.types)
    return second_final(played.scores, totals, triples, STYLES, which=which)[0]


def first_targets(place: Seating, played: Played, following: MatchEvaluator) -> FloatArray:
    """Places expected at the end of first games: Final bet against match equity, then the game-2 network."""
    triples, which = answers_of(place, played.types)
    abilities = abilities_of(place, played.types)
    wagers, _ = first_final(
        played.scores,
        STYLES,
        (following.network, None, None),
        triples,
        abilities=abilities,
        known=place.how.known,
        which=which,
    )
    n = len(wagers)
    seats, known = np.zeros(n, dtype=np.int64), np.tile(place.how.known[0], (n, 1))
    rows = np.tile(opening(), (n, 1))
    result = np.zeros((n, SEATS, 2))
    for t, right in enumerate(TRIPLES):
        rows[:, TOTALS] = totals_after(played.scores, wagers, right[None, :])
        result += triples[which, t][:, None, None] * following.places_of(rows, seats, abilities, known)
    return result


def match_states(
    matchup: Matchup, game: int, network: Network | None, games: int, seed: int, following: MatchEvaluator | None
) -> MatchStates:
    """States of a generation of first or second games, with what became of them."""
    place = match_seating(matchup, game, network)
    rng = np.random.default_rng([seed, game])
    pool = pool_of_totals(matchup, seed) if game == 2 else None
    parts: list[tuple[IntArray, FloatArray, FloatArray]] = []
    for start in range(0, games, BLOCK):
        n = min(BLOCK, games - start)
        starts = np.tile(opening(), (n, 1))
        some = int(n * SCATTERED) if matchup.role is Role.PERSON else 0
        starts[:some] = scattered(some, rng)
        if pool is not None:
            anywhere = 100 * rng.integers(0, LARGEST // 100 + 1, (n, SEATS))
            starts[:, TOTALS] = np.where(rng.random((n, 1)) < PLAUSIBLE, pool[rng.integers(0, len(pool), n)], anywhere)
        played, kept = play_on(place, starts, n, seed, first=start, keep=KEEP, kind=STATES, explore=EXPLORE)
        if game == 2:
            places = second_targets(place, played, starts[:, TOTALS])
        else:
            assert following is not None
            places = first_targets(place, played, following)
        # The first state of a game stands for it only where its bets were not random.
        first = np.arange(0, n, int(1 / OPENINGS))
        calm = np.setdiff1d(first, _explored(seed, start, first))
        owners = np.r_[kept.games - start, calm]
        rows = np.concatenate([kept.rows, starts[calm]])
        parts.append((rows, abilities_of(place, played.types)[owners], places[owners]))
    rows, abilities, places = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    order = ordered_seats(rows, np.zeros(len(rows), dtype=np.int64))
    targets = np.take_along_axis(places, order[:, :, None], axis=1).reshape(-1, OUTPUTS).astype(np.float32)
    return MatchStates(rows, abilities, place.how.known[0], targets, place.tables.values)


def _explored(seed: int, start: int, games: IntArray) -> IntArray:
    """Which of some games have random bets."""
    from kibitz.games.jeopardy.rollout.luck import Purpose, game_key, number

    return np.array(
        [i for i in games.tolist() if number(game_key(seed, start + i), Purpose.EXPLORE, 0, 0) < EXPLORE],
        dtype=np.int64,
    )


def learn_match(
    matchup: Matchup,
    game: int,
    following: MatchEvaluator | None = None,
    course: MatchCourse = MatchCourse(),  # noqa: B008 - a frozen value
    report: Report = lambda note: None,
) -> MatchEvaluator:
    """The evaluator of game 2, or of game 1 against the one that follows it."""
    network: Network | None = None
    curve: list[dict[str, float]] = []
    begun = time.process_time()
    for generation, (games, epochs) in enumerate(zip(course.games, course.epochs, strict=True)):
        seed = course.seed + 17 * generation + 1000 * game
        states = match_states(matchup, game, network, games, seed, following)
        report(f"{matchup.name}, game {game}: {len(states.rows):,} states after {time.process_time() - begun:.0f} s")
        learnt, apart = states.split(seed)
        start = network or random_network((MATCH_INPUTS, course.hidden, OUTPUTS), np.random.default_rng(course.seed))
        training = Training.start(start)
        train(training, learnt, apart, LOSS, Plan(epochs, 3e-3, 1e-5, 2048, 50, course.seed))
        curve += [
            {"generation": generation, "epoch": point.epoch, "loss": round(point.fit.loss, 6)}
            for point in training.curve
        ]
        network = training.network
    assert network is not None
    about = {
        "matchup": matchup.name,
        "game": game,
        "games": list(course.games),
        "epochs": list(course.epochs),
        "seed": course.seed,
        "seconds": round(time.process_time() - begun, 1),
        "curve": curve,
        "follows": "" if following is None else following.hash,
        "source": "simulated matches of the contestants fitted to recorded shows, the last Final exact",
    }
    return unpack_match_evaluator(pack_evaluator(network, about))
