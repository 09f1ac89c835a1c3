"""Recorded games: saved pages of the J! Archive and your own tables, parsed into one value."""
