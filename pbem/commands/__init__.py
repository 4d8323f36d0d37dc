"""What a mail asks for: the command words, and what each of them answers. Orders are the rule sets' own affair."""
