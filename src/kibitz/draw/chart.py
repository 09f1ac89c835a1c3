"""The base of all charts: an exhibit that draws itself as SVG. A new chart is one module of this package."""

from __future__ import annotations

from typing import ClassVar

from kibitz.core.exhibits import Exhibit, Room, Table


class Chart(Exhibit, frozen=True, kw_only=True):
    """A chart. Pages, files and notebooks show the same picture; ``listing`` has its numbers as text."""

    fits_column: ClassVar[bool] = False
    """Whether it fits a narrow column, so that one picture serves all widths."""

    listing: Table | None = None

    def svg(self, narrow: bool = False) -> str:
        """The picture in the colours of the page; ``narrow`` is for phones."""
        raise NotImplementedError

    def table(self) -> Table | None:
        return self.listing

    @property
    def caption(self) -> str:
        """The text below the picture."""
        return self.note

    @property
    def room(self) -> Room:
        return "half" if self.fits_column else "full"
