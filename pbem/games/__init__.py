"""A running game: its seats, turns, deadlines and mails. Knows no rules; asks the rule set."""
