"""The words about totals in the last Final of a match, each against bets that are tried one by one."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kibitz.games.jeopardy.match.explain import match_breakpoints

DOLLARS = st.integers(0, 12).map(lambda n: 1_000 * n)
SCORES = st.one_of(DOLLARS, st.just(-1_000))
"""Few and small amounts, so that ties are common and every bet can be tried."""


def amount(words: str) -> int:
    found = re.search(r"\$([\d,]+)", words)
    assert found is not None
    return int(found[1].replace(",", ""))


def never_beaten(total: int, bet: int, best_of_rival: int) -> bool:
    """Whether a right answer with this bet ends above everything that the rival can reach."""
    return total + bet > best_of_rival


@settings(max_examples=200)
@given(st.tuples(SCORES, SCORES, SCORES), st.tuples(DOLLARS, DOLLARS, DOLLARS), st.integers(0, 2))
@example((6_000, 3_000, 0), (0, 0, 0), 0)
@example((0, 0, 0), (0, 0, 0), 2)
@example((5_000, 5_000, 5_000), (1_000, 1_000, 1_000), 1)
def test_every_sentence_about_totals_is_true_of_all_bets(
    scores: tuple[int, int, int], won: tuple[int, int, int], me: int
) -> None:
    money = [max(score, 0) for score in scores]
    reach = [won[seat] + 2 * money[seat] for seat in range(3)]
    order = sorted(range(3), key=lambda seat: -reach[seat])
    (a, b, c), total = order, [won[seat] + money[seat] for seat in range(3)]
    first, *rest = match_breakpoints(scores, won, order, me)
    assert first.startswith(f"You are {'ABC'[order.index(me)]} by G1 + 2 G2: A can reach ${reach[a]:,}")
    kinds = 0
    for words in rest:
        if words.startswith("Lock game"):
            kinds += 1
            assert total[a] == amount(words.partition("A's ")[2]) > reach[b]
        elif words.startswith("Lock-tie"):
            kinds += 1
            assert total[a] == reach[b]
            assert ("all-in" in words) == bool(money[b])
        elif words.endswith("more than A can bet."):
            kinds += 1
            assert not any(never_beaten(total[a], bet, reach[b]) for bet in range(0, money[a] + 1, 500))
            assert never_beaten(total[a], amount(words), reach[b])
        elif words.startswith("A covers"):
            kinds += 1
            cover = amount(words)
            assert cover <= money[a]
            assert never_beaten(total[a], cover, reach[b])
            assert not never_beaten(total[a], cover - 1, reach[b])
        elif words.startswith("If A covers and misses, B stays ahead"):
            fallen, most = total[a] - (reach[b] - total[a] + 1), amount(words)
            assert total[b] - most > fallen, "even with a wrong answer"
            assert most == money[b] or (most < money[b] and fallen >= total[b] - most - 1), "and not a dollar more"
        elif words.startswith("If A covers and misses, B needs"):
            fallen, least = total[a] - (reach[b] - total[a] + 1), amount(words)
            assert total[b] + least > fallen >= total[b] + least - 1
            assert least <= money[b]
        elif words.startswith("B keeps C out"):
            most = amount(words)
            assert total[b] - most > reach[c]
            assert most == money[b] or (most < money[b] and reach[c] >= total[b] - most - 1)
        elif words.startswith("C can pass B: B needs"):
            need = amount(words)
            assert need <= money[b]
            assert never_beaten(total[b], need, reach[c])
            assert not never_beaten(total[b], need - 1, reach[c])
            assert reach[c] >= total[b]
        else:
            assert words == "C can pass B, and no bet of B covers C's doubled score."
            assert not any(never_beaten(total[b], bet, reach[c]) for bet in range(0, money[b] + 1, 500))
    assert kinds == 1, "one of lock game, lock-tie, cover or no cover"
