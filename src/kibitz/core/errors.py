"""The one error that a person can cause."""

from __future__ import annotations


class InputError(ValueError):
    """Input that cannot be used: a file, an argument or a record.

    The message is one plain sentence that names what is wrong and what is accepted. Commands print it on
    standard error and exit with status 2; the web page shows it beside the field.
    """


def shorten(words: str, most: int = 60) -> str:
    """Words for a sentence that refuses: on one line, and cut after ``most`` characters."""
    line = " ".join(words[: 4 * most].split())
    return line if len(line) <= most and len(words) <= 4 * most else line[: most - 3] + "..."


def quote_value(value: object, most: int = 60) -> str:
    """What was given, as a sentence that refuses it quotes it."""
    try:
        return shorten(repr(value), most)
    except (RecursionError, ValueError):  # lists within lists without end, numbers of thousands of digits
        return f"a {type(value).__name__}"
