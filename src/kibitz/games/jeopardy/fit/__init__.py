"""Fits and learns from recorded games; code that answers questions does not import it."""
