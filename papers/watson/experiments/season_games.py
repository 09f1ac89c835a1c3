"""Recorded games that were noted clue by clue (season 2018-19) as recorded games, to measure the models on."""

from __future__ import annotations

from kibitz.core.errors import InputError
from kibitz.games.jeopardy.archive.game import RecordedClue, RecordedGame, RecordedWager, Scores
from kibitz.games.jeopardy.datasets.clues import recorded_season
from kibitz.games.jeopardy.datasets.games import SEATS, DatasetFolder, Row
from kibitz.games.jeopardy.show import LEFT_PODIUM


def season_games(folder: DatasetFolder) -> tuple[RecordedGame, ...]:
    """All games of the season whose clues, scores and Final wagers are recorded."""
    games = {row["air_date"]: row for row in folder.rows("games")}
    finals: dict[str, dict[str, Row]] = {}
    for row in folder.rows("final_jeopardy"):
        finals.setdefault(row["air_date"], {})[row["seat"]] = row
    result = []
    for rows in recorded_season(folder).games:
        day = rows[0]["air_date"]
        if day in games and day in finals and len(finals[day]) == len(SEATS):
            try:
                result.append(_to_recorded_game(rows, games[day], finals[day]))
            except InputError:
                continue  # a game whose record contradicts itself
    return tuple(result)


def _to_recorded_game(rows: tuple[Row, ...], game: Row, final: dict[str, Row]) -> RecordedGame:
    first, second, third = (game[f"name_{seat}"] for seat in SEATS)
    bets = [_bet(final[seat]) for seat in SEATS]
    return RecordedGame(
        players=(first, second, third),
        clues=tuple(_clue(row) for row in rows),
        round_1=_noted_scores(game, "r1"),
        round_2=_noted_scores(game, "r2"),
        final=_noted_scores(game, "final"),
        bets=(bets[0], bets[1], bets[2]),
        date=rows[0]["air_date"],
        champion=LEFT_PODIUM if game["game_type"] == "regular" else None,
    )


def _noted_scores(game: Row, stage: str) -> Scores:
    first, second, third = (int(game[f"{stage}_{seat}"]) for seat in SEATS)
    return first, second, third


def _clue(row: Row) -> RecordedClue:
    wrong = tuple(SEATS.index(seat) for seat in row["wrong_seats"].split("|") if seat)
    right = SEATS.index(row["right_seat"]) if row["right_seat"] else None
    wager = int(row["dd_wager"]) if row["is_dd"] == "1" and row["dd_wager"] else None
    return RecordedClue(int(row["round"]), int(row["row"]), int(row["col"]), wager, wrong, right)


def _bet(row: Row) -> RecordedWager | None:
    before, after = int(row["score_before"]), int(row["score_after"])
    if before <= 0:
        return None
    return RecordedWager(abs(after - before), row["correct"] == "1" if row["correct"] else after > before)
