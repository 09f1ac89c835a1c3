"""Which square to pick: where Daily Doubles hide, who keeps control, and what a pick is worth (section 3.3)."""
