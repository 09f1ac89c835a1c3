"""Answers about the word auction: data, exhibits and files."""
