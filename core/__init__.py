"""The rules: pure functions from a position, orders and dice to a new position and events.

Nothing in here reads a file, asks the time, throws a die of its own or writes a sentence.
"""
