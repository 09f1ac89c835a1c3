"""The anagram player's questions about a rack: its words, the sevens above it, and what one more letter gives."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.answers.lists import BLANK, NextLetter, RackWord, SevenWord
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.reach import reach_chances
from kibitz.games.sevens.words.tiles import LETTERS, RACK_SIZE, counts_of, rack_of, with_letter


def words_of_rack(lexicon: Lexicon, rack: str) -> tuple[RackWord, ...]:
    """All words of the letters of a rack, the most points first; ``?`` is a blank."""
    held = counts_of(rack.replace(BLANK, ""))
    missing = np.maximum(lexicon.class_copies - held, 0)
    points = lexicon.points - missing @ np.array(lexicon.tiles.points)
    result = [
        RackWord(word, int(points[number]), rack_of(missing[number]))
        for number in np.flatnonzero(missing.sum(axis=1) <= rack.count(BLANK))
        for word in lexicon.spellings(int(number))
    ]
    return tuple(sorted(result, key=lambda row: (-row.points, -len(row.word), row.word)))


def likeliest_sevens(lexicon: Lexicon, rack: str, limit: int) -> tuple[int, tuple[SevenWord, ...]]:
    """How many seven-letter words contain the rack, and those that random tiles complete most often."""
    classes, unseen = lexicon.containing(rack), lexicon.tiles.bag() - counts_of(rack)
    chances = reach_chances(lexicon, rack, np.maximum(unseen, 0), RACK_SIZE - len(rack), classes)
    result = []
    for place in np.argsort(-chances, kind="stable")[:limit]:
        words = lexicon.spell(int(classes[place]))
        missing = rack_of(np.maximum(counts_of(words[0]) - counts_of(rack), 0))
        result += [SevenWord(word, missing, float(chances[place])) for word in words]
    return sum(len(lexicon.spell(int(number))) for number in classes), tuple(result[:limit])


def next_letters(lexicon: Lexicon, rack: str) -> tuple[NextLetter, ...]:
    """What each letter adds to a rack with room, the most points first."""
    rows = []
    for letter in LETTERS:
        larger = with_letter(rack, letter)
        rows.append(
            NextLetter(
                letter,
                lexicon.best_word(larger)[1],
                lexicon.increment(rack, letter),
                len(lexicon.containing(larger)),
            )
        )
    return tuple(sorted(rows, key=lambda row: (-row.gain, -row.sevens, row.letter)))
