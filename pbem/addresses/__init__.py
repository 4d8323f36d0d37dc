"""Addresses: people's (`postal`), and our own, signed, by which a reply says what it is about (`signed`)."""
