"""The arena: robots, and programs of anybody's, against one another over many games, with the same dice for both."""
