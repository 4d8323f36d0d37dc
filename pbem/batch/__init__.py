"""Batch adjudication: JSON Lines in, JSON Lines out, one answer a request, in the order of the requests.

`request` reads a request, `case` adjudicates it, `answering` answers it, `reports` writes the reports on it. `chunk` is
what passes between the batch and those who answer: `processes` on this machine, or rq workers by way of `queue`.
`mailfiles` takes orders from real mail, and `command` is what `pbem adjudicate` runs. Nothing is stored; a bad request
costs only itself.
"""
