"""Numbers as people write them: ``$18,400``, ``18.400``, ``18k``, ``70 %``, ``7/10``."""

from __future__ import annotations

import re

MAX_DIGITS = 40
MIN_PERCENT = 2.0
"""From here to 100 a bare number means per cent where a number from 0 to 1 is due; 1 is certain, and 1.5 an error."""
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_WITH_COMMAS = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:[.\s]\d{3})+")
"""A whole number in groups of three, by points or spaces."""
_DECIMAL_COMMA = re.compile(r"(?:0?,\d+|\d{1,2},\d{1,2})(\s*%)?")


def parse_number(text: str) -> int | float | str:
    """Parse a number such as ``18,400``, ``$18,400``, ``18k``, ``70%`` or ``1/2``; return any other text unchanged."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace("_", "").replace("$", "", 1).strip()
    if _WITH_COMMAS.fullmatch(plain):
        plain = plain.replace(",", "")
    if len(plain) > MAX_DIGITS:
        return text
    if plain[-1:] in ("%", "k", "K") and _NUMBER.fullmatch(plain[:-1].strip()):
        return float(plain[:-1]) / 100 if plain[-1] == "%" else _thousands(plain[:-1])
    top, slash, bottom = plain.partition("/")
    if slash and _NUMBER.fullmatch(top) and _NUMBER.fullmatch(bottom) and float(bottom):
        return float(top) / float(bottom)
    if not _NUMBER.fullmatch(plain):
        return text
    return int(plain) if re.fullmatch(r"[+-]?\d+", plain) else float(plain)


def _thousands(text: str) -> int | float:
    """Thousands such as 18.4 as a number; a whole one where it is."""
    value = 1000 * float(text)
    near = round(value) if abs(value) < 1e15 else value
    return near if abs(near - value) < 1e-6 else value


def parse_whole_number(text: str) -> int | float | str:
    """The same for a whole number, where ``18.400`` and ``18 400`` also mean 18,400."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace("$", "", 1).strip()
    if len(plain) <= MAX_DIGITS and _GROUPED.fullmatch(plain):
        return int(re.sub(r"[.\s]", "", plain))
    return parse_number(text)


def parse_share(text: str) -> int | float | str:
    """The same for a number from 0 to 1, where ``70`` and ``0,7`` also mean 70 %."""
    stripped = text.strip()
    value = parse_number(stripped.replace(",", ".") if _DECIMAL_COMMA.fullmatch(stripped) else text)
    bare = re.fullmatch(r"[\d.,]+", stripped)
    return value / 100 if bare and not isinstance(value, str) and MIN_PERCENT <= value <= 100 else value


def split_numbers(text: str) -> list[str]:
    """The parts of a list of numbers: by blanks or semicolons, so that commas may group digits, else by commas."""
    parts = [part.strip(",") for part in re.split(r"[\s;]+", text.strip())]
    if len(parts) > 1 and all(not isinstance(parse_number(part), str) for part in parts):
        return parts
    return [part for part in text.split(",") if part.strip()]
