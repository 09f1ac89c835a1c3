"""The error for invalid input."""

from __future__ import annotations


class InputError(ValueError):
    """Invalid input: a file, an argument or a record.

    The message is one sentence that names the field, what is wrong and what to do. Commands print it on standard error
    and exit with status 2. The web app shows it on the page.
    """


def shorten(words: str, most: int = 60) -> str:
    """A text for an error message: on one line, and cut after ``most`` characters."""
    line = " ".join(words[: 4 * most].split())
    return line if len(line) <= most and len(words) <= 4 * most else line[: most - 3] + "..."


def quote_value(value: object, most: int = 60) -> str:
    """The given value, quoted for an error message."""
    try:
        return shorten(repr(value), most)
    except (RecursionError, ValueError):  # lists within lists without end, numbers of thousands of digits
        return f"a {type(value).__name__}"
