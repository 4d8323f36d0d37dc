"""Mail in: from the bytes that a transport hands over to the one answer.

`mail` is what a transport hands over, and whom it is for; `budget` and `mime` take it apart within limits (`charsets`,
`flowed` and `markup` serve them); `screen` tells persons from machines; `quotes` finds the writer's own lines and
`lines` tells commands from orders. `processing` takes a stored mail in hand; `triage` asks what kind it is and who
wrote it, `player_mail` what a player's is for, and `answering` does what it asks for and answers.
"""
