"""Indexes on disk: used when whole, built anew when not; and lists of any size, exact and in bounded memory."""

from __future__ import annotations

import os
import subprocess
import sys
from math import comb
from pathlib import Path

import numpy as np
import pytest

from kibitz.core.document import Document
from kibitz.games.sevens.words import index_cache, lattice, lexicon
from kibitz.games.sevens.words.lexicon import Lexicon, build_lexicon, load_lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE
from kibitz.games.sevens.words.wordlist import WordList, usable_words

LIST = Document(name="own.txt", text="retains\ntension\neat\ntea\nsenator\n")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own, and a process that has loaded nothing."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(lexicon, "_LOADED", type(lexicon._LOADED)())
    return tmp_path / "kibitz" / "sevens"


def same(left: Lexicon, right: Lexicon) -> bool:
    names = ("keys", "spelt", "starts", "points", "letters", "slots", "copies")
    levels = ("keys", "size", "first", "letter", "child", "best")
    return (
        (left.source, left.digest, left.n_words) == (right.source, right.digest, right.n_words)
        and all(np.array_equal(getattr(left, name), getattr(right, name)) for name in names)
        and all(np.array_equal(getattr(left.lattice, name), getattr(right.lattice, name)) for name in levels)
    )


def test_an_index_is_built_once_and_read_afterwards(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = load_lexicon(LIST)
    (file,) = folder.iterdir()
    lexicon._LOADED.clear()
    monkeypatch.setattr(lexicon, "build_lexicon", lambda *_: pytest.fail("built again"))
    again = load_lexicon(LIST)
    assert same(built, again)
    assert again.best_word("AEINRST") == built.best_word("AEINRST")
    assert not again.lattice.best.flags.writeable
    assert file.exists()


@pytest.mark.parametrize("damage", ["empty", "half", "noise", "flip", "folder", "other"])
def test_a_damaged_index_is_built_anew(folder: Path, damage: str) -> None:
    built = load_lexicon(LIST)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    if damage == "folder":
        file.unlink()
        file.mkdir()
    elif damage == "other":
        load_lexicon(Document(name="other.txt", text="nations\n"))
        (other,) = set(folder.iterdir()) - {file}
        file.write_bytes(other.read_bytes())
    else:
        middle = len(whole) // 2
        flipped = whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :]
        damaged = {"empty": b"", "half": whole[:middle], "noise": bytes(range(256)) * 4, "flip": flipped}
        file.write_bytes(damaged[damage])
    lexicon._LOADED.clear()
    assert same(load_lexicon(LIST), built)
    if damage != "folder":
        assert index_cache.load_index(_key(file), SCRABBLE, lexicon.SEVEN_LETTER_BONUS) is not None


def _key(file: Path) -> str:
    with np.load(file) as held:
        return str(held["key"])


def test_every_byte_of_an_index_is_checked(folder: Path) -> None:
    """An index that was changed anywhere is refused or says the same."""
    built = load_lexicon(LIST)
    (file,) = folder.iterdir()
    whole, key = file.read_bytes(), _key(file)
    for place in range(0, len(whole), 97):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        result = index_cache.load_index(key, SCRABBLE, lexicon.SEVEN_LETTER_BONUS)
        assert result is None or same(result, built)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, no folder", encoding="ascii")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert load_lexicon(LIST).n_words == 5


def test_other_words_another_bonus_or_another_version_have_indexes_of_their_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_lexicon(LIST)
    load_lexicon(LIST, bonus=20)
    load_lexicon(Document(name="own.txt", text="retains\n"))
    monkeypatch.setattr(index_cache, "INDEX_VERSION", 3)
    lexicon._LOADED.clear()
    load_lexicon(LIST)
    assert len(list(folder.iterdir())) == 4


def test_only_the_indexes_used_last_are_kept(folder: Path) -> None:
    for number in range(index_cache.MAX_CACHED_FILES + 3):
        load_lexicon(Document(name=f"{number}.txt", text="retains\n"))
        for age, file in enumerate(sorted(folder.iterdir(), key=os.path.getmtime, reverse=True)):
            os.utime(file, (1_000_000 - age, 1_000_000 - age))
    assert len(list(folder.iterdir())) == index_cache.MAX_CACHED_FILES
    lexicon._LOADED.clear()
    assert load_lexicon(Document(name=f"{index_cache.MAX_CACHED_FILES + 2}.txt", text="retains\n")).n_words == 1


def multisets(counts: list[int]) -> list[int]:
    """How many multisets of each size these tiles can form, by their generating function."""
    ways = [1] + [0] * RACK_SIZE
    for most in counts:
        ways = [sum(ways[size - held] for held in range(min(most, size) + 1)) for size in range(RACK_SIZE + 1)]
    return ways


def every_rack(letters: int) -> np.ndarray:
    """All words of seven letters in alphabetical order of letters that the first tiles of the bag can form."""
    result = {0: np.zeros((1, RACK_SIZE), dtype=np.uint8)}
    for letter in range(letters):
        longer: dict[int, list[np.ndarray]] = {}
        for size, rows in result.items():
            for held in range(min(SCRABBLE.counts[letter], RACK_SIZE - size) + 1):
                more = rows.copy()
                more[:, size : size + held] = 65 + letter
                longer.setdefault(size + held, []).append(more)
        result = {size: np.concatenate(parts) for size, parts in longer.items()}
    return np.unique(np.ascontiguousarray(result[RACK_SIZE]).view(f"S{RACK_SIZE}").ravel())


def check_every_rack(letters: int) -> int:
    """Index every rack of these letters; the classes, if racks and steps are as many as they must be."""
    index = build_lexicon(WordList(every_rack(letters), "all"))
    counts = list(SCRABBLE.counts[:letters])
    ways = multisets(counts)
    assert index.n_classes == ways[RACK_SIZE]
    assert len(index.lattice) == sum(ways)
    # A step takes a letter more, so there are as many as racks with a copy of a letter set apart.
    steps = sum(sum(multisets([*counts[:i], counts[i] - 1, *counts[i + 1 :]])[:RACK_SIZE]) for i in range(letters))
    assert len(index.lattice.child) == steps
    return index.n_classes


@pytest.mark.parametrize("letters", [3, 6, 10])
def test_a_list_of_every_rack_has_as_many_racks_and_steps_as_counting_says(letters: int) -> None:
    assert check_every_rack(letters) > 0


def test_numbers_of_racks_and_classes_fit_their_bits() -> None:
    assert comb(26 + RACK_SIZE - 1, RACK_SIZE) < 2**lattice._NODE_BITS < 2**31
    assert 2 * lattice._NODE_BITS + 5 < 63


@pytest.mark.slow
def test_more_than_a_million_classes_are_exact_within_a_gigabyte() -> None:
    """With twenty bits for a class, those above 2^20 ran into the letters, silently; 1.5 million took 5.3 GB."""
    code = (
        "import re, sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_index_store import check_every_rack\n"
        "assert check_every_rack(26) == 2_484_184 > 2**20\n"
        # Not ru_maxrss: a new process begins with that of the one that started it.
        "peak = int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
        "assert peak < 1_000_000, peak\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_words_are_those_of_a_plain_reading() -> None:
    words = ["retains", "Retains", "tension", "zzz", "q", "overlong", "na\u00efve", "ab1", "TEN", "ten"]
    assert usable_words(words, "list").words == ("RETAINS", "TEN", "TENSION")
