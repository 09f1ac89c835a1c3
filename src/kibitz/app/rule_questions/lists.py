"""Questions about decision lists: their loss, a card, the strategy at one point, a proof and a map.

They apply to every game of `kibitz.app.rule_questions.game_families`. Lists and proofs come in as documents.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.app.rule_questions.fields import (
    DEFAULT_CELLS,
    At,
    Cells,
    Edition,
    Fixed,
    GameRequest,
    Grid,
    Lists,
    Proving,
    Sample,
    Seed,
    choose_edition,
    edition_for_link,
    editions,
    parse_point,
    refuse_edition_of_files,
)
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Cost
from kibitz.core.step_limit import step_limit
from kibitz.core.work import WorkContext
from kibitz.rules.answers.lists import to_list_text, to_loss_summary

if TYPE_CHECKING:
    from kibitz.rules.games.game import ParametrizedGame
    from kibitz.rules.language.decision_list import DecisionList
    from kibitz.rules.losses import LossCheck as Measured
    from kibitz.rules.proof.proof import Proof
from kibitz.rules.answers.checks import AppliedList, ApplyAnswer, CardAnswer, CheckAnswer, EditionCheck
from kibitz.rules.answers.maps import MapAnswer, ProveAnswer, answer_prove, list_map

MEASURE_STEPS, APPLY_STEPS = 5_000_000, 3_000_000
"""Step limits for lists that are evaluated in fractions, point by point, as in Kuhn poker. Float columns need none."""


class _LossRequest(GameRequest, frozen=True, kw_only=True):
    """Base of `CheckRequest` and `CardRequest`: the game, the lists, and how to measure and prove the loss."""

    lists: Lists = ()
    grid: Grid | None = None
    sample: Sample | None = None
    prove: Proving | None = None
    cells: Cells = DEFAULT_CELLS
    seed: Seed = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.grid and self.sample:
            raise InputError("grid, sample: give one of them, not both")
        if self.grid and self.seed != 1:
            raise InputError("seed: applies to random points, not to a grid")
        if self.prove is False and self.cells != DEFAULT_CELLS:
            raise InputError("cells: applies only if kibitz searches for a proof, so not with --no-prove")

    def cost(self) -> Cost:
        return Cost.JOB if self.cells > 1_000 or (self.sample or 0) > 1_000_000 else Cost.SECONDS

    def find_proofs(
        self, game: ParametrizedGame, lists: tuple[DecisionList, ...], work: WorkContext
    ) -> tuple[tuple[Proof, ...], str | None]:
        """Proofs of bounds on the loss of the lists, and the reason if a search for proofs failed.

        A failed search is an error only if the request demands a proof; otherwise the loss is still measured.
        """
        from kibitz.rules.proof.bounds import find_proofs, is_quick_to_prove

        if self.prove is False or (self.prove is None and not is_quick_to_prove(game)):
            return (), None
        try:
            return find_proofs(game, lists, self.cells, work.progress_with_note("proving")), None
        except InputError as error:
            if self.prove:
                raise
            return (), str(error)

    def measure_losses(
        self, game: ParametrizedGame, lists: tuple[DecisionList, ...], proofs: tuple[Proof, ...], work: WorkContext
    ) -> Measured:
        """The measured losses with the proved bounds; every proof is verified again."""
        from kibitz.rules.games.game import MeasuredFamily
        from kibitz.rules.losses import check_on_grid, check_on_sample
        from kibitz.rules.proof.bounds import check_with_proofs

        sample = self.sample
        if sample is None and self.grid is None and isinstance(game, MeasuredFamily):
            sample = game.usual_sample
        if sample is None and self.seed != 1:
            raise InputError("seed: applies to random points; also give a sample")
        note = work.progress_with_note("measuring")
        with step_limit("lists", MEASURE_STEPS):
            check = (
                check_on_sample(game, lists, self.seed, sample, note)
                if sample
                else check_on_grid(game, lists, self.grid, note)
            )
        return check_with_proofs(
            check, game, lists, proofs, self.prove is not False, work.progress_with_note("proving")
        )


class CheckRequest(_LossRequest, frozen=True, kw_only=True):
    """Loss of decision lists in GAME: worst and mean on a grid or a sample, and a bound proved for all parameters.

    Without --list kibitz checks the known lists of the game, published and corrected.
    """

    page_help: ClassVar[str] = (
        "Loss of decision lists in a game: worst and mean on a grid or a sample, and a bound proved for all parameters."
    )
    proof: (
        Annotated[
            Document,
            Meta(
                description="Proofs to verify, as written by kibitz theory learn --proof.",
                extra={"page_help": "A file of proofs to verify, as saved from learning or proving."},
            ),
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.proof is not None and (self.prove is not None or self.cells != DEFAULT_CELLS):
            raise InputError("proof: cannot be combined with prove or cells, which are for the search for a proof")

    def answer(self, work: WorkContext) -> CheckAnswer:
        from kibitz.rules.proof.bounds import parse_proofs

        game = self.family()
        given = () if self.proof is None else parse_proofs(self.proof.read_text())
        if given and not self.lists:
            known = {"proved": tuple(proof.decision_list for proof in given)}
        else:
            known = editions(game, self.lists)
        checks = []
        for edition, lists in known.items():
            proofs, unproved = (given, None) if given else self.find_proofs(game, lists, work)
            result = self.measure_losses(game, lists, proofs, work)
            checks.append(
                EditionCheck(
                    edition,
                    tuple(map(to_list_text, lists)),
                    result.how.value,
                    result.n,
                    result.seed,
                    result.complete,
                    tuple(map(to_loss_summary, result.losses)),
                    unproved,
                    result.proved_for or None,
                )
            )
        return CheckAnswer(
            game=game.name,
            title=game.title,
            objective=game.objective.value,
            domain=str(game.domain),
            checks=tuple(checks),
        )


class CardRequest(_LossRequest, frozen=True, kw_only=True):
    """Card of GAME to print: its rules, their depth and width, their loss, and how the loss was found."""

    page_help: ClassVar[str] = (
        "Card of a game to print: its rules, their depth and width, their loss, and how the loss was found."
    )
    edition: Edition | None = None
    format: Annotated[
        Literal["text", "markdown", "svg"],
        Meta(description="Format: plain text of 72 columns, Markdown, or an index card to print (SVG)."),
    ] = "text"

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_edition_of_files(self.lists, self.edition)

    def with_defaults(self) -> Self:
        return replace(self, edition=edition_for_link(self.family(), self.lists, self.edition))

    def answer(self, work: WorkContext) -> CardAnswer:
        from kibitz.rules.cards.card import card_markdown, card_text, game_card
        from kibitz.rules.cards.svg import card_svg
        from kibitz.rules.games.game import MeasuredFamily

        game = self.family()
        edition, lists = choose_edition(game, self.lists, self.edition)
        if isinstance(game, MeasuredFamily) and not self.lists and self.sample is None and self.grid is None:
            if self.seed != 1 or self.prove is not None or self.cells != DEFAULT_CELLS:
                raise InputError(
                    f"seed, prove, cells: the card of {game.name} has stored measurements; also give a sample"
                )
            result, card = game.card_check(), game.card()
        else:
            result = self.measure_losses(game, lists, self.find_proofs(game, lists, work)[0], work)
            card = game_card(game, lists, result, edition)
        return CardAnswer(
            game=game.name,
            edition=edition,
            format=self.format,
            card={"text": card_text, "markdown": card_markdown, "svg": card_svg}[self.format](card),
            lists=tuple(map(to_list_text, lists)),
            losses=tuple(map(to_loss_summary, result.losses)),
            provenance=card.provenance,
        )


class ApplyRequest(GameRequest, frozen=True, kw_only=True):
    """Strategy of the lists of GAME at one point: what they play, which rule fires and why, and the loss."""

    page_help: ClassVar[str] = (
        "Strategy of the lists of a game at one point: what they play, which rule fires and why, and the loss."
    )
    at: Annotated[At, Meta(min_length=1)]
    lists: Lists = ()
    edition: Edition | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_edition_of_files(self.lists, self.edition)

    def with_defaults(self) -> Self:
        return replace(self, edition=edition_for_link(self.family(), self.lists, self.edition))

    def answer(self, work: WorkContext) -> ApplyAnswer:
        game = self.family()
        point = parse_point(self.at)
        edition, lists = choose_edition(game, self.lists, self.edition)
        known = {*game.domain.names, *(name for decisions in lists for name in decisions.parameters)}
        if unknown := point.keys() - known:
            raise InputError(f"at: {min(unknown)!r} is not one of {', '.join(sorted(known))}")
        game.domain.check({name: value for name, value in point.items() if name in game.domain.names})
        with step_limit("lists", APPLY_STEPS):
            return self._apply_list(game, edition, lists, point)

    def _apply_list(
        self, game: ParametrizedGame, edition: str, lists: tuple[DecisionList, ...], point: dict[str, Fraction]
    ) -> ApplyAnswer:
        from kibitz.rules.games.game import MeasuredFamily, strategies_at

        played = []
        for decisions in lists:
            explanation = decisions.explain(point)
            mixes = dict(zip(decisions.roles, decisions.apply(point), strict=True))
            sentences = (
                [game.in_words(role, label, point) for role, mix in mixes.items() for label in mix]
                if isinstance(game, MeasuredFamily)
                else []
            )
            strategies = {role: {label: float(chance) for label, chance in mix.items()} for role, mix in mixes.items()}
            played.append(
                AppliedList(
                    decisions.roles,
                    strategies,
                    decisions.fired_rule(point) + 1,
                    explanation.rule,
                    explanation.headline,
                    (*explanation.reasons, *sentences),
                )
            )
        losses, unmeasured = None, None
        if set(point) == set(game.domain.names):
            try:
                losses = {role: float(loss) for role, loss in game.losses(strategies_at(lists, point), point).items()}
            except InputError as error:  # the game is too large for the loss, but not for the strategy
                unmeasured = str(error)
        return ApplyAnswer(
            game=game.name,
            edition=edition,
            point={name: float(value) for name, value in point.items()},
            lists=tuple(played),
            losses=losses,
            unmeasured=unmeasured,
        )


class ProveRequest(GameRequest, frozen=True, kw_only=True):
    """Prove a bound on the loss of the lists of GAME for all parameters, and write the proofs for others to check."""

    page_help: ClassVar[str] = "Prove a bound on the loss of the lists of a game for all parameters."
    lists: Lists = ()
    edition: Edition | None = None
    cells: Cells = 400

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_edition_of_files(self.lists, self.edition)

    def cost(self) -> Cost:
        return Cost.SECONDS

    def with_defaults(self) -> Self:
        return replace(self, edition=edition_for_link(self.family(), self.lists, self.edition))

    def answer(self, work: WorkContext) -> ProveAnswer:
        game = self.family()
        edition, lists = choose_edition(game, self.lists, self.edition)
        return answer_prove(game, edition, lists, self.cells, work)


class MapRequest(GameRequest, frozen=True, kw_only=True):
    """Map of the lists of GAME: where each line fires over two parameters, in letters, or as SVG with --out."""

    page_help: ClassVar[str] = "Map of the lists of a game: where each line fires over two parameters."
    fixed: Fixed = ()
    lists: Lists = ()
    edition: Edition | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_edition_of_files(self.lists, self.edition)

    def cost(self) -> Cost:
        return Cost.SECONDS

    def with_defaults(self) -> Self:
        return replace(self, edition=edition_for_link(self.family(), self.lists, self.edition))

    def answer(self, work: WorkContext) -> MapAnswer:
        from kibitz.rules.cards.region_map import region_map

        game = self.family()
        edition, lists = choose_edition(game, self.lists, self.edition)
        maps = [(each, region_map(game, each, parse_point(self.fixed))) for each in lists]
        drawn = tuple(list_map(to_list_text(each), regions) for each, regions in maps)
        return MapAnswer(game=game.name, edition=edition, maps=drawn)
