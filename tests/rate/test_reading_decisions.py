"""Decisions from files: the same from every format, and one sentence for every way to be wrong."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.ask import ask
from kibitz.cli.main import run
from kibitz.core import ChoiceIndex, Decision, Document, InputError, PlayerId, Unit, format_decision
from kibitz.rate import Sample, load_decisions
from kibitz.rate.model.scaling import parse_scaling
from kibitz.rate.records.decision_files import unread_columns


def load(path):
    """The decisions of a file, as the command reads it."""
    return load_decisions(Document(name=path.name, data=path.read_bytes()))


RECORDS = st.lists(
    st.builds(
        lambda values, index, weight: Decision(
            tuple(values), ChoiceIndex(index % len(values)), unit=Unit.PAWNS, player=PlayerId("Ann, B."), weight=weight
        ),
        st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=5),
        st.integers(0, 4),
        st.floats(0, 10),
    ),
    min_size=1,
    max_size=5,
)


def write_csv(path, records):
    lines = ["utilities,chosen,unit,player,weight"]
    for d in records:
        values = " ".join(repr(value) for value in d.utilities)
        lines.append(f'"{values}",{d.chosen},{d.unit.value},"{d.player}",{d.weight!r}')
    path.write_text("\n".join(lines) + "\n")


@given(RECORDS)
def test_json_lines_and_csv_give_the_same_decisions(tmp_path_factory, records):
    folder = tmp_path_factory.mktemp("records")
    lines, table = folder / "a.jsonl", folder / "a.csv"
    lines.write_text("\n".join(format_decision(d) for d in records))
    write_csv(table, records)
    assert load(lines) == records
    assert load(table) == records


def test_parquet_gives_the_same_decisions(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    rows = [
        {"utilities": [0.5, 0.1], "chosen": 1, "unit": "win", "player": "a", "other": 3},
        {"utilities": [0.5, 0.4, 0.3], "chosen": 0, "unit": "win", "player": "b", "other": 4},
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    assert load(tmp_path / "a.parquet") == load(tmp_path / "a.jsonl")
    (tmp_path / "b.parquet").write_bytes(b"PAR1 but not really")
    with pytest.raises(InputError, match="not a parquet file"):
        load(tmp_path / "b.parquet")
    parquet.write_table(pyarrow.Table.from_pylist([{"chosen": 1}]), tmp_path / "c.parquet")
    with pytest.raises(InputError, match="row 1: utilities"):
        load(tmp_path / "c.parquet")


def test_csv_takes_semicolons_lists_and_minus_infinity(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('utilities,chosen\n"1;2;-inf",0\n"[1, 2, ""-inf""]",0\n')
    first, second = load(path)
    assert first.utilities == second.utilities == (1.0, 2.0, -float("inf"))


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.jsonl", "", "no decisions"),
        ("a.jsonl", '{"utilities": [1], "chosen": 0}\n{"utilities": [1, 2]}', "line 2: chosen"),
        ("a.jsonl", "[1, 2]", "line 1: a decision must be"),
        ("a.jsonl", "nonsense", "line 1: not a JSON object"),
        ("a.jsonl", '{"utilities": [1, 2], "chosen": 5}', "line 1: chosen"),
        ("a.csv", "", "utilities"),
        ("a.csv", "utilities,chosen\n", "no decisions"),
        ("a.csv", "chosen\n1\n", "column named utilities"),
        ("a.csv", "utilities,chosen\n1 two,0\n", "line 2: utilities"),
        ("a.csv", "utilities,chosen\n1 2,first\n", "line 2: chosen"),
        ("a.csv", 'utilities,chosen\n"[1, 2",0\n', "line 2: utilities: not valid JSON"),
        ("a.csv", "utilities,chosen,weight\n1 2,0,heavy\n", "line 2: weight"),
        ("a.csv", 'utilities,chosen\n"1 2', "not CSV"),
    ],
)
def test_every_wrong_file_is_named_with_its_line(tmp_path, name, text, complaint):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=complaint) as error:
        load(path)
    assert str(error.value).startswith(name)


def test_a_file_that_is_not_text_is_refused():
    with pytest.raises(InputError, match=r"a\.jsonl: not a text file in UTF-8"):
        load_decisions(Document(name="a.jsonl", data=b"\xff\xfe\x00"))


@given(st.text(max_size=80))
def test_no_text_breaks_the_readers(tmp_path_factory, text):
    folder = tmp_path_factory.mktemp("noise")
    for name in ("a.jsonl", "a.csv"):
        (folder / name).write_text(text, encoding="utf-8", errors="replace")
        with pytest.raises(InputError):
            load(folder / name)


CSV = "utilities,chosen,player,event\n0.5 0.3 0.1,1,ann,first\n0.4 0.2,0,bob,second\n"


@pytest.mark.parametrize(
    "text",
    [
        CSV.replace("player,event", " Player , EVENT"),
        CSV.replace(",", ";"),
        CSV.replace(",", "\t"),
        "\ufeff" + CSV,
        "utility 1,utility_2,Utility 3,chosen,player,event\n.5,.3,.1,1,ann,first\n.4,.2,,0,bob,second\n",
        "player;event;chosen;u1;u2;u3\nann;first;1;.5;.3;.1\nbob;second;0;.4;.2;\n",
    ],
)
def test_tables_are_read_as_people_write_them(text):
    plain = load_decisions(Document(name="a.csv", text=CSV))
    assert [(d.player, d.event, d.chosen) for d in plain] == [("ann", "first", 1), ("bob", "second", 0)]
    assert load_decisions(Document(name="b.csv", text=text)) == plain
    assert load_decisions(Document(name="b.tsv", text=text)) == plain
    assert not unread_columns(Document(name="b.csv", text=text))


def test_an_option_that_is_missing_in_the_middle_is_never_chosen():
    (result,) = load_decisions(Document(name="a.csv", text="u1,u2,u3,chosen\n1,,3,2\n"))
    assert result.utilities == (1.0, -float("inf"), 3.0)


def test_columns_that_no_decision_has_are_named(tmp_path, capsys):
    text = "utilities,chosen,Name,Shoe size\n" + "0.5 0.3,0,x,44\n0.5 0.3,1,x,44\n" * 15
    assert unread_columns(Document(name="a.csv", text=text)) == ["Name", "Shoe size"]
    (tmp_path / "a.csv").write_text(text)
    assert run(["rate", str(tmp_path / "a.csv"), "--interval", "formula"]) == 0
    assert "kibitz ignored the columns Name, Shoe size" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["utilities,chosen,chosen\n1 2,0,0\n", "utilities,chosen\n1 2,0,x\n"])
def test_tables_that_can_be_read_in_two_ways_are_refused(text):
    with pytest.raises(InputError, match="line"):
        load_decisions(Document(name="a.csv", text=text))


@pytest.mark.parametrize("values", ["[35, 60]", "[0.5, -0.1]", "[1.01, 0.2]"])
def test_chances_to_win_are_from_0_to_1(values):
    for line in (
        f'{{"utilities": {values}, "chosen": 0, "unit": "win"}}',
        f'{{"utilities": [0.5, 0.2], "perceived": {values}, "chosen": 0, "unit": "win"}}',
    ):
        with pytest.raises(InputError, match=r"line 1: .*: with unit win they must be chances from 0 to 1"):
            load_decisions(Document(name="a.jsonl", text=line))
    assert load_decisions(Document(name="a.jsonl", text=f'{{"utilities": {values}, "chosen": 0}}'))
    assert load_decisions(
        Document(name="a.jsonl", text='{"utilities": [1.0000000002, "-inf"], "chosen": 0, "unit": "win"}')
    )


@pytest.mark.parametrize("field", ["player", "event", "id", "position", "provenance"])
def test_half_a_character_is_replaced_and_never_breaks_the_answer(field, tmp_path, capsys):
    value = {"evaluator": "\ud800", "settings": {"\udfff": "\ud800"}} if field == "provenance" else "a\ud800"
    line = json.dumps({"utilities": [0.5, 0.3, 0.1], "chosen": 0, field: value})
    (tmp_path / "a.jsonl").write_text("\n".join([line] * 15 + [line.replace('"chosen": 0', '"chosen": 1')] * 15))
    for more in ([], ["--json"]):
        assert run(["rate", str(tmp_path / "a.jsonl"), "--interval", "formula", *more]) == 0
        capsys.readouterr().out.encode()
    assert load_decisions(Document(name="a.jsonl", text=line.replace("\\ud800", "\ud800")))
    (result,) = load_decisions(Document(name="a.jsonl", text=line))
    format_decision(result).encode()
    answered = ask(
        "rate.players", file={"name": "a.jsonl", "text": (tmp_path / "a.jsonl").read_text()}, interval="formula"
    )
    assert msgspec.json.encode(answered)


@pytest.mark.parametrize("size", [1e300, 1e200, 1e-300, 1e-320])
@pytest.mark.filterwarnings("error")
def test_utilities_beyond_all_measure_are_a_sentence_about_the_input(size):
    line = json.dumps({"utilities": [3 * size, 2 * size, size], "chosen": 1})
    decisions = load_decisions(Document(name="a.jsonl", text="\n".join([line] * 30)))
    with pytest.raises(InputError, match="utilities: "):
        Sample.from_decisions(decisions)


@pytest.mark.parametrize("text", ["log:1e-320", "linear:1e300", "win:1e-300", "log:1:1e-200", "linear:0", "log:nan"])
@pytest.mark.filterwarnings("error")
def test_scalings_beyond_all_measure_are_refused(text):
    with pytest.raises(InputError, match="scaling: "):
        parse_scaling(text)


def test_a_file_is_read_by_its_path_too(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("utilities,chosen\n1 0,0\n")
    assert load_decisions(str(path)) == load_decisions(path) == load(path)
    with pytest.raises(InputError, match="cannot be read"):
        load_decisions(str(tmp_path / "none.csv"))


def test_screening_takes_the_rating_of_the_records_where_none_is_claimed():
    from kibitz.rate.questions import ANN_EXAMPLE, BOB_EXAMPLE

    made = ask("rate.calibrate", decisions=[ANN_EXAMPLE, BOB_EXAMPLE], step=100)
    scale = {"name": "scale.json", "text": made.document.read_text()}
    assert ask("rate.screen", file=ANN_EXAMPLE, scale=scale).screening.claimed == 2400
    both = {"name": "a.csv", "text": ANN_EXAMPLE["text"] + BOB_EXAMPLE["text"].split("\n", 1)[1]}
    with pytest.raises(InputError, match="several players"):
        ask("rate.screen", file=both, scale=scale)
    assert ask("rate.screen", file=both, scale=scale, player="bob").screening.claimed == 2000
