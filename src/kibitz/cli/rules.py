"""``kibitz rules``: decision lists that fit on a card: learn them, check what they cost, apply and print them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.answers import Answer, Question, answers, finite, seed_option
from kibitz.core.errors import InputError
from kibitz.files import read_text, write_text

if TYPE_CHECKING:
    from kibitz.rules.cards.card import Card
    from kibitz.rules.cost import Check
    from kibitz.rules.games.game import ParametrizedGame
    from kibitz.rules.language.decision_list import DecisionList
    from kibitz.rules.proof.proof import Proof


@click.group()
def rules() -> None:
    """Decision lists that fit on a card: learn, check, apply and print them.

    GAME is final-X-Y (two-player Final with scores X and Y, such as final-5-3), two-by-two, two-by-two-zero-sum, kuhn
    or weakest-link.
    """


def _show(name: str) -> Callable[[Answer, Any], None]:
    """The function of that name that shows an answer to people, imported when one is shown."""

    def show(answer: Answer, console: Any) -> None:
        from kibitz.cli import rules_tables

        getattr(rules_tables, name)(answer, console)

    return show


def _game(name: str) -> ParametrizedGame:
    from kibitz.games.parlour.catalogue import find_game

    return find_game(name)


list_option = click.option(
    "--list", "files", multiple=True, metavar="FILE", help="A list to use, as text (- for stdin)."
)
prove_option = click.option(
    "--prove/--no-prove", default=None, help="Seek a proof of the cost; by default where that takes seconds."
)
cells_option = click.option(
    "--cells",
    type=click.IntRange(1, 100_000),
    default=20,
    show_default=True,
    help="Largest number of cells of a proof.",
)
grid_option = click.option("--grid", type=click.IntRange(1, 2_000_000), help="Values of each parameter on the grid.")
sample_option = click.option(
    "--sample", type=click.IntRange(2, 10_000_000), help="Measure on so many random points instead of a grid."
)


def _read_lists(files: tuple[str, ...], game: ParametrizedGame) -> tuple[DecisionList, ...]:
    from kibitz.rules.language.notation import parse_list

    lists = []
    for path in files:
        try:
            lists.append(parse_list(read_text(path)))
        except InputError as error:
            raise InputError(f"{path}: {error}" if not str(error).startswith(path) else str(error)) from None
        for role in lists[-1].roles:
            if role not in game.roles:
                raise InputError(f"{path}: the list is for {role!r}, but the game has {', '.join(game.roles)}")
    return tuple(lists)


def _editions(game: ParametrizedGame, files: tuple[str, ...]) -> dict[str, tuple[DecisionList, ...]]:
    """The lists of the files, or those known for the game, by edition."""
    found = {"given": _read_lists(files, game)} if files else dict(game.lists())
    if not found:
        raise InputError(f"{game.name}: no list is known; give one with --list or learn one with kibitz rules learn")
    return found


def _checked(
    game: ParametrizedGame,
    lists: tuple[DecisionList, ...],
    proofs: tuple[Proof, ...],
    grid: int | None,
    sample: int | None,
    seed: int,
) -> Check:
    """The losses measured, with the bounds that the proofs give, each verified again."""
    from kibitz.rules.cost import check_on_grid, check_on_sample
    from kibitz.rules.proof.proved import proved_bounds

    check = check_on_sample(game, lists, seed, sample) if sample else check_on_grid(game, lists, grid)
    return check.certified(proved_bounds(proofs, game))


def _proofs(
    game: ParametrizedGame, lists: tuple[DecisionList, ...], prove: bool | None, cells: int
) -> tuple[Proof, ...]:
    from kibitz.cli.progress import progress_bar
    from kibitz.rules.proof.proved import find_proofs, is_quickly_proved

    if prove is False or (prove is None and not is_quickly_proved(game)):
        return ()
    with progress_bar("proving") as progress:
        return find_proofs(game, lists, cells, progress)


def _list_answer(decisions: DecisionList) -> Answer:
    from kibitz.rules.language.notation import format_list

    return {
        "title": decisions.title,
        "roles": list(decisions.roles),
        "depth": decisions.depth,
        "width": decisions.width,
        "text": format_list(decisions),
    }


@rules.command("check")
@click.argument("game")
@list_option
@click.option(
    "--proof", "proof_file", metavar="FILE", help="Proofs to verify, as written by kibitz rules learn --proof."
)
@grid_option
@sample_option
@prove_option
@cells_option
@seed_option
@answers(_show("show_check"))
def check(
    game: str,
    files: tuple[str, ...],
    proof_file: str | None,
    grid: int | None,
    sample: int | None,
    prove: bool | None,
    cells: int,
    seed: int,
) -> Answer:
    """What lists cost in GAME: worst and mean loss on a grid or a sample, and a bound proved for all parameters.

    Without --list the lists known for the game are checked, as printed and corrected.
    """
    from kibitz.rules.proof.proved import parse_proofs

    family = _game(game)
    if grid and sample:
        raise InputError("--grid, --sample: one of them is accepted, not both")
    given = parse_proofs(read_text(proof_file)) if proof_file else ()
    if given and not files:
        editions = {"proved": tuple(proof.decision_list for proof in given)}
    else:
        editions = _editions(family, files)
    checks = []
    for edition, lists in editions.items():
        proofs = given or _proofs(family, lists, prove, cells)
        result = _checked(family, lists, proofs, grid, sample, seed)
        checks.append(
            {
                "edition": edition,
                "lists": [_list_answer(decisions) for decisions in lists],
                **{key: value for key, value in result.to_json().items() if key not in ("game", "objective")},
            }
        )
    return {
        "game": family.name,
        "title": family.title,
        "objective": family.objective.value,
        "domain": str(family.domain),
        "checks": checks,
    }


@rules.command("card")
@click.argument("game")
@list_option
@click.option("--edition", default="corrected", show_default=True, help="Which known list: printed or corrected.")
@click.option(
    "--format", "kind", type=click.Choice(["text", "markdown", "svg"]), default="text", show_default=True,
    help="What to make: plain text of 72 columns, Markdown, or an index card to print.",
)  # fmt: skip
@click.option("--out", metavar="FILE", help="Write the card to this file instead of the screen.")
@grid_option
@sample_option
@prove_option
@cells_option
@seed_option
@answers(_show("show_card"))
def card(
    game: str,
    files: tuple[str, ...],
    edition: str,
    kind: str,
    out: str | None,
    grid: int | None,
    sample: int | None,
    prove: bool | None,
    cells: int,
    seed: int,
) -> Answer:
    """The cheat sheet of GAME: its rules, how deep and wide they are, what they cost, and how that is known."""
    from kibitz.rules.cards.card import game_card

    family = _game(game)
    editions = _editions(family, files)
    chosen = "given" if files else edition
    if chosen not in editions:
        raise InputError(f"--edition: one of {', '.join(editions)} is accepted, not {edition[:40]!r}")
    lists = editions[chosen]
    result = _checked(family, lists, _proofs(family, lists, prove, cells), grid, sample, seed)
    made = game_card(family, lists, result, chosen)
    text = _rendered(made, kind)
    if out:
        write_text(out, text)
    return {
        "game": family.name,
        "edition": chosen,
        "format": kind,
        "file": out,
        "card": text,
        "lists": [_list_answer(decisions) for decisions in lists],
        "losses": [loss.to_json() for loss in result.losses],
        "provenance": made.provenance,
    }


def _rendered(card: Card, kind: str) -> str:
    from kibitz.rules.cards.card import card_markdown, card_text
    from kibitz.rules.cards.svg import card_svg

    return {"text": card_text, "markdown": card_markdown, "svg": card_svg}[kind](card)


@rules.command("apply", cls=Question)
@click.argument("game")
@click.option(
    "--at", "values", multiple=True, metavar="NAME=NUMBER", required=True, help="A parameter, such as p1=0.7."
)
@list_option
@click.option("--edition", default="corrected", show_default=True, help="Which known list: printed or corrected.")
@answers(_show("show_apply"))
def apply(game: str, values: tuple[str, ...], files: tuple[str, ...], edition: str) -> Answer:
    """What the lists of GAME play at one point, which rule fires, why, and what it loses there."""
    from kibitz.rules.games.game import strategies_at

    family = _game(game)
    point = _point(values)
    editions = _editions(family, files)
    chosen = "given" if files else edition
    if chosen not in editions:
        raise InputError(f"--edition: one of {', '.join(editions)} is accepted, not {edition[:40]!r}")
    lists = editions[chosen]
    known = {*family.domain.names, *(name for decisions in lists for name in decisions.parameters)}
    if unknown := point.keys() - known:
        raise InputError(f"--at: {min(unknown)!r} is not one of {', '.join(sorted(known))}")
    family.domain.check({name: value for name, value in point.items() if name in family.domain.names})
    played = []
    for decisions in lists:
        reasons = decisions.explain(point)
        mixes = zip(decisions.roles, decisions.apply(point), strict=True)
        played.append(
            {
                "roles": list(decisions.roles),
                "strategies": {role: {label: float(chance) for label, chance in mix.items()} for role, mix in mixes},
                "fired": decisions.fired(point) + 1,
                "rule": reasons.rule,
                "headline": reasons.headline,
                "reasons": list(reasons.reasons),
            }
        )
    losses = None
    if set(point) == set(family.domain.names):
        losses = {role: float(loss) for role, loss in family.losses(strategies_at(lists, point), point).items()}
    exact = {name: float(value) for name, value in point.items()}
    return {"game": family.name, "edition": chosen, "point": exact, "lists": played, "losses": losses}


def _point(values: tuple[str, ...]) -> dict[str, Any]:
    from fractions import Fraction

    from kibitz.rules.language.expression import evaluate, parse_expression

    point = {}
    for text in values:
        name, equals, number = text.partition("=")
        value = None
        if equals:
            try:
                value = evaluate(parse_expression(number), {})
            except InputError:
                value = None
        if not isinstance(value, Fraction):
            raise InputError(f"--at: NAME=NUMBER, such as p1=0.7 or p1=2/3, is accepted, not {text[:60]!r}")
        point[name.strip()] = value
    return point


@rules.command("learn")
@click.argument("game")
@click.option("--depth", type=click.IntRange(1, 8), help="Most strategies of a list, counting the last line.")
@click.option("--width", type=click.IntRange(1, 3), default=1, show_default=True, help="Most conditions of a rule.")
@click.option("--epsilon", type=click.FloatRange(0), default=0.0, show_default=True, callback=finite,
              help="Loss that is accepted, in payoff units.")  # fmt: skip
@click.option("--leaves", type=click.IntRange(1, 4_096), help="Learn constant strategies on so many boxes instead.")
@click.option("--role", "roles", multiple=True, help="Only for this role; may be repeated.")
@click.option(
    "--samples", type=click.IntRange(20, 5_000), default=300, show_default=True, help="Games solved to learn from."
)
@click.option(
    "--cells",
    type=click.IntRange(1, 100_000),
    default=400,
    show_default=True,
    help="Largest number of cells of a proof.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=300.0,
    show_default=True,
    callback=finite,
    help="Longest time for a role; then the best list found so far is given.",
)
@click.option("--out", metavar="FILE", help="Write the lists to this file (with several roles: FILE, FILE.2, ...).")
@click.option(
    "--proof", "proof_file", metavar="FILE", help="Write the proofs to this file, for kibitz rules check --proof."
)
@seed_option
@answers(_show("show_learned"))
def learn(game: str, out: str | None, proof_file: str | None, **options: Any) -> Answer:
    """Learn the shortest lists for GAME and prove what they cost: (depth, width, epsilon) with a proof to check."""
    from kibitz.cli.learning import constant_lists, learned_lists
    from kibitz.rules.proof.proved import format_proofs

    family = _game(game)
    answer, lists, proofs = (constant_lists if options["leaves"] else learned_lists)(family, **options)
    if out:
        from kibitz.rules.language.notation import format_list

        for number, decisions in enumerate(lists, 1):
            write_text(out if number == 1 else f"{out}.{number}", format_list(decisions))
    if proof_file:
        if not proofs:
            raise InputError("--proof: no proof was found, so there is nothing to write")
        write_text(proof_file, format_proofs(proofs))
    return answer | {"file": out, "proof_file": proof_file}
