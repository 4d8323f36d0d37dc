"""From the words of a player to orders: one reader for all rule sets.

`reader` sorts the lines of a mail into orders, lines that may have been meant as orders and were not understood, and
remarks; `judging` judges them, and stops the whole where there is one of the second kind. A rule set brings its
grammar and its vocabulary (`pbem.rulesets.contract`), and decides nothing here.
"""
