"""The post context and the game room: mail in, orders read, turns kept, reports out."""

__version__ = "0.1.0"
