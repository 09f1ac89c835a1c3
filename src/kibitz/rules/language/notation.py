"""Decision lists as text that a person can read and write, parsed and printed both ways.

    # comments and blank lines are free
    list: Final 5 v 3, player 1
    for: player 1
    let D = 1 - p1 + p1*p2
    if p2 >= 1/2: 2
    else if p1 = 0 and p2 < 1/3: 0
    else: 1 with (1 - p1)*(1 - 2*p2)/D, otherwise 2

Roles are separated by ``;`` in ``for:`` and in outcomes: ``if a >= e and b >= d: top; left``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kibitz.core import InputError
from kibitz.rules.language.condition import Guard, format_guard, parse_guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule, format_mix
from kibitz.rules.language.domain import split_outside_brackets
from kibitz.rules.language.expression import Expression, format_expression, parse_expression

MAX_TEXT = 2_000_000
"""Maximum length of a list in characters: some 30,000 rules, parsed in a few seconds."""
MAX_LINE = 200_000
DEFAULT_ROLE = "player"

_LET = re.compile(r"let\s+([A-Za-z_]\w*)\s*=(?!=)(.*)", re.ASCII | re.DOTALL)
_WITH = re.compile(r"(.*?)\swith\s(.*)", re.DOTALL)
_ACCEPTED = "a line must start with list:, for:, let, if, else if, else: or #"


def parse_list(text: str) -> DecisionList:
    """The list written in ``text``; an `InputError` names the line and what is wrong."""
    if len(text) > MAX_TEXT:
        raise InputError(f"a list may have at most {MAX_TEXT:,} characters, not {len(text):,}")
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        if not (stripped := line.strip()) or stripped.startswith("#"):
            continue
        try:
            if len(line) > MAX_LINE:
                raise InputError(f"a line must have at most {MAX_LINE:,} characters")
            reader.read_line(stripped)
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None
    return reader.finish()


def format_list(decisions: DecisionList) -> str:
    """The list as text, one rule per line; `parse_list` returns an equal list."""
    lines = [f"list: {decisions.title}"] if decisions.title else []
    lines.append(f"for: {'; '.join(decisions.roles)}")
    lines += [f"let {name} = {format_expression(expression)}" for name, expression in decisions.definitions]
    for index, rule in enumerate(decisions.rules):
        lines.append(f"{'else if' if index else 'if'} {format_guard(rule.guard)}: {format_outcome(rule.outcome)}")
    lines.append(f"else: {format_outcome(decisions.default)}")
    return "\n".join(lines) + "\n"


def format_outcome(outcome: tuple[Mix, ...]) -> str:
    """The strategies of all roles, separated by ``;``."""
    return "; ".join(format_mix(mix) for mix in outcome)


def parse_mix(text: str) -> Mix:
    """A strategy: an action, or actions with probabilities, ``1 with p1/2, otherwise 2``."""
    parts = [" ".join(part.split()) for part in split_outside_brackets(text, ",")]
    if len(parts) == 1 and not _WITH.fullmatch(parts[0]):
        return Mix((), _label(parts[0]))
    weights: list[tuple[str, Expression]] = []
    for at, part in enumerate(parts):
        word, _, rest = part.partition(" ")
        if word == "otherwise" and at == len(parts) - 1:
            return Mix(tuple(weights), _label(rest))
        match = _WITH.fullmatch(part)
        if match is None:
            raise InputError(f"ACTION with PROBABILITY, or a last 'otherwise ACTION', is expected, not {part[:80]!r}")
        weights.append((_label(match[1]), parse_expression(match[2])))
    return Mix(tuple(weights))


def _label(text: str) -> str:
    if not text.strip():
        raise InputError("the name of an action is missing")
    return text.strip()


@lru_cache(maxsize=256)
def _outcome(text: str) -> tuple[Mix, ...]:
    """The strategies after a colon. Cached, since long lists repeat a few outcomes."""
    if not text.strip():
        raise InputError("a strategy is missing after the colon")
    return tuple(parse_mix(part) for part in text.split(";"))


class _Reader:
    """The parts of a list, read line by line."""

    def __init__(self) -> None:
        self.title: str | None = None
        self.roles: tuple[str, ...] | None = None
        self.definitions: list[tuple[str, Expression]] = []
        self.rules: list[Rule] = []
        self.default: tuple[Mix, ...] | None = None

    def read_line(self, line: str) -> None:
        word = line.partition(" ")[0]
        if line.startswith("list:"):
            self._once(self.title, "list:")
            self.title = " ".join(line[5:].split())
            return
        line = line.partition("#")[0].rstrip()
        if self.default is not None:
            raise InputError("nothing can follow the else line")
        if line.startswith("for:"):
            self._once(self.roles, "for:")
            self.roles = tuple(_label(" ".join(role.split())) for role in line[4:].split(";"))
        elif word == "let":
            self.definitions.append(_definition(line))
        elif word in ("if", "else", "else:") or line.startswith("else:"):
            self._rule(line)
        else:
            raise InputError(f"{_ACCEPTED}, not {line[:80]!r}")

    def _once(self, earlier: object, word: str) -> None:
        if earlier is not None or self.definitions or self.rules:
            raise InputError(f"give one {word} line, before all rules")

    def _rule(self, line: str) -> None:
        head, colon, tail = line.partition(":")
        if not colon:
            raise InputError(f"a colon and a strategy are expected after the condition in {line[:80]!r}")
        words = head.split(maxsplit=2)
        outcome = _outcome(tail.strip())
        expected = len(self.roles) if self.roles else 1
        if len(outcome) != expected:
            wanted = "one strategy is" if expected == 1 else f"{expected} strategies, separated by ;, are"
            raise InputError(f"{wanted} expected after the colon, not {len(outcome)}")
        if words == ["else"]:
            self.default = outcome
        elif words[:2] == ["else", "if"] and self.rules:
            self.rules.append(Rule(_guard(head.strip()[4:].lstrip()[2:]), outcome))
        elif words[0] == "if" and not self.rules:
            self.rules.append(Rule(_guard(head[2:]), outcome))
        else:
            raise InputError("the first rule starts with 'if', later ones with 'else if', the last line with 'else:'")

    def finish(self) -> DecisionList:
        if self.default is None:
            raise InputError("the list must end with a line 'else: ...' for the case that no rule applies")
        roles = self.roles or (DEFAULT_ROLE,)
        return DecisionList(self.title or "", roles, tuple(self.definitions), tuple(self.rules), self.default)


def _guard(text: str) -> Guard:
    if not text.strip():
        raise InputError("a condition is missing before the colon")
    return parse_guard(text)


def _definition(line: str) -> tuple[str, Expression]:
    match = _LET.fullmatch(line)
    if match is None:
        raise InputError(f"let NAME = EXPRESSION is expected, not {line[:80]!r}")
    return match[1], parse_expression(match[2])
