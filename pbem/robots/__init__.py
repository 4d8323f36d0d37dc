"""Seats played by programs of this server, and what they know of positions: `playing` writes a robot's orders."""
