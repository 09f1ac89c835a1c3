"""The form at the side of a question: fields one below the other, or a form of the game's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import request_fields as fields_of
from kibitz.web.forms import Control

PODIUM_FORMS = {
    "jeopardy.final": ("confidence", "opponents", "era", "ties", "wager"),
    "jeopardy.daily-double": ("left", "confidence", "opponents", "era", "wager"),
    "jeopardy.buzz": ("value", "left", "confidence", "opponents", "era", "choice"),
}
"""Questions whose scores stand on podiums (``templates/forms/podiums.html``), and the fields that stand beside them."""
NAMES_PLAYERS_BY_PLACE = {"jeopardy.final"}
"""Those of them whose reasons speak of A, B and C, by place; in others the players have numbers."""
DUEL_FORMS = {"parlour.final": ("p", "observed")}
"""Questions of two players whose scores are counted up and down (``templates/forms/duel.html``)."""
BOARD_FORMS = {"jeopardy.win", "jeopardy.select", "jeopardy.board"}
"""Questions whose state is a board to click (``templates/forms/state.html``)."""
BOARD_SETUP_FIELDS = ("categories", "records", "state")
"""Fields that say what is on that board."""
SLIDER_FIELDS = {"jeopardy.board": ("confidence", "wager"), "jeopardy.daily-double": ("confidence", "wager")}
"""Fields that stand in the answer where a state is asked about, inside the counsel that rests on them."""
RACK_FORMS = {"sevens.bid": ("rack", "tile", "left", "players", "score", "taken", "bid")}
"""Questions whose letters stand on a shelf (``templates/forms/rack.html``), and the fields that stand beside it."""


@dataclass(frozen=True, slots=True)
class TournamentForm:
    """How players are entered: the field with their names, how they meet (in words, and the box that says so), fields
    in one row, the field of the seed, and the page that tells who they are."""

    names: str
    ways: tuple[tuple[str, str], ...]
    row: tuple[str, ...]
    seed: str
    who: str

    @property
    def fields(self) -> tuple[str, ...]:
        """All of its fields."""
        return (self.names, *(box for _, box in self.ways if box), *self.row, self.seed)


TOURNAMENT_FORMS = {
    "sevens.tournament": TournamentForm(
        "players",
        (("In pairs", "pairs"), ("All at once", ""), ("Self-play", "self-play")),
        ("rounds", "hidden", "deals"),
        "seed",
        "/sevens/players",
    )
}
"""Questions that players are entered for (``templates/forms/tournament.html``); the form stays beside running work."""
MAX_VISIBLE_FIELDS, MIN_TALL_FORM_FIELDS = 5, 6
"""Fields that are shown without asking for more, and how many make a form tall."""


@dataclass(frozen=True, slots=True)
class SquarePicker:
    """Squares to press instead of typing a list of numbers into a field: rows of them by round, and which is now."""

    field: str
    columns: int
    rounds: Mapping[int, Sequence[int]]
    now: int


@dataclass(frozen=True, slots=True)
class FormLayout:
    """Which template draws a form (none: field by field), and which fields stand first, beside it, behind "more"."""

    template: str = ""
    first: tuple[Control, ...] = ()
    beside: tuple[str, ...] = ()
    more: tuple[Control, ...] = ()
    script: str = ""
    square_picker: SquarePicker | None = None
    title: str = "The position"
    tournament: TournamentForm | None = None
    known: Mapping[str, str] = field(default_factory=dict)
    """The names that a tournament's field knows, and what each is in a line."""
    way: str = ""
    """The box that says how they meet."""
    letters: tuple[str, ...] = ("1", "2", "3")
    """What stands on the podiums, as the reasons name those who stand there: players by number, or places."""
    places: tuple[str, ...] = ("", "", "")
    """The places in words, where the letters are places."""

    @property
    def is_tall(self) -> bool:
        """Whether it has more fields than stand on a screen at a time."""
        return len(self.first) > MIN_TALL_FORM_FIELDS

    @property
    def has_click_board(self) -> bool:
        """Whether a board is pressed instead of typing a state."""
        return self.script == "state"


def layout_for(path: str, values: Mapping[str, object], fields: Sequence[Control]) -> FormLayout:
    """The form of a question with these values."""
    if path in TOURNAMENT_FORMS:
        entered = TOURNAMENT_FORMS[path]
        boxes = [box for _, box in entered.ways if box]
        return FormLayout(
            "forms/tournament.html",
            more=_without(fields, entered.fields),
            script="tournament",
            title="The tournament",
            tournament=entered,
            known=cast(Mapping[str, str], fields_of(request_type(path))[entered.names].extra.get("known", {})),
            way=next((each.name for each in fields if each.name in boxes and each.value), ""),
        )
    if path in RACK_FORMS:
        return FormLayout("forms/rack.html", more=_without(fields, RACK_FORMS[path]), script="rack")
    if path in DUEL_FORMS:
        return FormLayout(
            "forms/duel.html", (), DUEL_FORMS[path], _without(fields, ("scores", "me", *DUEL_FORMS[path]))
        )
    if path in BOARD_FORMS or (path in PODIUM_FORMS and values.get("state")):  # a state says the scores by itself
        elsewhere = ("scores", *BOARD_SETUP_FIELDS, *SLIDER_FIELDS.get(path, ()))
        return FormLayout("forms/state.html", more=_without(fields, elsewhere), script="state")
    if path in PODIUM_FORMS:
        more = _without(fields, ("scores", "me", *PODIUM_FORMS[path]))
        if path in NAMES_PLAYERS_BY_PLACE:
            seats = standing_order(values.get("scores"), values.get("me"))
            letters = tuple("LMR"[seat] if place is None else "ABC"[place] for seat, place in enumerate(seats))
            words = tuple("" if place is None else ("first", "second", "third")[place] for place in seats)
            return FormLayout(
                "forms/podiums.html", (), PODIUM_FORMS[path], more, "podiums", letters=letters, places=words
            )
        tray = square_picker_for(path, values)
        return FormLayout("forms/podiums.html", (), PODIUM_FORMS[path], more, "clues" if tray else "", tray)
    fields = sorted(fields, key=lambda each: not each.required)  # what must be given stands on top
    first = tuple(each for number, each in enumerate(fields) if each.required or number < MAX_VISIBLE_FIELDS)
    return FormLayout(first=first, more=_without(fields, [each.name for each in first]))


def standing_order(scores: object, me: object) -> tuple[int | None, ...]:
    """The place of each of three seats, 0 for the first; of equals the one who asks stands first. None where scores are
    not known. ``static/podiums.js`` does the same as they are typed."""
    if not isinstance(scores, list | tuple) or not all(isinstance(each, int) for each in scores):
        return (None,) * 3
    held = [*scores, 0, 0, 0][:3]
    order = sorted(range(3), key=lambda seat: (-held[seat], seat + 1 != me, seat))
    return tuple(order.index(seat) for seat in range(3))


def square_picker_for(path: str, values: Mapping[str, object]) -> SquarePicker | None:
    """The squares that a field of the question offers to press, if one does."""
    for each in fields_of(request_type(path)).values():
        if "squares" in each.extra:
            columns, rounds = cast(tuple[int, Mapping[int, Sequence[int]]], each.extra["squares"])
            now = values.get("round")
            return SquarePicker(
                each.option, columns, rounds, now if isinstance(now, int) and now in rounds else max(rounds)
            )
    return None


def _without(fields: Sequence[Control], names: Sequence[str]) -> tuple[Control, ...]:
    return tuple(each for each in fields if each.name not in names)
