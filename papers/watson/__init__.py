"""Tesauro, Gondek, Lenchner, Fan, Prager (2013): Analysis of Watson's strategies for playing Jeopardy!"""
