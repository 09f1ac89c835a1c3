"""Word lists as people have them, tiles by language, and the words of a rack."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from kibitz import ask
from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.core.work import WorkContext
from kibitz.games.sevens.session import PlaySession
from kibitz.games.sevens.words.lexicon import Lexicon, load_lexicon
from kibitz.games.sevens.words.rack_words import words_of_rack
from kibitz.games.sevens.words.tile_sets import PUBLISHED_TILES, TILE_SETS, parse_published, parse_tiles
from kibitz.games.sevens.words.tiles import LETTERS, SCRABBLE
from kibitz.games.sevens.words.wordlist import fold_accents, parse_words

LISTS = {
    "french": "école été naïve avec vous nous dans pour œuvre étudier retards façades",
    "german": "und nicht der über Straße schön müssen sich auch könnten größere stehens",
    "spanish": "los por muy ella pero niño corazón canción mañana señores relatos",
    "english": "the with you they what retains naïve",
}


def document(text: str, name: str = "own.txt") -> Document:
    return Document(name=name, text=text)


def test_accents_fold_and_ligatures_are_two_letters() -> None:
    words = ["École", "été", "naïve", "œuvre", "Straße", "niño", "retains"]
    assert [fold_accents(word) for word in words] == ["Ecole", "ete", "naive", "oeuvre", "Strasse", "nino", "retains"]
    assert parse_words("été\nétudier\nretains\n", "list").words == ("ETE", "ETUDIER", "RETAINS")


@pytest.mark.parametrize("text", ["AA a volcanic rock\nRETAINS keeps", "AA,lava\nRETAINS,keeps", "AA\tx\nRETAINS;3"])
def test_definitions_and_columns_may_follow_a_word(text: str) -> None:
    result = parse_words(text, "list")
    assert (result.words, result.left_out) == (("AA", "RETAINS"), "")


def test_bad_lines_are_counted_and_named_and_refuse_no_others() -> None:
    result = parse_words("retains\n\x00\x01\nParis\ncan't\nten\nnet\nat\n", "list")
    assert result.words == ("AT", "NET", "RETAINS", "TEN")
    assert result.left_out.startswith("3 lines left out: 2 not a word of letters (line 2, ")
    assert "1 names (line 3, 'Paris')" in result.left_out


def test_lines_left_out_are_in_the_answers_and_survive_the_cache() -> None:
    own = document("retains\nstainer\nnastier\n123\n", "counted.txt")
    answers: list[Any] = [ask("sevens.words", words=own), ask("sevens.words", rack="AE", words=own)]
    assert {answer.left_out for answer in answers} == {"1 line left out: 1 not a word of letters (line 4, '123')"}
    assert all("1 line left out" in str(answer.explain()) for answer in answers)
    bid: Any = ask("sevens.bid", rack="AEN", tile="R", players=2, words=own)
    assert "left out" in dict(bid.counsel.provenance.settings)
    cup: Any = ask("sevens.tournament", players="loss,g1", rounds=1, words=own)
    round_: Any = ask("sevens.replay", players="loss,g1", words=own)
    game = PlaySession(against="loss", hidden=7, words=own)
    end = game.finish(game.step(game.begin(WorkContext()), "q", WorkContext()), WorkContext())
    safe: Any = ask("sevens.bid", rack="AEN", tile="R", players=2, taken="STI", aim="difference", words=own)
    for answer in (*answers, bid, cup, round_, end, safe):
        assert "1 line left out: 1 not a word of letters (line 4, '123')" in shown(answer)


def shown(answer: Any) -> str:
    """All text of an answer."""
    return " ".join(str(part) for part in answer.exhibits())


def test_every_answer_warns_of_tiles_of_another_language() -> None:
    own = document("\n".join(LISTS["french"].split()), "french.txt")
    bid: Any = ask("sevens.bid", rack="E", tile="S", players=2, words=own)
    round_: Any = ask("sevens.replay", players="loss,g1", words=own)
    for answer in (bid, round_):
        assert "The words are French and the tiles English: choose french tiles." in shown(answer)


def test_a_game_with_other_tiles_replays_with_the_words_that_they_can_spell() -> None:
    """A French list has words that the English tiles cannot spell, and the other way round."""
    own = document("\n".join(["kayak", *LISTS["french"].split()]), "french.txt")
    game = PlaySession(against="loss", hidden=6, tiles="french", words=own)
    end = game.finish(game.step(game.begin(WorkContext()), "q", WorkContext()), WorkContext())
    answer: Any = ask("sevens.replay", game=Document(name="game.json", data=end.file("log").data), words=own)
    assert answer.notes == ()


def test_published_tiles_add_up() -> None:
    """Lettered tiles and points of the published sets; English has 98 tiles and 187 points."""
    sums = {
        name: (sum(n for n, _ in tiles.values()), sum(n * points for n, points in tiles.values()))
        for name, tiles in ((name, parse_published(text)) for name, text in PUBLISHED_TILES.items())
    }
    assert sums == {"french": (100, 197), "german": (100, 202), "spanish": (98, 192)}
    assert (SCRABBLE.total, sum(n * p for n, p in zip(SCRABBLE.counts, SCRABBLE.points, strict=True))) == (98, 187)
    assert {name: tiles.total for name, tiles in TILE_SETS.items()} == {
        "english": 98,
        "french": 100,
        "german": 100,
        "spanish": 95,  # CH, LL and RR are left out
    }
    assert (TILE_SETS["german"].counts[0], TILE_SETS["german"].points[0]) == (6, 1)
    assert (TILE_SETS["spanish"].counts[LETTERS.index("N")], TILE_SETS["spanish"].points[LETTERS.index("N")]) == (6, 1)


def test_a_file_of_26_lines_has_the_tiles_of_its_writer() -> None:
    lines = [f"{letter} {n} {p}" for letter, n, p in zip(LETTERS, SCRABBLE.counts, SCRABBLE.points, strict=True)]
    assert parse_tiles(document("\n".join(lines))) == SCRABBLE
    assert parse_tiles(document("\n".join(reversed(lines)).replace(" ", ",").lower())) == SCRABBLE
    for text, reason in (
        ("\n".join(lines[:-1]), "no line for Z"),
        ("\n".join([*lines, "A 1 1"]), "line 27: A has a line already"),
        ("E twelve 1", "line 1: give a letter, its copies and its points"),
    ):
        with pytest.raises(InputError, match=reason):
            parse_tiles(document(text, "tiles.txt"))


@pytest.mark.parametrize("language", LISTS)
def test_a_list_plays_with_the_tiles_of_its_language_and_is_warned_of_others(language: str) -> None:
    own = document("\n".join(LISTS[language].split()), f"{language}.txt")
    for tiles in TILE_SETS:
        answer: Any = ask("sevens.words", tiles=tiles, words=own)
        assert bool(answer.warning) == (tiles != language)
        assert answer.left_out == "" or "names" in answer.left_out
    bid: Any = ask("sevens.bid", rack="E", tile="S", players=2, tiles=language, words=own)
    assert bid.bid >= 0
    cup: Any = ask("sevens.tournament", players="dp,saddle", rounds=2, tiles=language, words=own)
    assert not cup.faults


def best_by_search(lexicon: Lexicon, rack: str) -> set[tuple[str, int]]:
    """All words of a rack with up to two blanks, by trying every subset and every letter for a blank."""
    result: dict[str, int] = {}
    letters, blanks = rack.replace("?", ""), rack.count("?")
    for fill in combinations(LETTERS * blanks, blanks) if blanks else [()]:
        whole = letters + "".join(fill)
        for size in range(2, len(whole) + 1):
            for chosen in combinations(range(len(whole)), size):
                held = "".join(sorted(whole[i] for i in chosen))
                loss = lexicon.tiles.worth("".join(whole[i] for i in chosen if i >= len(letters)))
                for word in lexicon.words_of(held):
                    result[word] = max(result.get(word, -1), lexicon.score(word) - loss)
    return set(result.items())


@pytest.mark.parametrize("rack", ["AEINRST", "EST", "TESTRS?", "ANT??", "Q"])
def test_the_words_of_a_rack_are_those_of_a_search(small: Lexicon, rack: str) -> None:
    assert {(row.word, row.points) for row in words_of_rack(small, rack)} == best_by_search(small, rack)


def test_the_words_question_answers_for_a_rack(small: Lexicon) -> None:
    own = document("\n".join(word for n in range(small.n_classes) for word in small.spellings(n)), "small.txt")
    answer: Any = ask("sevens.words", rack="a, e i n r s", words=own)
    assert answer.rack == "AEINRS"
    assert answer.rack_words[0].points == load_lexicon(own).best_word("AEINRS")[0]
    assert {row.word: row.missing for row in answer.sevens}["RETAINS"] == "T"
    chances = {row.missing: row.chance for row in answer.sevens}
    assert chances["T"] == pytest.approx(6 / 92)
    assert answer.next_letters[0].letter == "T"
    assert answer.next_letters[0].gain > 50
    for rack in ("AEINRSTT", "???", "AEINRS??"):
        with pytest.raises(InputError, match="rack"):
            ask("sevens.words", rack=rack, words=own)
