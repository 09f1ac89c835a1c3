"""World championship matches rated by their moves, compared with the paper's table (section VII).

nice python benchmarks/bench_championship.py      (saves results/chess_championship.json)

Values come from the file of analyses that `make_chess_analyses` fills. A game counts if nine tenths of its turns are
analysed. Fifteen matches are in the paper; five later ones are not.
"""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from chess_marks import ENGINE, analyses, listed_turns
from chess_pilot import FOLDER
from make_chess_analyses import LISTED
from numpy.typing import NDArray
from results import save_result

from kibitz.core import Document
from kibitz.games.chess.decisions import AnalysedTurn, AnalysedTurns
from kibitz.games.chess.elo_scales import load_shipped_scale, sample_of
from kibitz.games.chess.pgn import load_collection
from kibitz.games.chess.turns import game_turns
from kibitz.rate import Rating, Sample, intrinsic_rating

WHOLE = 0.9
"""Share of a game's turns, and of a match's games, that must be analysed for it to count."""
DATA_FILES = ["src/kibitz/games/chess/data/stockfish-15.1-depth-11.json"]


def known_turns(pattern: str) -> tuple[AnalysedTurns, dict[str, str]]:
    """The analysed turns of whole games, and the match of each game."""
    (path,) = (FOLDER / "pgn").glob(pattern)
    text = path.read_bytes()
    games = load_collection((Document(name=path.name, data=text),)).games
    tags = re.findall(r'^\[Match "(.*)"\]', text.decode("utf-8"), re.MULTILINE)
    assert len(tags) == len(games)
    result: list[AnalysedTurn] = []
    for game in games:
        wanted = [turn for turn in game_turns(game) if turn.skip is None]
        known = listed_turns(wanted, analyses())
        if len(known.turns) >= WHOLE * len(wanted):  # fewer: positions that happen to occur in another game
            result += known.turns
    return AnalysedTurns(tuple(result), ENGINE, LISTED, 0, {}), {g.id: m for g, m in zip(games, tags, strict=True)}


def row(rating: Rating) -> dict[str, Any]:
    return {
        "ipr": round(rating.value) if rating.value is not None else None,
        "n": rating.n,
        "games": rating.n_events,
        "low": round(rating.low) if math.isfinite(rating.low) else None,
        "high": round(rating.high) if math.isfinite(rating.high) else None,
        "method": rating.method,
    }


@dataclass(frozen=True, slots=True)
class MatchRatings:
    """Samples of matches, to be rated by player and together."""

    everything: Sample
    of_match: NDArray[np.str_]
    elos: dict[tuple[str, str], list[int]]
    """Ratings in the tags of the games, by match and player."""
    whole: tuple[str, ...]
    """Matches of which nine games in ten are analysed."""

    def ratings(self, match: str, player: str) -> dict[str, Any]:
        keep_rows = self.of_match == match
        if player:
            keep_rows &= self.everything.players == player
        sample, scale = self.everything.take(keep_rows), load_shipped_scale()
        by_ff = intrinsic_rating(sample, scale, method="ff", interval="bootstrap" if player else "robust")
        return {"match": match, "player": player, "ff": row(by_ff), "adjusted": row(intrinsic_rating(sample, scale))}


def rate(pattern: str) -> MatchRatings | None:
    """The analysed turns of a file of matches, as samples; ``None`` if no game is analysed."""
    result, matches = known_turns(pattern)
    decisions = result.decisions()
    if not decisions:
        return None
    elos: dict[tuple[str, str], list[int]] = {}
    for game in {turn.turn.game.id: turn.turn.game for turn in result.turns}.values():
        for player, elo in ((game.white, game.white_elo), (game.black, game.black_elo)):
            if elo is not None:
                elos.setdefault((matches[game.id], player), []).append(elo)
    of_match = np.array([matches[str(d.event)] for d in decisions])
    held = [matches[event] for event in {str(d.event) for d in decisions}]
    played = list(matches.values())
    whole = tuple(match for match in dict.fromkeys(played) if held.count(match) >= WHOLE * played.count(match))
    return MatchRatings(sample_of(decisions, load_shipped_scale()), of_match, elos, whole)


def main() -> None:
    old, new = rate("wch_matches_1972*.pgn"), rate("wch_matches_2013*.pgn")
    assert old is not None
    paper = list(csv.DictReader((FOLDER / "ref_paper_wch_iprs.csv").open()))
    rows: list[dict[str, Any]] = []
    for line in paper:
        if (old.of_match == line["match"]).any():
            rows.append(
                old.ratings(line["match"], line["player"])
                | {
                    "elo": int(line["elo"]),
                    "paper": int(line["ipr"]),
                    "paper_low": int(line["lo_2sigma_a"]),
                    "paper_high": int(line["hi_2sigma_a"]),
                }
            )
            print(rows[-1], flush=True)
    later: list[dict[str, Any]] = []
    for match in new.whole if new else ():
        players = sorted(player for name, player in new.elos if name == match)
        for player in ("", *players):
            tags = [elo for who in players if player in ("", who) for elo in new.elos[match, who]]
            later.append(new.ratings(match, player) | {"elo": round(float(np.mean(tags)))})
            print(later[-1], flush=True)
    scale = load_shipped_scale()
    one = replace(old.everything, players=np.full(len(old.everything), "", dtype=object))
    omni = {
        "ff": row(intrinsic_rating(one, scale, method="ff", interval="robust")),
        "adjusted": row(intrinsic_rating(one, scale)),
        "paper": 2728,
        "elo": 2730,
    }
    players = [r for r in rows if r["player"]]
    figures = {
        "decisions": len(old.everything),
        "games": old.everything.n_events,
        "rows": rows,
        "omni": omni,
        "summary": {way: summary(players, way) for way in ("ff", "adjusted")},
        "whole": len(old.whole),
        "later": later,
    }
    save_result("chess_championship", figures, DATA_FILES)
    print(figures["omni"], figures["summary"])


def summary(players: list[dict[str, Any]], way: str) -> dict[str, Any]:
    """Our IPR compared with the paper's and with Elo, plain and weighted by moves; agreement on who played better."""
    ours = np.array([p[way]["ipr"] for p in players], dtype=float)
    theirs, elo = (np.array([p[name] for p in players], dtype=float) for name in ("paper", "elo"))
    n = np.array([p[way]["n"] for p in players], dtype=float)
    inside = [p[way]["low"] <= p["paper"] <= p[way]["high"] for p in players]
    elo_inside = [p[way]["low"] <= p["elo"] <= p[way]["high"] for p in players]
    pairs = [(i, i + 1) for i in range(0, len(players), 2)]
    same = sum((ours[i] > ours[j]) == (theirs[i] > theirs[j]) for i, j in pairs)
    by_elo = sum((ours[i] > ours[j]) == (elo[i] > elo[j]) for i, j in pairs)
    tail = sum(math.comb(len(pairs), k) for k in range(int(same), len(pairs) + 1)) / 2 ** len(pairs)
    return {
        "players": len(players),
        "paper_inside": int(sum(inside)),
        "elo_inside": int(sum(elo_inside)),
        "minus_paper": round(float((ours - theirs).mean())),
        "sd_minus_paper": round(float((ours - theirs).std(ddof=1))),
        "minus_elo": round(float((ours - elo).mean())),
        "sd_minus_elo": round(float((ours - elo).std(ddof=1))),
        "minus_elo_by_moves": round(float(n @ (ours - elo) / n.sum())),
        "matches": len(pairs),
        "same_order": int(same),
        "order_by_elo": int(by_elo),
        "chance_of_so_many": round(tail, 3),
        "correlation": round(float(np.corrcoef(ours, theirs)[0, 1]), 2),
    }


if __name__ == "__main__":
    main()
