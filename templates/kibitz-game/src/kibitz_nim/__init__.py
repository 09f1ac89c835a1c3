"""Nim as a plugin of kibitz."""
