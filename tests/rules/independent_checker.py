"""An independent checker of proofs by exact cells: it shares no code with kibitz and computes with sympy.

It reads a game (payoffs as text), a certificate (the JSON that kibitz writes) and decides whether the list of the
certificate loses at most epsilon. The format is described in docs/learning-lists.md. Every rule has witnesses. For each
pair of a rule and a witness the inequalities that bound the loss are polynomials. Their zeros and those of the guards
cut the parameters into cells, in each of which one point decides. With two parameters the borders of guards are not
looked at, apart from the corners of the box.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import sympy
from sympy import Poly, Rational, Symbol, sympify

HOLDS = {">=": (0, 1), ">": (1,), "<=": (-1, 0), "<": (-1,), "=": (0,), "!=": (-1, 1)}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
EXPRESSION = re.compile(r"[A-Za-z0-9_+\-*/^(). ]+")


class RefusedError(Exception):
    """The certificate does not show what it claims."""


class Game:
    """Payoffs of a game as polynomials of its parameters."""

    def __init__(self, names: list[str], box: list[tuple[str, str]], row: list[list[str]], column: Any = None) -> None:
        self.symbols = [Symbol(name) for name in names]
        self.box = [(Rational(low), Rational(high)) for low, high in box]
        self.row = [[self.expression(entry) for entry in line] for line in row]
        self.column = None if column is None else [[self.expression(entry) for entry in line] for line in column]
        self.actions: list[list[str]] = []
        self.roles: list[str] = []

    def expression(self, text: str, known: dict[str, Any] | None = None) -> Any:
        if not EXPRESSION.fullmatch(text):
            raise RefusedError(f"not an expression: {text}")
        values = {symbol.name: symbol for symbol in self.symbols} | (known or {})
        unknown = set(NAME.findall(text)) - set(values)
        if unknown:
            raise RefusedError(f"unknown name: {unknown}")
        return sympify(text.replace("^", "**"), locals=values, rational=True)


def read_mix(game: Game, text: str, known: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """The chances of a strategy such as ``a with p/2, b with 1/3, otherwise c``, and what it divides by."""
    chances: dict[str, Any] = {}
    divisors: list[Any] = []
    for part in text.split(","):
        part = part.strip()
        if part.startswith("otherwise "):
            chances[part[10:].strip()] = 1 - sum(chances.values())
        elif " with " in part:
            label, weight = part.split(" with ")
            value = sympy.together(game.expression(weight, known))
            chances[label.strip()] = value
            divisors.append(sympy.fraction(value)[1])
        else:
            chances[part] = sympy.Integer(1)
    return chances, divisors


def read_list(game: Game, text: str) -> tuple[list[str], list[tuple[list[tuple[Any, str]], list[Any]]]]:
    """The roles of a list, and its rules: conditions (difference, operator) and the strategy of each role."""
    known: dict[str, Any] = {}
    roles: list[str] = []
    rules: list[tuple[list[tuple[Any, str]], list[Any]]] = []
    for line in text.splitlines():
        if line.startswith("for: "):
            roles = [role.strip() for role in line[5:].split(",")]
        elif line.startswith("let "):
            name, value = line[4:].split("=", 1)
            known[name.strip()] = game.expression(value, known)
        elif line.startswith(("if ", "else")) or (line.strip() and not line.startswith("list: ") and not rules):
            head, outcome = line.split(":", 1) if ":" in line else ("else", line)
            condition = head.removeprefix("else").strip().removeprefix("if").strip()
            tests = []
            for part in condition.split(" and ") if condition else []:
                left, operator, right = re.split(r"\s(>=|<=|>|<|=|!=)\s", part)
                tests.append((sympy.expand(game.expression(left, known) - game.expression(right, known)), operator))
            rules.append((tests, [read_mix(game, mix, known) for mix in outcome.split("|")]))
    if not rules or rules[-1][0]:
        raise RefusedError("a list ends with a line without condition")
    return roles, rules


def polynomial(game: Game, expression: Any) -> Poly:
    return Poly(sympy.expand(expression), *game.symbols, domain="QQ")


class Checker:
    """Checks one certificate against one game."""

    def __init__(self, game: Game, certificate: dict[str, Any]) -> None:
        self.game, self.data = game, certificate
        self.epsilon = Rational(certificate["epsilon"])
        self.claim = certificate["claim"]
        roles, self.rules = read_list(game, certificate["list"])
        wanted = {"row": [0], "column": [1], "regret": [0, 1], "payoff": [0], "gap": [0, 1]}[self.claim]
        if roles != [game.roles[k] for k in wanted] or self.epsilon < 0:
            raise RefusedError("the list is for other roles")
        self.own = [game.actions[k] for k in wanted]
        self.guards = [[(polynomial(game, e), HOLDS[op], op) for e, op in tests] for tests, _ in self.rules]
        self.divisors = [[d for _, ds in mixes for d in ds if d.free_symbols] for _, mixes in self.rules]
        self.pairs = [self.inequalities(rule, witness) for rule, witness in certificate["pairs"]]

    def vector(self, chances: dict[str, Any], actions: list[str]) -> list[Any]:
        if set(chances) - set(actions) or sympy.simplify(sum(chances.values()) - 1) != 0:
            raise RefusedError("not a strategy")
        return [chances.get(action, sympy.Integer(0)) for action in actions]

    def inequalities(self, rule: int, witness: int | None) -> tuple[int, list[Any], list[Any]]:
        """The rule, expressions that must not be negative, and denominators that must not be 0."""
        mixes = [self.vector(c, a) for (c, _), a in zip(self.rules[rule][1], self.own, strict=True)]
        needed = [entry for mix in mixes for entry in mix]
        rows, columns = self.game.row, [list(line) for line in zip(*self.game.row, strict=True)]
        if self.claim in ("row", "column"):
            given = self.data["witnesses"][witness]
            chances: dict[str, Any] = {label: self.game.expression(w) for label, w in given["weights"]}
            if given["rest"] is not None:
                chances[given["rest"]] = 1 - sum(chances.values())
            other = self.vector(chances, self.game.actions[1 if self.claim == "row" else 0])
            needed += other
            ours, theirs, way = (rows, columns, 1) if self.claim == "row" else (columns, rows, -1)
            conceded = [way * sum(a * b for a, b in zip(line, other, strict=True)) for line in ours]
            secured = [way * sum(a * b for a, b in zip(line, mixes[0], strict=True)) for line in theirs]
            limit = conceded[range(len(conceded))[given["reply"]]]
            needed += [limit - c for c in conceded] + [s - limit + self.epsilon for s in secured]
        elif self.claim == "payoff":
            played = sum(line[0] * c for line, c in zip(rows, mixes[0], strict=True))
            needed += [played + self.epsilon - line[0] for line in rows]
        else:
            for matrix, own, other in (
                (rows, mixes[0], mixes[1]),
                ([list(line) for line in zip(*self.game.column, strict=True)], mixes[1], mixes[0]),
            ):
                gains = [sum(a * b for a, b in zip(line, other, strict=True)) for line in matrix]
                played = sum(g * c for g, c in zip(gains, own, strict=True))
                needed += [played + self.epsilon - g for g in gains]
        fractions = [sympy.fraction(sympy.cancel(e)) for e in needed]
        tops = [(polynomial(self.game, top), polynomial(self.game, bottom)) for top, bottom in fractions]
        return rule, [t for t in tops if not t[0].is_zero], [b for _, b in tops if b.total_degree() > 0]

    def check(self) -> int:
        """The number of cells checked; `RefusedError` where one is not shown."""
        everything = [p for guard in self.guards for p, _, _ in guard]
        for _, tops, _ in self.pairs:
            everything += [p for pair in tops for p in pair]
        factors = {f.monic() for p in everything for f, _ in p.factor_list()[1]}
        if len(self.game.symbols) > 1 and any(op not in (">=", "<=") for guard in self.guards for _, _, op in guard):
            raise RefusedError("with two parameters only >= and <= are read")
        n = 0
        for point in self.samples(sorted(factors, key=str)):
            n += 1
            self.check_point(point)
        return n

    def check_irrational(self, low: Fraction, high: Fraction) -> None:
        """At the one root in an interval, the rule that fires also fires on one side, or is not undefined there."""
        x = self.game.symbols[0]
        sides = [{x: Rational(str(end))} for end in (low, high)]

        def sign_at_root(p: Poly) -> int:
            return (
                0
                if p.degree() > 0 and p.count_roots(Rational(str(low)), Rational(str(high)))
                else self.sign(p, sides[0])
            )

        def rule_at(signs: Any) -> int:
            return next(k for k, g in enumerate(self.guards) if all(signs(p) in s for p, s, _ in g))

        rule = rule_at(sign_at_root)
        if any(sign_at_root(polynomial(self.game, d)) == 0 for d in self.divisors[rule]):
            self.need_mention(rule)
        elif rule not in [rule_at(lambda p, side=side: self.sign(p, side)) for side in sides]:
            raise RefusedError(f"rule {rule} fires at a point alone, near {float(low)}")

    def need_mention(self, rule: int) -> None:
        """That the certificate says where a rule has no answer."""
        said = [self.game.expression(equation.removesuffix("= 0")) for equation in self.data["undefined"]]
        for divisor in self.divisors[rule]:
            if not any(sympy.cancel(divisor / some).is_number for some in said):
                raise RefusedError(f"the list divides by {divisor}")

    def sign(self, p: Poly, point: dict[Any, Any]) -> int:
        value = p.eval(point) if isinstance(p, Poly) else p
        value = value.as_expr() if isinstance(value, Poly) else value
        return int(sympy.sign(value))

    def check_point(self, point: dict[Any, Any]) -> None:
        rule = next(k for k, g in enumerate(self.guards) if all(self.sign(p, point) in s for p, s, _ in g))
        for number, tops, bottoms in self.pairs:
            is_defined = number == rule and all(self.sign(b, point) for b in bottoms)
            if is_defined and all(self.sign(top, point) * self.sign(bottom, point) >= 0 for top, bottom in tops):
                return
        if any(self.sign(polynomial(self.game, d), point) == 0 for d in self.divisors[rule]):
            self.need_mention(rule)
            return
        raise RefusedError(f"not shown at {point}")

    def roots(self, polynomials: list[Poly], low: Any, high: Any) -> list[tuple[Fraction, Fraction]]:
        """Disjoint intervals with all real roots of the product strictly between two numbers."""
        total = sympy.Integer(1)
        for p in polynomials:
            total = sympy.lcm(total, p.as_expr())
        if not total.free_symbols:
            return []
        whole = Poly(total, *total.free_symbols, domain="QQ").sqf_part()
        intervals = [i for i, _ in whole.intervals(inf=low, sup=high, eps=Rational(1, 10**9))]
        return [(Fraction(str(a)), Fraction(str(b))) for a, b in intervals if not (a == b and a in (low, high))]

    def between(self, roots: list[tuple[Fraction, Fraction]], low: Any, high: Any) -> list[Any]:
        ends = [Fraction(str(low)), *(e for pair in roots for e in pair), Fraction(str(high))]
        pairs = zip(ends[0::2], ends[1::2], strict=True)
        return [Rational(str(a + (b - a) / 2)) for a, b in pairs if b > a]

    def samples(self, factors: list[Poly]) -> Any:
        """One point of every open cell; for one parameter the points between them too."""
        x = self.game.symbols[0]
        low, high = self.game.box[0]
        if len(self.game.symbols) == 1:
            roots = self.roots(factors, low, high)
            yield from ({x: at} for at in (low, high, *self.between(roots, low, high)))
            for a, b in roots:
                if a == b:
                    yield {x: Rational(str(a))}
                else:
                    self.check_irrational(a, b)
            return
        y = self.game.symbols[1]
        bottom, top = self.game.box[1]
        steep = [f for f in factors if f.degree(y) > 0]
        cuts = [f.as_expr() for f in factors if f.degree(y) == 0]
        for f in steep:
            cuts += [f.eval(y, edge).as_expr() for edge in (bottom, top)]
            cuts.append(sympy.resultant(f.as_expr(), sympy.diff(f.as_expr(), y), y))
        cuts += [sympy.resultant(f.as_expr(), g.as_expr(), y) for f, g in combinations(steep, 2)]
        polynomials = [Poly(cut, x, domain="QQ") for cut in cuts if cut.free_symbols]
        roots = self.roots([p for p in polynomials if p.degree() > 0], low, high)
        for at in self.between(roots, low, high):
            lines = [Poly(f.as_expr().subs(x, at), y, domain="QQ") for f in steep]
            for height in self.between(self.roots([p for p in lines if p.degree() > 0], bottom, top), bottom, top):
                yield {x: at, y: height}
        yield from ({x: a, y: b} for a, b in product((low, high), (bottom, top)))


def check_certificate(game: Game, text: str) -> int:
    """The number of cells in which a certificate was checked; `RefusedError` says why it is not accepted."""
    try:
        data = json.loads(text)
        if data["version"] != 1 or not data["pairs"]:
            raise RefusedError("not a proof by exact cells")
        return Checker(game, data).check()
    except RefusedError:
        raise
    except Exception as error:
        raise RefusedError(f"not readable: {error!r}") from None
