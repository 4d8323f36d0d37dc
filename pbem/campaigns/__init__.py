"""Campaigns whose battles are games of other rule sets: what such a game is, who commands in it, what it has cost.

Values and functions of them alone. A game knows nothing of its campaign; a campaign opens games and reads their ends.
"""
