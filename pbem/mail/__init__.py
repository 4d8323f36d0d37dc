"""Envelope to text and back. A mail comes in as bytes and is told apart, step by step; a letter goes out as bytes.

In: `inbound` (what a transport hands over, and whom it is for), `budget` and `mime` (taken apart, within limits;
`charsets`, `flowed` and `markup` serve it), `screen` (person, machine, bounce), `address` (which seat, proven),
`quotes` (the writer's own lines). Out: `compose` and `send`. Not for: what a mail asks for, which is `pbem.commands`,
and what is stored, which is `pbem.store`.
"""
