"""What the server writes: letters built once as values, then written as text and as HTML.

`letter` is the value; `turn` and `reply` build the two kinds of letter there are, a seat's turn report and the answer
to a mail; `text` and `html` write them. Sending them is for `pbem.mail`.
"""
