"""Speed of sevens: python benchmarks/bench_sevens.py [--quick].

Processor seconds of this process, best of several, so that a busy machine does not count. The index is compared with
efficient-apriori on the same anagram classes in the same run; --quick does that on every tenth class only.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from efficient_apriori import itemsets_from_transactions

from kibitz.games.sevens.auction.referee import play_game
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.table import View
from kibitz.games.sevens.players import make_player
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.words.datamine import mine_letter_sets
from kibitz.games.sevens.words.lattice import parts
from kibitz.games.sevens.words.lexicon import build_lexicon
from kibitz.games.sevens.words.tiles import SCRABBLE, counts_of, rack_of_key
from kibitz.games.sevens.words.wordlist import load_words

FAST = ("g1", "loss", "plainloss", "streak", "sequence", "increment")


def seconds(function: Callable[[], object], repeats: int = 3) -> float:
    """Processor time of one call, the best of a few."""
    best = float("inf")
    for _ in range(repeats):
        began = time.process_time()
        function()
        best = min(best, time.process_time() - began)
    return best


def numbered(letters: str) -> tuple[str, ...]:
    """Letters as items of a set: the second S becomes S2, so that repeats survive."""
    seen: Counter[str] = Counter()
    items = []
    for letter in letters:
        seen[letter] += 1
        items.append(f"{letter}{seen[letter]}")
    return tuple(items)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="compare on every tenth class")
    step = 10 if parser.parse_args().quick else 1
    words = load_words()
    failed = 0

    def line(name: str, value: float, unit: str, holds: bool | None = None, bar: str = "") -> None:
        nonlocal failed
        failed += holds is False
        verdict = "" if holds is None else ("PASS" if holds else "FAIL")
        print(f"{name:<58} {value:10.3f} {unit:<4} {bar:<14} {verdict}", flush=True)

    index = seconds(lambda: build_lexicon(words))
    lexicon = build_lexicon(words)
    line(f"index of {lexicon.n_words:,} words, lattice and best words", index, "s", index <= 1, "at most 1 s")

    part = lexicon.keys[::step]
    classes = [rack_of_key(int(key)) for key in lexicon.keys[::step]]
    direct = seconds(lambda: parts(part))
    line(f"letter-sets of {len(classes):,} classes, from above", direct, "s")
    line("letter-sets, the report's a-priori", seconds(lambda: mine_letter_sets(classes), 1), "s")
    baskets = [numbered(letters) for letters in classes]
    peer = seconds(lambda: itemsets_from_transactions(baskets, min_support=1 / len(baskets), max_length=7), 1)
    line("letter-sets, efficient-apriori", peer, "s")
    line("efficient-apriori over ours", peer / direct, "x", peer / direct >= 50, "at least 50 x")
    if step == 1:
        line("efficient-apriori over the whole index", peer / index, "x", peer / index >= 50, "at least 50 x")

    rules = Rules(players=6, hidden=0, rounds=50)
    for rack, limit, bar in (("EST", 0.030, "at most 30 ms"), ("ES", None, ""), ("", 1.0, "at most 1 s")):
        unseen = SCRABBLE.bag() - counts_of(rack + "R")
        view = View(rules, 0, 0, "R", rack, unseen, 40, 100, 0, (7 - len(rack), 7, 7, 7, 7, 7), (), ())

        def fresh_bid(view: View = view) -> int:
            player = MarginalPlayer(lexicon)
            player.start(rules, 0, np.random.default_rng(0))
            player._values = [0.0]  # no forecast: the bid alone
            return player.bid(view)

        fresh_bid()
        taken = seconds(fresh_bid, 5)
        line(
            f"a first bid with {rack or 'an empty rack'}",
            1000 * taken,
            "ms",
            None if limit is None else taken <= limit,
            bar,
        )

    for hidden in (0, 3):
        table = Rules(players=6, hidden=hidden, rounds=50)
        game = seconds(lambda table=table: play_game(table, [make_player(n, lexicon) for n in FAST], lexicon, 1), 2)
        line(f"50 rounds, six fast players, {hidden} hidden", game, "s", game <= 2, "at most 2 s")
    print("all bars hold" if not failed else f"{failed} bars do not hold")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()
