"""Jeopardy!: the show, its contestants, a simulator that agrees with recorded games, and the wagers.

After Tesauro, Gondek, Lenchner, Fan and Prager (2013), with models fitted to recorded games by era.
"""
