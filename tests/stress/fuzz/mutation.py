"""Wrong input made from right input: bytes flipped, cut and repeated; words exchanged; JSON changed value by value.

A case is told by the name of its parser and its number alone, so that any failure can be made again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

PIECES = re.compile(rb"[0-9]+|[A-Za-z_]+|\s+|<[^<>]{0,80}>|[\x80-\xff]+|.", re.DOTALL)
"""What a text is made of: numbers, words, blanks, tags, single signs."""

NUMBERS = [
    b"0",
    b"-0",
    b"-1",
    b"00",
    b"1e999",
    b"-1e999",
    b"1e-999",
    b"1e308",
    b"NaN",
    b"inf",
    b"-Infinity",
    b"1_000",
    b"0x1F",
    b"1/0",
    b"1/3",
    b".5",
    b"5.",
    b"+7",
    b"99999999999999999999",
    b"-9223372036854775809",
    b"4294967296",
    b"0.1" + b"0" * 30 + b"1",
    "٣".encode(),
    "²".encode(),
    "１２".encode(),
    "−5".encode(),
    b"1,234",
    b"$5",
    b"70%",
    b"1e400k",
    b"9" * 400,
    b"9" * 5_000,
    b"1" + b"0" * 4_299,
]
"""Numbers that parsers stumble over: too large, none at all, digits of other scripts."""

ODD = [
    b"\x00",
    b"\xff",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    "\u2028".encode(),
    "\u202e".encode(),
    "e\u0301".encode(),
    "ß".encode(),
    "İ".encode(),
    "\U0001f3b2".encode(),
    b"\r",
    b"\x0b",
    b"\x1c",
    b"\x85",
    "\x85".encode(),
    b"\\",
    b"'",
    b'"',
    b"`",
    b"%00",
    b"&amp;",
    b"&#1114112;",
    b"&#x110000;",
    b"\\ud800",
    b"\\u0000",
    b"../../etc/passwd",
    b"{{7*7}}",
    b"__class__",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"\t",
    b"\n\n",
    b" ",
]
"""Bytes and words that are not what they seem."""

BRACKETS = [
    (b"(", b")"),
    (b"[", b"]"),
    (b"{", b"}"),
    (b'{"a":', b"}"),
    (b"<b>", b"</b>"),
    (b"-", b""),
    (b"((", b""),
    (b"[", b""),
    (b"not ", b""),
    (b"1+(", b")"),
    (b"{", b""),
    (b"2**", b"2"),
    (b"if ", b""),
]
"""What nests."""

VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    -0.0,
    1e308,
    10**30,
    -(10**400),
    float("inf"),
    float("nan"),
    "",
    " ",
    "NaN",
    "1e999",
    "\ud800",
    "\x00",
    "x" * 300,
    "9" * 5_000,
    [],
    {},
    [None],
    [[[]]],
    {"a": {"b": []}},
    [1] * 200,
    {"name": "x", "text": "y"},
    {"": ""},
    "../x",
    "-inf",
    "1/0",
    2**63,
    2**53 + 1,
]
"""What stands in JSON where something else is expected."""

LEEWAY = 10
"""How much larger than a case may be what it is made from; a change of a change of a change has no end otherwise."""

Change = Callable[[Random, bytes], bytes]


class Mutator:
    """Makes cases of one kind of input: from ``examples``, with ``words`` of its own, of at most ``largest`` bytes."""

    def __init__(self, examples: Sequence[bytes], words: Sequence[bytes] = (), largest: int = 100_000) -> None:
        self.examples = list(examples)
        self.largest = largest
        pieces = {piece for example in self.examples for piece in PIECES.findall(example[:20_000])}
        self.words = sorted(pieces | set(words))
        self.changes: list[Change] = [
            self.flip,
            self.cut,
            self.end,
            self.repeat,
            self.swap,
            self.insert,
            self.splice,
            self.word,
            self.words_moved,
            self.words_moved,
            self.number,
            self.number,
            self.lines_moved,
            self.letters,
        ]
        self.rare: list[Change] = [self.nest, self.grow, self.encode, self.noise]
        self.has_json = any(example.lstrip()[:1] in (b"{", b"[") for example in self.examples)

    def case(self, rng: Random) -> bytes:
        """One case: an example with one to four changes, mostly small ones."""
        data = rng.choice(self.examples)
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
            if self.has_json and rng.random() < 0.4:
                data = self.json_value(rng, data)
            elif rng.random() < 0.02:
                data = rng.choice(self.rare)(rng, data)
            else:
                data = rng.choice(self.changes)(rng, data)
            data = data[: LEEWAY * self.largest]
        return data[: self.largest]

    def flip(self, rng: Random, data: bytes) -> bytes:
        if not data:
            return data
        changed = bytearray(data)
        for _ in range(rng.choice((1, 1, 2, 8))):
            place = rng.randrange(len(changed))
            changed[place] = rng.choice((changed[place] ^ (1 << rng.randrange(8)), rng.randrange(256), 0, 255, 32, 48))
        return bytes(changed)

    def cut(self, rng: Random, data: bytes) -> bytes:
        start, stop = span(rng, data)
        return data[:start] + data[stop:]

    def end(self, rng: Random, data: bytes) -> bytes:
        return data[: rng.randrange(len(data) + 1)]

    def repeat(self, rng: Random, data: bytes) -> bytes:
        start, stop = span(rng, data)
        times = rng.choice((2, 2, 3, 10, 50))
        return data[:start] + data[start:stop] * times + data[stop:]

    def swap(self, rng: Random, data: bytes) -> bytes:
        start, stop = span(rng, data)
        place = rng.randrange(len(data) + 1)
        rest = data[:start] + data[stop:]
        return rest[:place] + data[start:stop] + rest[place:]

    def insert(self, rng: Random, data: bytes) -> bytes:
        place = rng.randrange(len(data) + 1)
        return data[:place] + rng.choice(rng.choice((NUMBERS, ODD, self.words or ODD))) + data[place:]

    def splice(self, rng: Random, data: bytes) -> bytes:
        other = rng.choice(self.examples)
        return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]

    def word(self, rng: Random, data: bytes) -> bytes:
        pieces = PIECES.findall(data)
        if pieces:
            pieces[rng.randrange(len(pieces))] = rng.choice(rng.choice((self.words, self.words, ODD, NUMBERS)))
        return b"".join(pieces)

    def words_moved(self, rng: Random, data: bytes) -> bytes:
        return b"".join(moved(rng, PIECES.findall(data)))

    def lines_moved(self, rng: Random, data: bytes) -> bytes:
        return b"".join(moved(rng, data.splitlines(keepends=True)))

    def number(self, rng: Random, data: bytes) -> bytes:
        places = [match.span() for match in re.finditer(rb"-?[0-9]+", data)]
        if not places:
            return self.insert(rng, data)
        start, stop = rng.choice(places)
        near = str(int(data[start:stop][:18]) + rng.choice((-1, 1, 10, -1000, 10**6))).encode()
        return data[:start] + (near if rng.random() < 0.4 else rng.choice(NUMBERS)) + data[stop:]

    def letters(self, rng: Random, data: bytes) -> bytes:
        start, stop = span(rng, data)
        change = rng.choice((bytes.upper, bytes.lower, bytes.swapcase, lambda part: part[::-1]))
        return data[:start] + change(data[start:stop]) + data[stop:]

    def nest(self, rng: Random, data: bytes) -> bytes:
        left, right = rng.choice(BRACKETS)
        deep = rng.choice((3, 50, 300, 1_100, 20_000))
        start, stop = rng.choice(((0, len(data)), span(rng, data), (len(data), len(data))))
        return data[:start] + left * deep + data[start:stop] + right * deep + data[stop:]

    def grow(self, rng: Random, data: bytes) -> bytes:
        start, stop = rng.choice((span(rng, data), (0, len(data))))
        part = data[start:stop] or rng.choice(self.words or ODD)
        return data[:start] + part * (self.largest // max(1, len(part))) + data[stop:]

    def encode(self, rng: Random, data: bytes) -> bytes:
        text = data.decode("utf-8", "replace")
        how = rng.choice(
            ("utf-16", "utf-16-be", "utf-32", "cp1252", "latin-1", "utf-8-sig", "utf-7", "cp037", "\r", "\r\n")
        )
        if how.isspace():
            return data.replace(b"\n", how.encode())
        return text.encode(how, "replace")

    def noise(self, rng: Random, data: bytes) -> bytes:
        kind = rng.random()
        if kind < 0.3:
            return rng.randbytes(rng.choice((1, 10, 1_000)))
        if kind < 0.8:
            return b"".join(rng.choices(self.words + NUMBERS + ODD, k=rng.choice((1, 5, 40))))
        return b""

    def json_value(self, rng: Random, data: bytes) -> bytes:
        """One value of a JSON text, or of one of its lines, exchanged, taken away, doubled or wrapped."""
        lines = data.splitlines()
        place = rng.randrange(len(lines)) if lines else 0
        for line, whole in ((data, True), (lines[place] if lines else b"", False)):
            before = line[: max(0, line.find(b"{"))] if line.lstrip()[:1] not in (b"{", b"[") else b""
            try:
                tree = json.loads(line[len(before) :])
            except (ValueError, RecursionError):
                continue
            try:
                changed = before + json.dumps(altered(rng, tree)).encode("utf-8", "surrogatepass")
            except (ValueError, RecursionError):
                continue
            return changed if whole else b"\n".join([*lines[:place], changed, *lines[place + 1 :]])
        return self.word(rng, data)


def span(rng: Random, data: bytes) -> tuple[int, int]:
    """A part of the data, usually a short one."""
    start = rng.randrange(len(data) + 1)
    length = rng.choice((1, 1, 2, 4, 16, 200, len(data)))
    return start, min(len(data), start + rng.randrange(length + 1))


def moved(rng: Random, pieces: list[bytes]) -> list[bytes]:
    """Pieces with one left out, doubled, or exchanged with another."""
    if len(pieces) < 2:
        return pieces
    one, two = rng.randrange(len(pieces)), rng.randrange(len(pieces))
    what = rng.randrange(4)
    if what == 0:
        del pieces[one]
    elif what == 1:
        pieces.insert(two, pieces[one])
    elif what == 2:
        pieces[one], pieces[two] = pieces[two], pieces[one]
    else:
        pieces[one] = pieces[two]
    return pieces


def altered(rng: Random, tree: Any) -> Any:
    """A JSON value with one change somewhere inside."""
    if rng.random() < 0.25 or not isinstance(tree, dict | list) or not tree:
        return rng.choice((rng.choice(VALUES), [tree], {"a": tree}, [tree] * 30, str(tree), nested(rng, tree)))
    if isinstance(tree, list):
        place = rng.randrange(len(tree))
        what = rng.randrange(5)
        if what == 0:
            return tree[:place] + tree[place + 1 :]
        if what == 1:
            return tree[:place] + [tree[place]] * rng.choice((2, 100)) + tree[place + 1 :]
        return [*tree[:place], altered(rng, tree[place]), *tree[place + 1 :]]
    key = rng.choice(list(tree))
    what = rng.randrange(6)
    if what == 0:
        return {name: value for name, value in tree.items() if name != key}
    if what == 1:
        return tree | {rng.choice(("", "id", "\ud800", "x" * 99, key + "s", key.upper())): tree[key]}
    return tree | {key: altered(rng, tree[key])}


def nested(rng: Random, tree: Any) -> Any:
    """A value inside many lists."""
    for _ in range(rng.choice((5, 60, 400))):
        tree = [tree]
    return tree
