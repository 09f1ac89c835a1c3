"""Every auction and every round of a tournament, one game per line; the games are replayed from their seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from kibitz.games.sevens.auction.record import GameRow
from kibitz.games.sevens.auction.replay import log_of
from kibitz.games.sevens.contest.match import SevensContest
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.simulate.tournament import TournamentMatch, deal_seeds


def game_rows(matches: Sequence[TournamentMatch], seed: int, lexicon: Lexicon) -> Iterator[GameRow]:
    """All games in the order of play: deal by deal, each with its rotations of the seats."""
    deals: dict[str, int] = {}
    for match, deal in deal_seeds(seed, matches):
        contest = match.contest
        assert isinstance(contest, SevensContest)
        number = deals[match.label] = deals.get(match.label, 0) + 1
        for rotation, line_up in enumerate(match.line_up.rotations(), start=1):
            record, _ = contest.game(line_up, deal, lexicon)
            yield GameRow(match.label, number, rotation, log_of(record, line_up.seats, seed, lexicon))


def records_text(matches: Sequence[TournamentMatch], seed: int, lexicon: Lexicon) -> bytes:
    """The rows as JSON lines."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in game_rows(matches, seed, lexicon))
