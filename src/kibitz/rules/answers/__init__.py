"""Typed answers about decision lists: their fields, exhibits and files."""
