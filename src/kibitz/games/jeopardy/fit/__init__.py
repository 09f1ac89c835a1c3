"""Fitting and learning from recorded games; nothing that answers a question imports it."""
