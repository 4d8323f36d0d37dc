"""Ratings: how strong players, robots and sides are, learned from the ends of rated games.

A game knows nothing of them: what they need stands in the last entry of its record (`pbem.games.finish`), and the
schedule finds the games whose end was not weighed yet. `scale` tells what the numbers mean, `reckoning` learns them, of
values alone, `keeping` keeps them in the tables and reckons them anew, `standing` and `reliability` tell of players.
"""
