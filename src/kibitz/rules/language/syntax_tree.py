"""What an expression is made of: numbers, names, operations and functions, with bounds on size, and how it prints."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, TypeAlias

from kibitz.core import InputError

MAX_DEPTH = 200
"""Levels of a tree, so that walking it can never exhaust the stack; a sum of that many terms still fits."""
MAX_EXPONENT = 64
MAX_DIGITS = 100
_LIMIT = 10**MAX_DIGITS

FUNCTIONS: Mapping[str, tuple[int, int]] = {
    "min": (2, 20),
    "max": (2, 20),
    "abs": (1, 1),
    "floor": (1, 1),
    "ceil": (1, 1),
    "mod": (2, 2),
}
"""Each function with its minimum and maximum number of arguments; ``mod`` has the sign of its second argument."""

RESERVED = frozenset({"if", "else", "and", "or", "not", "with", "otherwise", "let", "list", "for", "in", *FUNCTIONS})
"""Words of the notation, which therefore cannot name a parameter."""

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Number:
    """A constant; ``approximate`` is the nearest float, kept because it is needed millions of times."""

    value: Fraction
    approximate: float = field(init=False, repr=False, compare=False)
    depth: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if type(self.value) is not Fraction:
            object.__setattr__(self, "value", Fraction(self.value))
        if not -_LIMIT < self.value.numerator < _LIMIT > self.value.denominator:
            raise InputError(f"a number must have at most {MAX_DIGITS} digits")
        object.__setattr__(self, "approximate", float(self.value))


@dataclass(frozen=True, slots=True)
class Name:
    """A parameter or a defined name."""

    name: str
    depth: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if self.name in RESERVED or not NAME.fullmatch(self.name):
            raise InputError(f"{self.name[:70]!r} cannot name a parameter; use letters, digits and _")


@dataclass(frozen=True, slots=True)
class Binary:
    """``left op right`` with + - * / ^; a power is a whole number from 0 to 64."""

    op: str
    left: Expression
    right: Expression
    depth: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.op not in _PRECEDENCE:
            raise InputError(f"operator {self.op!r} is not one of + - * / ^")
        if self.op == "^":
            power = self.right.value if isinstance(self.right, Number) else None
            if power is None or power.denominator != 1 or not 0 <= power <= MAX_EXPONENT:
                raise InputError(f"a power must be a whole number from 0 to {MAX_EXPONENT}")
        _set_depth(self, self.left, self.right)


@dataclass(frozen=True, slots=True)
class Negate:
    """Minus the operand."""

    operand: Expression
    depth: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _set_depth(self, self.operand)


@dataclass(frozen=True, slots=True)
class Call:
    """One of min, max, abs, floor, ceil, mod."""

    function: str
    arguments: tuple[Expression, ...]
    depth: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.function not in FUNCTIONS:
            raise InputError(f"function {self.function[:70]!r} is not one of {', '.join(FUNCTIONS)}")
        least, most = FUNCTIONS[self.function]
        if not least <= len(self.arguments) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise InputError(f"{self.function} takes {wanted} arguments, not {len(self.arguments)}")
        _set_depth(self, *self.arguments)


Expression: TypeAlias = Number | Name | Binary | Negate | Call

_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
_UNARY = 3
_ATOM = 5
_COMMON = (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12)
"""Denominators of fractions that people write as such."""
_DECIMAL_PLACES = 9
_DECIMAL = 10**_DECIMAL_PLACES
_INTEGER = re.compile(r"-?\d+")


def _set_depth(node: Binary | Negate | Call, *parts: Expression) -> None:
    depth = 1 + max(part.depth for part in parts)
    if depth > MAX_DEPTH:
        raise InputError(f"an expression may have at most {MAX_DEPTH} levels of operations")
    object.__setattr__(node, "depth", depth)


def names_in(expression: Expression) -> frozenset[str]:
    """All names that occur."""
    result: set[str] = set()
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        match node:
            case Name():
                result.add(node.name)
            case Binary():
                waiting += (node.left, node.right)
            case Negate():
                waiting.append(node.operand)
            case Call():
                waiting += node.arguments
            case Number():
                pass
    return frozenset(result)


def format_number(value: Fraction) -> str:
    """A fraction in the shortest usual form: ``2``, ``1/3``, ``0.37``."""
    if value.denominator not in _COMMON and _DECIMAL % value.denominator == 0:
        digits = str(abs(value.numerator) * (_DECIMAL // value.denominator)).zfill(_DECIMAL_PLACES + 1)
        text = f"{digits[:-_DECIMAL_PLACES]}.{digits[-_DECIMAL_PLACES:].rstrip('0')}"
        return f"-{text}" if value < 0 else text
    return str(value)


def format_expression(expression: Expression) -> str:
    """The expression with as few parentheses as give the same tree when parsed again."""
    return _text(expression, 0)


def _text(node: Expression, outer: int, is_right: bool = False) -> str:
    """``node`` as an operand of something that binds as tightly as ``outer``."""
    match node:
        case Number():
            text = format_number(node.value)
            strength = _PRECEDENCE["/"] if "/" in text else _UNARY if node.value < 0 else _ATOM
        case Name():
            return node.name
        case Negate():
            # A bare number after the minus would be read as a negative number, hence the parentheses.
            bare = isinstance(node.operand, Number | Negate)
            text = f"-({_text(node.operand, 0)})" if bare else f"-{_text(node.operand, _UNARY)}"
            strength = _UNARY
        case Call():
            return f"{node.function}({', '.join(_text(argument, 0) for argument in node.arguments)})"
        case Binary():
            strength = _PRECEDENCE[node.op]
            left, right = _text(node.left, strength + (node.op == "^")), _text(node.right, strength + 1, True)
            if node.op == "/" and _INTEGER.fullmatch(left) and right.isdigit() and int(right):
                right = f"({right})"  # 1/3 is the number, 1/(3) the division
            text = f"{left} {node.op} {right}" if strength == 1 else f"{left}{node.op}{right}"
    signed = is_right and text.startswith("-")
    return f"({text})" if strength < outer or signed else text
