"""Which square to pick: where Daily Doubles are hidden, who keeps control, and what a pick is worth (section 3.3)."""
