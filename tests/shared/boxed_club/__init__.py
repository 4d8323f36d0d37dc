"""A club in a box: a population made from a seed, its mail, and a server that is played against (`bench/club.py`).

`templates` plays a few real games, an event and a campaign; `filling` copies their rows to as many as are wanted;
`mails` says who writes when and how; `playing` lets simulated days go by on a whole server; `counting` tells what was
asked and answered, and what was lost or done twice.
"""
