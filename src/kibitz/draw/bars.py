"""A bar in a row of a table, as SVG: a share of the width, or a gain and a loss from a common zero line."""

from __future__ import annotations

from kibitz.draw.style import hatch_pattern

WIDE, TALL = 240, 16


def share_bar_svg(share: float, best: bool = False) -> str:
    """A chance as a bar on a background."""
    wide = max(min(share, 1.0), 0.0) * WIDE
    kind = "gain" if best else "share"
    return _svg(
        f'<rect class="ground" y="4" width="{WIDE}" height="8" rx="3"/>'
        f'<rect class="{kind}" y="4" width="{wide:.1f}" height="8" rx="3"/>'
    )


def difference_bar_svg(amount: float, largest_loss: float, largest_gain: float) -> str:
    """A gain to the right of the zero line or a loss to its left, hatched, on the scale of all rows."""
    span = max(largest_loss + largest_gain, 1e-12)
    zero = largest_loss / span * (WIDE - 4) + 2
    wide = abs(amount) / span * (WIDE - 4)
    start = zero if amount >= 0 else zero - wide
    kind = "gain" if amount >= 0 else "loss"
    return _svg(
        f'<rect class="{kind}" x="{start:.1f}" y="2" width="{wide:.1f}" height="12" rx="2"/>'
        f'<path class="axis" d="M{zero:.1f} 0v{TALL}"/>'
    )


def _svg(parts: str) -> str:
    box = f'viewBox="0 0 {WIDE} {TALL}" preserveAspectRatio="none" aria-hidden="true"'
    return f'<svg class="bar-of" {box}>{hatch_pattern("loss")}{parts}</svg>'
