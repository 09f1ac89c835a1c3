"""Games as they were taped: saved pages of the J! Archive and tables of one's own, read into one value."""
