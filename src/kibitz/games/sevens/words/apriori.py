"""The report's data mining: the a-priori algorithm on letters, corrected for repeated letters (section 2.2).

This is a plain reference. Players use `kibitz.games.sevens.words.lattice.sub_multisets`, which finds the same
letter-sets from above some hundred times faster, and `Lexicon.containing` for their word-lists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from kibitz.games.sevens.words.tiles import RACK_SIZE

Mine = dict[str, frozenset[int]]
"""Word-lists by letter-set: the classes (by their place in the list) that contain these letters."""


def mine_letter_sets(classes: Sequence[str]) -> Mine:
    """Every letter-set that occurs in a class, with its word-list, level by level.

    Two letter-sets that differ in their last letter only are joined by intersecting their word-lists; joined with
    itself, a letter-set keeps the words that hold strictly more copies of its last letter (section 2.2.2).
    """
    singles: dict[str, set[int]] = defaultdict(set)
    for number, letters in enumerate(classes):
        for letter in letters:
            singles[letter].add(number)
    level: Mine = {letter: frozenset(words) for letter, words in sorted(singles.items())}
    mine: Mine = {}
    for _ in range(RACK_SIZE):
        mine.update(level)
        families: dict[str, list[str]] = defaultdict(list)
        for letter_set in level:
            families[letter_set[:-1]].append(letter_set)
        level = {}
        for family in families.values():
            for place, left in enumerate(family):
                last = left[-1]
                copies = left.count(last)
                repeated = frozenset(word for word in level_words(mine, left) if classes[word].count(last) > copies)
                if repeated:
                    level[left + last] = repeated
                for right in family[place + 1 :]:
                    both = mine[left] & mine[right]
                    if both:
                        level[left + right[-1]] = both
    return mine


def level_words(mine: Mine, letter_set: str) -> frozenset[int]:
    """The word-list of a letter-set; empty if no word contains it."""
    return mine.get(letter_set, frozenset())


def newly_unreachable(mine: Mine, letter: str, in_bag_before: int, on_rack: int) -> frozenset[int]:
    """Words that become unreachable when another player buys ``letter`` (section 2.3).

    They need every copy on our rack and every copy that was in the bag before the tile was drawn.
    """
    return level_words(mine, letter * (in_bag_before + on_rack))
