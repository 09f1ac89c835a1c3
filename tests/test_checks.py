"""The checks of names and prose accept plain ones and find what they are for."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHECKS = Path(__file__).resolve().parents[1] / "checks"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"checks_{name}", CHECKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


names, prose = load("names"), load("prose")


@pytest.mark.parametrize("name", ["told", "_made", "judged", "kept", "Told", "Judged", "Seen"])
def test_bare_participles_are_found(name: str) -> None:
    kind = "class" if name[0].isupper() else "function"
    assert names.Definition(Path("x.py"), 1, kind, name).is_participle


@pytest.mark.parametrize(
    "name", ["tell", "seed", "read", "run", "expected_loss", "shipped_scale", "WorkCancelled", "Seed"]
)
def test_verbs_nouns_and_adjectives_before_nouns_are_not(name: str) -> None:
    assert not names.Definition(Path("x.py"), 1, "function", name).is_participle


def test_too_many_participles_one_word_names_or_a_participle_for_a_class_are_problems() -> None:
    def functions(*found: str) -> list[object]:
        return [names.Definition(Path("x.py"), 1, "function", each) for each in found]

    long = [f"parse_{letter}" for letter in "abcdefghij"]
    assert list(names.problems(functions(*long))) == []
    assert any("participles" in each for each in names.problems(functions(*long, "told")))
    assert any("one word" in each for each in names.problems(functions("a", "b", "parse_c")))
    assert list(names.problems([*functions(*long), names.Definition(Path("x.py"), 1, "class", "Judged")]))


def test_a_retired_module_that_returns_is_found(tmp_path: Path) -> None:
    (tmp_path / "kibitz" / "app").mkdir(parents=True)
    assert names.returned_modules(tmp_path, ["kibitz.app.brought"]) == []
    (tmp_path / "kibitz" / "app" / "brought.py").touch()
    assert names.returned_modules(tmp_path, ["kibitz.app.brought"]) == ["kibitz.app.brought"]


def check(text: str) -> list[str]:
    return [problem.what for problem in prose.check_markdown(text, Path("x.md"))]


def test_plain_prose_passes() -> None:
    assert (
        check("# Ratings\n\nkibitz rates each player. It prints an interval.\n\n| a | b |\n|---|---|\n| one | two |\n")
        == []
    )


@pytest.mark.parametrize(
    "text",
    [
        "The evaluator is learned anew.",
        "What was brought is kept.",
        "A number from 0 to 1 is accepted.",
        "The board stands beside the form.",
        "This is one's own game.",
        "word " * 26 + ".",
        "A short one. " + "Five words are in here. " * 25,
        f"| a |\n|---|\n| {'Some words. ' * 16}|",
    ],
)
def test_dialect_and_long_sentences_paragraphs_and_cells_are_found(text: str) -> None:
    assert check(text)


def test_code_is_not_prose() -> None:
    assert check("Call `told` and see.\n\n```\nkept anew\n```\n") == []


def test_a_sentence_ends_at_a_full_stop_but_not_inside_a_number() -> None:
    assert prose.sentences("It costs 0.5 points. Next one.") == ["It costs 0.5 points.", "Next one."]


def test_strings_of_a_module_are_read_without_its_docstrings() -> None:
    function = 'def f(x: int) -> str:\n    """Kept."""\n    return f"the file {x} was brought here"\n'
    source = '"""What is told here."""\n\n' + function
    (problem,) = prose.check_python(source, Path("x.py"))
    assert "brought" in problem.what


def test_templates_are_read_without_their_tags() -> None:
    page = '<p class="kept">{{ told }} Your library.</p>\n<button aria-label="What was brought">Import</button>'
    (problem,) = prose.check_template(page, Path("x.html"))
    assert "brought" in problem.what


structure = load("structure")


def test_a_final_answer_runs_through_at_most_forty_files() -> None:
    files = structure.walk_files(structure.ROOT)
    assert "games/jeopardy/questions/final.py" in files
    assert len(files) <= structure.MAX_WALK_FILES


def test_two_records_with_the_same_four_fields_are_found(tmp_path: Path) -> None:
    record = "class {}:\n    a: int\n    b: int\n    c: int\n    d: int\n{}"
    (tmp_path / "one.py").write_text(record.format("First", ""))
    (tmp_path / "two.py").write_text(record.format("Second", "    e: int\n"))
    (tmp_path / "three.py").write_text("class Third:\n    a: int\n    b: int\n    c: int\n")
    assert structure.twin_records(tmp_path) == [("one:First", "two:Second", ["a", "b", "c", "d"])]
