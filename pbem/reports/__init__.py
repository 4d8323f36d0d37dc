"""What the server writes: documents built once as values, then written as text and as HTML.

`document` is the value; `turn` builds a seat's turn report, `reply` the answers to order lines; `text` and `html` write
documents. Sending them is for `pbem.outbound`.
"""
