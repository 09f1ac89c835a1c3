"""Does it pay to track every rival? python benchmarks/sevens_tracking.py [--rounds 25] [--deals 2].

Measures the tracker at tables of different opponents: how well it predicts each rival's next bid and the highest of
them (mean log loss in nats, with standard errors over games), compared with bids and prices pooled over all rivals; and
what it gains on the same deals as dp. Saves benchmarks/results/sevens_tracking.json.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from results import save_result

from kibitz.games.sevens.auction.referee import play_game
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.players import make_player
from kibitz.games.sevens.players.tracking import TrackingPlayer
from kibitz.games.sevens.words.lexicon import load_lexicon
from kibitz.simulate.executors import spawn_seeds

SEVENS = "src/kibitz/games/sevens"
FIELDS = {
    "mixed six, 3 hidden": (("g1", "loss", "escalate", "sequence", "increment"), 3),
    "five loss, 3 hidden": (("loss",) * 5, 3),
    "stand-ins, 3 hidden": (("g1", "g2", "g3", "g4forward", "g5"), 3),
    "four, 0 hidden": (("g1", "reserve", "summed"), 0),
    "dp alone, 3 hidden": (("dp",), 3),
}


def mean(values: list[float]) -> dict[str, float]:
    """A mean with its standard error."""
    return {
        "value": round(float(np.mean(values)), 4),
        "se": round(float(np.std(values, ddof=1) / len(values) ** 0.5), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--deals", type=int, default=2)
    options = parser.parse_args()
    lexicon = load_lexicon()
    figures: dict[str, Any] = {"rounds": options.rounds, "deals": options.deals}
    for name, (field, hidden) in FIELDS.items():
        rules = Rules(players=len(field) + 1, hidden=hidden, rounds=options.rounds)
        bids: dict[str, list[float]] = {"pooled": [], "tracked": []}
        prices: dict[str, list[float]] = {"pooled": [], "tracked": []}
        ahead: list[float] = []
        for seed in spawn_seeds(77, options.deals):
            for seat in range(rules.players):
                gains = {}
                for entrant in ("tracker", "dp"):
                    seats = [*field[:seat], entrant, *field[seat:]]
                    players = [make_player(each, lexicon) for each in seats]
                    record = play_game(rules, players, lexicon, seed)
                    gains[entrant] = np.mean([played.gains[seat] for played in record.rounds])
                    player = players[seat]
                    if isinstance(player, TrackingPlayer):
                        for kind in ("pooled", "tracked"):
                            bids[kind].append(float(np.mean(player.rivals.losses[kind])))
                            prices[kind].append(float(np.mean(player.price_losses[kind])))
                ahead.append(float(gains["tracker"] - gains["dp"]))
        better = [b - a for a, b in zip(bids["tracked"], bids["pooled"], strict=True)]
        cheaper = [b - a for a, b in zip(prices["tracked"], prices["pooled"], strict=True)]
        figures[name] = {
            "games": len(ahead),
            "bid pooled": mean(bids["pooled"]),
            "bid tracked": mean(bids["tracked"]),
            "bid less": mean(better),
            "price pooled": mean(prices["pooled"]),
            "price tracked": mean(prices["tracked"]),
            "price less": mean(cheaper),
            "tracker ahead of dp": mean(ahead),
        }
        print(name, figures[name], flush=True)
    save_result("sevens_tracking", figures)


if __name__ == "__main__":
    main()
