"""Campaigns whose battles are games of other rule sets: what such a game is, who commands in it, what it has cost.

A game knows nothing of its campaign; a campaign opens games and reads their ends. `linked` and `playing` are values and
functions alone; `conduct` listens, `opening` and `results` do what it finds due, `record` verifies all of it.
"""
