"""Neurogammon 1.0 rebuilt: six networks trained by comparison, and a doubling network (Tesauro 1990)."""
