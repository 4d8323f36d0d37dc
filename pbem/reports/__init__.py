"""What the server writes: letters built once as values, then written as text and as HTML.

`letter` is the value; `turn` builds a seat's turn report, `reply` the answers to order lines; `text` and `html` write
letters. Sending them is for `pbem.mail`.
"""
