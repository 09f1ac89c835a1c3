"""Speed of sevens: python benchmarks/bench_sevens.py [--short].

Times are processor seconds of this process, the best of several runs, so that a busy machine does not matter. The index
is compared with efficient-apriori on the same anagram classes in the same run; --short uses every fortieth class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from benchmark_table import Line, least, peer, run

from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.auction.referee import play_game
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.players import make_player
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.words.apriori import mine_letter_sets
from kibitz.games.sevens.words.lattice import sub_multisets
from kibitz.games.sevens.words.lexicon import build_lexicon
from kibitz.games.sevens.words.tiles import SCRABBLE, counts_of, rack_of_key
from kibitz.games.sevens.words.wordlist import load_words

FAST = ("g1", "loss", "plainloss", "streak", "sequence", "increment")


def number_items(letters: str) -> tuple[str, ...]:
    """Letters as items of a set: a second S becomes S2, so that repeats count."""
    seen: Counter[str] = Counter()
    items = []
    for letter in letters:
        seen[letter] += 1
        items.append(f"{letter}{seen[letter]}")
    return tuple(items)


def lines(short: bool) -> Iterator[Line]:
    """The index, letter-sets compared with efficient-apriori, a first bid, and games of fast players."""
    step, repeat = (40, 1) if short else (1, 3)
    words = load_words()
    index = least(lambda: build_lexicon(words), repeat)
    lexicon = build_lexicon(words)
    yield Line(f"index of {lexicon.n_words:,} words, lattice and best words", index, "s", "at most", 1.0, 1)
    part = lexicon.keys[::step]
    classes = [rack_of_key(int(key)) for key in part]
    direct = least(lambda: sub_multisets(part), repeat)
    baskets, theirs = [number_items(letters) for letters in classes], None
    if apriori := peer("efficient_apriori"):
        theirs = least(
            lambda: apriori.itemsets_from_transactions(baskets, min_support=1 / len(baskets), max_length=7), 1
        )
    yield Line(f"letter-sets of {len(classes):,} classes, top down", direct, "s", "efficient-apriori", theirs, 50)
    mined = least(lambda: mine_letter_sets(classes), 1)
    yield Line("letter-sets by the a-priori method of the report", mined, "s", "efficient-apriori", theirs)
    if not short:
        yield Line("the whole index", index, "s", "letter-sets by efficient-apriori", theirs, 50)
    rules = Rules(players=6, hidden=0, rounds=50)
    for rack, limit in (("EST", 0.030), ("", 1.0)):
        unseen = SCRABBLE.bag() - counts_of(rack + "R")
        view = SeatView(rules, 0, 0, "R", rack, unseen, 40, 100, 0, (7 - len(rack), 7, 7, 7, 7, 7), (), ())

        def fresh_bid(view: SeatView = view) -> int:
            player = MarginalPlayer(lexicon)
            player.start(rules, 0, np.random.default_rng(0))
            player._values = [0.0]  # no forecast: the bid alone
            return player.bid(view)

        fresh_bid()
        taken = least(fresh_bid, 5)
        yield Line(f"a first bid with {rack or 'an empty rack'}", taken, "s", "at most", limit, 1)
    for hidden in (0,) if short else (0, 3):
        table = Rules(players=6, hidden=hidden, rounds=5 if short else 50)
        game = least(lambda table=table: play_game(table, [make_player(n, lexicon) for n in FAST], lexicon, 1), 1)
        yield Line(f"{table.rounds} rounds, six fast players, {hidden} hidden", game, "s", "at most", 2.0, 1)


if __name__ == "__main__":
    run(lines)
