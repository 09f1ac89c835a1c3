"""The one error that a person can cause."""

from __future__ import annotations


class InputError(ValueError):
    """Input that cannot be used: a file, an argument or a record.

    The message is one plain sentence that names what is wrong and what is accepted. Commands print it on
    standard error and exit with status 2; the web page shows it beside the field.
    """
