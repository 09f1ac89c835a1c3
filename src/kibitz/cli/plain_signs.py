"""Signs for code pages without the usual ones: ``-`` for a minus sign and ``>=`` for \u2265, never a question mark.

Importing the module registers `PLAIN_SIGNS` as an error handler of encodings.
"""

from __future__ import annotations

import codecs

PLAIN_SIGNS = "kibitz.plain_signs"
SIGNS = {
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{NOT EQUAL TO}": "!=",
    "\N{ALMOST EQUAL TO}": "~",
    "\N{PLUS-MINUS SIGN}": "+/-",
    "\N{MIDDLE DOT}": "*",
    "\N{BULLET}": "*",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{DIVISION SIGN}": "/",
    "\N{RIGHTWARDS ARROW}": "->",
    "\N{LEFTWARDS ARROW}": "<-",
    "\N{CHECK MARK}": "+",
    "\N{BALLOT X}": "x",
    "\N{WHITE CIRCLE}": "o",
    "\N{BLACK CIRCLE}": "*",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{WARNING SIGN}": "!",
    "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
    "\N{BOX DRAWINGS LIGHT VERTICAL}": "|",
}
"""What stands for a sign that cannot be printed."""
UNKNOWN_SIGN = "*"
"""What stands for any other sign without a plain form."""


def to_plain_sign(sign: str) -> str:
    """A sign in ASCII: by the table, by its compatibility form (letters without accents, fractions), or a star."""
    if sign in SIGNS:
        return SIGNS[sign]
    import unicodedata

    plain = "".join(SIGNS.get(part, part) for part in unicodedata.normalize("NFKD", sign))
    return plain.replace("\N{FRACTION SLASH}", "/").encode("ascii", "ignore").decode() or UNKNOWN_SIGN


def _replace_signs(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(to_plain_sign, error.object[error.start : error.end])), error.end


codecs.register_error(PLAIN_SIGNS, _replace_signs)
