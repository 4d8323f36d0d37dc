"""Tournaments: how players are paired, what their games count, and how it stands. Values and functions of them alone.

`contract` has the values, `formats` the formats, one module each. What touches the store, the clock or mail stands in
modules of its own; they ask these, and are never asked. A game knows nothing of its event.
"""
