"""Neurogammon 1.0 rebuilt: six networks taught by comparison, and a doubling network (Tesauro 1990)."""
