"""Word lists: what is kept, what is refused, and the racks as numbers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.games.sevens.words import wordlist
from kibitz.games.sevens.words.lexicon import lexicon_of, load_lexicon
from kibitz.games.sevens.words.tiles import (
    SCRABBLE,
    TileSet,
    counts_of,
    key_of,
    keys_of,
    parse_rack,
    rack_of,
    rack_of_key,
    with_letter,
)
from kibitz.games.sevens.words.wordlist import load_words, parse_words, usable_words

RACKS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", max_size=7).map(lambda text: "".join(sorted(text)))


def test_the_bag_holds_the_98_lettered_scrabble_tiles() -> None:
    assert SCRABBLE.total == 98
    assert SCRABBLE.worth("QUIZ") == 22
    assert sum(n * p for n, p in zip(SCRABBLE.counts, SCRABBLE.points, strict=True)) == 187


@given(RACKS)
def test_keys_and_counts_of_racks_read_back(rack: str) -> None:
    assert rack_of_key(key_of(rack)) == rack
    assert rack_of(counts_of(rack)) == rack
    row = np.zeros((1, 7), dtype=np.uint8)
    row[0, : len(rack)] = [ord(letter) - 64 for letter in rack]
    assert keys_of(row)[0] == key_of(rack)


@given(RACKS, RACKS)
def test_keys_sort_by_size_first(left: str, right: str) -> None:
    assert (key_of(left) < key_of(right)) == ((len(left), left) < (len(right), right))


def test_a_letter_joins_the_rack_in_order() -> None:
    assert with_letter("EST", "R") == "ERST"


@given(st.text(max_size=12))
def test_racks_parse_or_are_refused_in_one_sentence(text: str) -> None:
    letters = text.upper().translate(dict.fromkeys(map(ord, " ,\t")))
    if len(letters) <= 7 and all("A" <= letter <= "Z" for letter in letters):
        assert list(parse_rack(text)) == sorted(letters)
    else:
        with pytest.raises(InputError, match="rack:"):
            parse_rack(text)


def test_tile_sets_need_26_small_whole_numbers() -> None:
    with pytest.raises(InputError, match="counts: give 26"):
        TileSet((1, 2), SCRABBLE.points)
    with pytest.raises(InputError, match="points"):
        TileSet(SCRABBLE.counts, (*SCRABBLE.points[:-1], -1))


def test_words_that_the_tiles_cannot_spell_are_left_out() -> None:
    words = usable_words(["pizzazz", "retains", "a", "overlong"], "list")
    assert words.words == ("RETAINS",)


@given(st.lists(st.text("aeinrst", min_size=2, max_size=7), max_size=30))
def test_every_kept_word_fits_the_bag(extra: list[str]) -> None:
    for word in usable_words(["retains", *extra], "list").words:
        assert all(count <= SCRABBLE.counts[ord(letter) - 65] for letter, count in Counter(word).items())


def test_names_and_signs_are_left_out_of_a_dictionary_file() -> None:
    assert parse_words("Aaron\nretains\nat\ncan't\nTEN\n", "file").words == ("AT", "RETAINS", "TEN")


@pytest.mark.parametrize("text", ["", "  \n\n", "at\nten\n", "1 2 3\n4 5 6\nretains\n7\n"])
def test_malformed_lists_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="file:"):
        parse_words(text, "file")


def test_a_list_of_ones_own_may_be_latin_1() -> None:
    document = Document(name="words.txt", data="retains\nTENSION\nétudier\n".encode("latin-1"))
    assert load_words(document).words == ("ETUDIER", "RETAINS", "TENSION")


def test_a_list_is_known_by_its_words_and_not_by_its_file() -> None:
    lists = (
        Document(name="a.txt", text="retains\ntension\n"),
        Document(name="b.txt", data=b"TENSION\r\n\r\nRETAINS"),
        Document(name="c.txt", text="retains\nnations\n"),
    )
    first, second, third = (load_lexicon(document).digest for document in lists)
    assert first == second != third
    assert lexicon_of(third).source == "c.txt"
    with pytest.raises(InputError, match="digest"):
        lexicon_of("0123456789abcdef")


def test_a_lexicon_is_built_once_for_every_copy_of_a_document() -> None:
    first, second = (Document(name="same.txt", text="retains\ntension\n") for _ in range(2))
    assert load_lexicon(first) is load_lexicon(second)


@pytest.mark.needs("scowl")
def test_scowl_80_has_the_recorded_numbers_of_words() -> None:
    lexicon = load_lexicon()
    assert len(load_words()) == lexicon.n_words == 67_546
    assert lexicon.lengths() == {2: 128, 3: 1159, 4: 5020, 5: 11325, 6: 19963, 7: 29951}


def test_installed_lists_are_tried_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = load_words
    monkeypatch.setattr(wordlist, "_PLACES", (tmp_path,))
    monkeypatch.setattr(wordlist.importlib.metadata, "files", lambda name: [])
    with pytest.raises(InputError, match="install"):
        find()

    class Entry:
        """A file of an installed package."""

        name = "dictionary.json"

        def locate(self) -> Path:
            return tmp_path / "dictionary.json"

    (tmp_path / "dictionary.json").write_text('{"retains": 1, "co-op": 1, "senator": 1}', encoding="utf-8")
    monkeypatch.setattr(wordlist.importlib.metadata, "files", lambda name: [Entry()])
    assert (find().source, find().words) == ("ENABLE", ("RETAINS", "SENATOR"))

    (tmp_path / "american-english-huge").write_text("Aaron\nat\nnastier\nat's\n", encoding="utf-8")
    assert (find().source, find().words) == ("american-english-huge", ("AT", "NASTIER"))

    (tmp_path / "scowl").mkdir()
    (tmp_path / "scowl" / "english-words.10").write_text("ten\ntension\n", encoding="latin-1")
    (tmp_path / "scowl" / "british-words.80").write_text("treason\nétuis\n", encoding="latin-1")
    (tmp_path / "scowl" / "english-words.95").write_text("torsion\n", encoding="latin-1")
    (tmp_path / "scowl" / "english-upper.50").write_text("london\n", encoding="latin-1")
    assert (find().source, find().words) == ("SCOWL 80", ("TEN", "TENSION", "TREASON"))


def test_a_missing_package_is_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> list[object]:
        raise wordlist.importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(wordlist.importlib.metadata, "files", missing)
    assert wordlist._enable() is None
