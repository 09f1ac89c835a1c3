"""The public history as text: one JSON object per sale, ``{"round": 0, "letter": "R", "bids": [3, 0, null], ...}``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kibitz.core import InputError
from kibitz.games.sevens.auction.record import MAX_BID
from kibitz.games.sevens.auction.rules import MAX_ROUNDS
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.words.tiles import SCRABBLE, TileSet


def format_history(rounds: Iterable[Iterable[Sale]]) -> str:
    """The sales of a game, one line each."""
    return "".join(
        json.dumps(
            {
                "round": number,
                "letter": sale.letter,
                "bids": list(sale.bids),
                "winner": sale.winner,
                "price": sale.price,
            }
        )
        + "\n"
        for number, sales in enumerate(rounds)
        for sale in sales
    )


def parse_history(text: str, players: int, tiles: TileSet = SCRABBLE) -> tuple[tuple[Sale, ...], ...]:
    """Sales by round, from round 0; rounds must rise and every line must have a bid or ``null`` for every seat."""
    rounds: list[list[Sale]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            round_number = _whole(record, "round", MAX_ROUNDS - 1)
            if round_number < len(rounds) - 1:
                raise InputError("round: rounds must be in order")
            rounds += [[] for _ in range(round_number + 1 - len(rounds))]
            sale = _sale(record, players)
            rounds[round_number].append(sale)
            sold = sum(other.letter == sale.letter for other in rounds[round_number])
            if sold > (limit := tiles.counts[ord(sale.letter) - 65]):
                raise InputError(f"letter: the bag of a round has only {limit} {sale.letter}")
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, InputError) else "not a JSON object"
            raise InputError(f"history, line {number}: {reason}") from None
    return tuple(tuple(sales) for sales in rounds)


def _sale(record: Mapping[str, Any], players: int) -> Sale:
    letter, bids = record.get("letter"), record.get("bids")
    if not (isinstance(letter, str) and len(letter) == 1 and "A" <= letter <= "Z"):
        raise InputError("letter: must be one capital from A to Z")
    if not isinstance(bids, list) or len(bids) != players:
        raise InputError(f"bids: must be a list of {players} bids, one per seat")
    for bid in bids:
        if bid is not None and (isinstance(bid, bool) or not isinstance(bid, int) or not 0 <= bid <= MAX_BID):
            raise InputError(f"bids: must be whole numbers from 0 to {MAX_BID:,}, or null for a full rack")
    winner = _whole(record, "winner", players - 1)
    if bids[winner] is None:
        raise InputError("winner: that seat made no bid")
    return Sale(letter, tuple(bids), winner, _whole(record, "price", MAX_BID))


def _whole(record: object, name: str, limit: int) -> int:
    if not isinstance(record, Mapping):
        raise InputError("not a JSON object")
    value = record.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= limit:
        raise InputError(f"{name}: must be a whole number from 0 to {limit:,}")
    return value
