"""What the pages of the web show, as values: games and their turns, dice, rule sets, events, players.

Each page is a struct, which is its JSON twin as it stands; `pbem.web.pages` sets it as HTML. So nothing can stand in
one of them that the other keeps back. Nobody's address is known here, and of a running game no more than an onlooker is
mailed.

Not for: who is looking. What a page shows it shows to everybody; what belongs to a seat alone has no place here.
"""
