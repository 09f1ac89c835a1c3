"""The index against plain searches and against the report's data mine."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.sevens.words.apriori import mine_letter_sets, newly_unreachable
from kibitz.games.sevens.words.lattice import Lattice, sub_multisets
from kibitz.games.sevens.words.lexicon import Lexicon, build_lexicon
from kibitz.games.sevens.words.tiles import SCRABBLE, counts_of, rack_of_key, with_letter
from kibitz.games.sevens.words.wordlist import usable_words

WORDS = st.lists(st.text("AEINRST", min_size=2, max_size=7), max_size=25).map(lambda words: ["RETAINS", *words])


def class_names(lexicon: Lexicon) -> list[str]:
    return [rack_of_key(int(key)) for key in lexicon.keys]


def rack_name(lattice: Lattice, node: int) -> str:
    return rack_of_key(int(lattice.keys[node]))


def contains(word: str, rack: str) -> bool:
    return bool((counts_of(word) >= counts_of(rack)).all())


@pytest.mark.slow
@given(WORDS)
def test_the_direct_index_and_the_data_mine_give_the_same_word_lists(words: list[str]) -> None:
    lexicon = build_lexicon(usable_words(words, "list"))
    names = class_names(lexicon)
    mine = mine_letter_sets(names)
    sets = {rack_of_key(int(key)) for level in sub_multisets(lexicon.keys) for key in level}
    assert sets == {"", *mine}  # the mine has no entry for the empty set
    for letter_set, members in mine.items():
        assert members == {i for i, name in enumerate(names) if contains(name, letter_set)}
        sevens = {i - lexicon.sevens for i in members if i >= lexicon.sevens}
        assert sevens == set(lexicon.containing(letter_set).tolist())
    assert len(lexicon.containing("")) == len(lexicon.seven_letters)


def test_repeated_letters_count_in_the_data_mine(small: Lexicon) -> None:
    names = class_names(small)
    mine = mine_letter_sets(names)
    assert {names[i] for i in mine["LL"]} == {name for name in names if name.count("L") >= 2} != set()
    assert {names[i] for i in mine["SSSS"]} == {name for name in names if name.count("S") >= 4}


@given(st.data())
def test_unreachable_words_follow_the_reports_rule(small: Lexicon, data: st.DataObject) -> None:
    """Marking words purchase by purchase ends with exactly the words that the tiles left cannot complete."""
    names = class_names(small)
    mine = mine_letter_sets(names)
    tiles = data.draw(st.permutations(list("SSSSTTTTTTRRRRRRNNNNNNEEAAIIOZQ")))
    mine_seats = data.draw(st.lists(st.booleans(), min_size=len(tiles), max_size=len(tiles)))
    bag, rack, unreachable = SCRABBLE.bag(), "", set()
    for letter, is_mine in zip(tiles, mine_seats, strict=True):
        before = int(bag[ord(letter) - 65])
        bag[ord(letter) - 65] -= 1
        if is_mine and len(rack) < 7:
            rack += letter
        else:
            unreachable |= newly_unreachable(mine, letter, before, rack.count(letter))
    limit = bag + counts_of(rack)
    assert unreachable == {i for i, name in enumerate(names) if (counts_of(name) > limit).any()}


def test_the_lattice_is_all_parts_of_the_seven_letter_words(small: Lexicon) -> None:
    parts = {
        "".join(part)
        for letters in (rack_of_key(int(key)) for key in small.keys[small.sevens :])
        for size in range(8)
        for part in combinations(letters, size)
    }
    lattice = small.lattice
    assert {rack_name(lattice, node) for node in range(len(lattice))} == parts
    for node in range(len(lattice)):
        rack = rack_name(lattice, node)
        edges = slice(int(lattice.first[node]), int(lattice.first[node + 1]))
        steps = dict(zip(lattice.letter[edges].tolist(), lattice.child[edges].tolist(), strict=True))
        for number in range(26):
            larger = with_letter(rack, chr(65 + number))
            assert (number in steps) == (larger in parts)
            assert number not in steps or rack_name(lattice, steps[number]) == larger
        assert lattice.best[node] == small.best_word(rack)[0]


@given(st.text("AEINORSTZQU", max_size=7))
def test_the_best_word_is_the_best_of_all_that_fit(small: Lexicon, rack: str) -> None:
    rack = "".join(sorted(rack))
    fitting = [w for number in range(small.n_classes) for w in small.spellings(number) if contains(rack, w)]
    score, word = small.best_word(rack)
    assert score == max((small.score(word) for word in fitting), default=0)
    assert word in fitting if fitting else word == ""


def test_scores_count_letters_and_the_bonus(small: Lexicon) -> None:
    assert small.score("RETAINS") == 57
    assert small.score("TEN") == 3
    assert small.score("TXN") == 0
    assert small.score("") == 0
    assert small.increment("AEINRS", "T") == 57 - small.best_word("AEINRS")[0]
    assert not small.letters.flags.writeable


@pytest.mark.needs("scowl")
def test_scowl_80_has_the_recorded_classes_and_lattice(scowl: Lexicon) -> None:
    assert (scowl.n_words, scowl.n_classes, scowl.n_classes - scowl.sevens) == (67_546, 51_309, 24_380)
    assert (len(scowl.lattice), len(scowl.lattice.child)) == (156_312, 767_376)
    sizes = [int((scowl.lattice.size == size).sum()) for size in range(8)]
    assert sizes == [1, 26, 346, 2_961, 15_931, 47_856, 64_811, 24_380]


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_the_data_mine_of_scowl_80_equals_the_direct_index(scowl: Lexicon) -> None:
    mine = mine_letter_sets(class_names(scowl))
    assert len(mine) == sum(map(len, sub_multisets(scowl.keys))) - 1 == 159_589
    for letter_set, members in list(mine.items())[::100]:
        sevens = scowl.containing(letter_set)
        assert {int(seven) + scowl.sevens for seven in sevens} == {word for word in members if word >= scowl.sevens}
