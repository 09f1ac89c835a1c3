"""Arithmetic over named parameters: a small tree that is parsed, printed and evaluated, never handed to ``eval``.

Guards and strategy templates of decision lists are made of these (sections 2 and 3 of the parametrized-games paper).
Numbers are fractions, so that ties are exact. Size, nesting and powers are bounded, so that hostile text can cause an
error, but cannot hang or crash the parser. ``1/3`` is one number, ``1/(3)`` a division.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeGuard

from kibitz.core import InputError
from kibitz.rules.language.evaluation import Column, Real, Values, evaluate
from kibitz.rules.language.syntax_tree import (
    FUNCTIONS,
    MAX_DIGITS,
    NAME,
    RESERVED,
    Binary,
    Call,
    Expression,
    Name,
    Negate,
    Number,
    format_expression,
    format_number,
    names_in,
)

__all__ = [
    "FUNCTIONS",
    "NAME",
    "RESERVED",
    "Binary",
    "Call",
    "Column",
    "Expression",
    "ExpressionParser",
    "Name",
    "Negate",
    "Number",
    "Real",
    "Values",
    "evaluate",
    "format_expression",
    "format_number",
    "names_in",
    "parse_expression",
]

MAX_CHARACTERS = 4_000
MAX_NESTING = 60


def parse_expression(text: str) -> Expression:
    """The expression written in ``text``: numbers, names, + - * / ^, parentheses, min max abs floor ceil mod."""
    parser = ExpressionParser(text)
    expression = parser.sum()
    parser.expect_end()
    return expression


_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<op><=|>=|!=|==|[-+*/^(),<>=\u2212\u00d7\u00b7\u2264\u2265\u2260])|(?P<bad>\S))"
)
_SAME = {"\u2212": "-", "\u00d7": "*", "\u00b7": "*", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=", "==": "="}


class Token(NamedTuple):
    """A word of the text: ``kind`` is number, name, op or end."""

    kind: str
    text: str


_END = Token("end", "the end")


class ExpressionParser:
    """Reads expressions from one text, left to right; conditions use it to read both their sides."""

    def __init__(self, text: str) -> None:
        if not text.strip():
            raise InputError("an expression is missing")
        if len(text) > MAX_CHARACTERS:
            raise InputError(f"an expression may have at most {MAX_CHARACTERS:,} characters, not {len(text):,}")
        self.text = text
        self.tokens: list[Token] = []
        for match in _TOKEN.finditer(text):
            kind, word = str(match.lastgroup), match[match.lastgroup or 0]
            if kind == "bad":
                raise self.error(f"{word!r} is not understood")
            self.tokens.append(Token(kind, _SAME.get(word, word)))
        self.tokens.append(_END)
        self.at = 0
        self.nesting = 0
        self.literal = False
        """Whether the part just read is a bare number: ``1/3`` is one number, ``1/(3)`` a division."""

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def error(self, what: str) -> InputError:
        shown = self.text.strip()
        return InputError(f"{what} in {shown[:77] + '...' if len(shown) > 80 else shown!r}")

    def take(self, *texts: str) -> str | None:
        """The next token if it is one of these, else ``None``."""
        token = self.tokens[self.at]
        if token.kind != "end" and token.text in texts:
            self.at += 1
            return token.text
        return None

    def expect_end(self) -> None:
        """Raise `InputError` unless all tokens were read."""
        if self.next.kind != "end":
            hint = "; write * to multiply" if self.next.kind in ("name", "number") or self.next.text == "(" else ""
            raise self.error(f"{self.next.text[:40]!r} is not expected{hint}")

    @staticmethod
    def _describe_token(token: Token) -> str:
        return "the end" if token.kind == "end" else repr(token.text[:40])

    def sum(self) -> Expression:
        left = self._product()
        while op := self.take("+", "-"):
            left = Binary(op, left, self._product())
            self.literal = False
        return left

    def _product(self) -> Expression:
        left = self._unary()
        while op := self.take("*", "/"):
            whole = self.literal and isinstance(left, Number) and left.value.denominator == 1
            right = self._unary()
            if op == "/" and whole and self.literal and isinstance(left, Number) and _is_count(right):
                left = Number(left.value / right.value)
            else:
                left = Binary(op, left, right)
                self.literal = False
        return left

    def _unary(self) -> Expression:
        if not self.take("-"):
            return self._power()
        self._deeper()
        operand = self._unary()
        self.nesting -= 1
        if self.literal and isinstance(operand, Number) and operand.value >= 0:
            return Number(-operand.value)
        self.literal = False
        return Negate(operand)

    def _power(self) -> Expression:
        base = self._atom()
        if not self.take("^"):
            return base
        exponent = self._atom()
        if self.next.text == "^":
            raise self.error("parentheses are needed around a power of a power")
        self.literal = False
        return Binary("^", base, exponent)

    def _atom(self) -> Expression:
        token = self.next
        self.at += 1
        self.literal = False
        if token.kind == "number":
            self.literal = True
            return _number(token.text)
        if token.kind == "name":
            if token.text in FUNCTIONS:
                return self._call(token.text)
            if self.next.text == "(":
                raise self.error(f"{token.text[:40]} is not a function (functions: {', '.join(FUNCTIONS)})")
            return _name(token.text)
        if token.text == "(":
            self._deeper()
            inside = self.sum()
            self._close()
            self.literal = False
            return inside
        raise self.error(f"a number or a name is expected, not {self._describe_token(token)},")

    def _call(self, function: str) -> Expression:
        if not self.take("("):
            raise self.error(f"( is expected after {function}")
        self._deeper()
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self._close()
        self.literal = False
        return Call(function, tuple(arguments))

    def _deeper(self) -> None:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise self.error(f"parentheses are nested more than {MAX_NESTING} deep")

    def _close(self) -> None:
        self.nesting -= 1
        if not self.take(")"):
            raise self.error(f"a closing parenthesis is expected, not {self._describe_token(self.next)},")


@lru_cache(maxsize=4_096)
def _number(text: str) -> Number:
    if text.isdigit() and len(text) <= MAX_DIGITS:
        return Number(Fraction(int(text)))
    mantissa, _, exponent = text.lower().partition("e")
    if len(mantissa) > MAX_DIGITS or abs(int(exponent or 0)) > MAX_DIGITS:
        raise InputError(f"a number must have at most {MAX_DIGITS} digits")
    return Number(Fraction(text))


@lru_cache(maxsize=4_096)
def _name(text: str) -> Name:
    return Name(text)


def _is_count(expression: Expression) -> TypeGuard[Number]:
    return isinstance(expression, Number) and expression.value > 0 and expression.value.denominator == 1
