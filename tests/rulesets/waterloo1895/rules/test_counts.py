"""How many legal order sets each throw has at the start of the Game of Waterloo (1895), and how many outcomes.

Both sides stand on their default set-ups and Napoleon is to move. The numbers are this engine's own, pinned so that
they cannot change unseen; that it counts right is shown against a slow second reading in the tests beside this one.
"""

from __future__ import annotations

import pytest

from core.rulesets.waterloo1895 import Waterloo1895

# throw, then sequences of moves and the different positions they lead to: in the duel, with four armies, and in the
# duel with halts=always
TABLE = """
    1-1-1 5871 992 5871 992 5871 992
    1-1-2 12231 2167 12231 2167 12986 2235
    1-1-3 14150 2505 14150 2505 15188 2563
    1-1-4 19213 3332 18341 3186 20573 3482
    1-1-5 21506 3691 20634 3545 22594 3844
    1-1-6 21945 3736 21073 3590 22639 3886
    1-2-2 8855 1647 8855 1647 9455 1697
    1-2-3 19520 3662 19520 3662 22438 3962
    1-2-4 26059 4789 24763 4559 29375 5236
    1-2-5 28334 5143 27038 4913 30588 5479
    1-2-6 28951 5248 27655 5018 30577 5583
    1-3-3 11714 2291 11714 2291 12484 2330
    1-3-4 27739 5237 26427 5003 32104 5776
    1-3-5 30539 5937 29227 5703 33832 6520
    1-3-6 31334 6146 29926 5880 33297 6497
    1-4-4 19672 3805 17790 3477 20914 3934
    1-4-5 41106 7920 36974 7188 45732 8632
    1-4-6 42683 8449 38529 7707 45978 9125
    1-5-5 23942 4907 21692 4503 25052 5069
    1-5-6 47361 9270 42791 8436 51195 9983
    1-6-6 25212 5257 22844 4811 26031 5459
    2-2-2 2189 424 2189 424 2189 424
    2-2-3 6782 1359 6782 1359 8008 1522
    2-2-4 8850 1711 8355 1618 10092 1912
    2-2-5 9347 1811 8852 1718 9981 1916
    2-2-6 9588 1869 9093 1776 9930 1977
    2-3-3 7986 1705 7986 1705 9181 1849
    2-3-4 18675 3833 17715 3647 23016 4474
    2-3-5 20071 4197 19111 4011 23310 4820
    2-3-6 20592 4373 19552 4159 22944 4873
    2-4-4 13002 2709 11648 2454 14487 2953
    2-4-5 26575 5477 23642 4915 30361 6180
    2-4-6 27520 5820 24572 5248 30447 6539
    2-5-5 15185 3312 13606 3005 15917 3451
    2-5-6 30066 6285 26853 5647 32502 6865
    2-6-6 16075 3594 14401 3249 16540 3768
    3-3-3 3260 733 3260 733 3260 733
    3-3-4 10382 2294 9879 2191 12240 2547
    3-3-5 11352 2645 10849 2542 12617 2931
    3-3-6 11672 2771 11089 2640 12166 2894
    3-4-4 12940 2876 11728 2634 15380 3226
    3-4-5 27067 6163 24436 5617 32660 7193
    3-4-6 27905 6562 25121 5958 32031 7451
    3-5-5 15632 3834 14213 3530 17308 4288
    3-5-6 30905 7443 27856 6757 34452 8390
    3-6-6 16473 4255 14809 3861 17124 4474
    4-4-4 6518 1492 5603 1307 6518 1492
    4-4-5 19187 4484 16228 3868 21501 4850
    4-4-6 20154 4919 17123 4265 21409 5266
    4-5-5 21072 5206 17751 4482 23632 5630
    4-5-6 42086 10289 35377 8810 47840 11463
    4-6-6 22713 6031 19173 5206 24237 6487
    5-5-5 8720 2336 7443 2043 8720 2336
    5-5-6 24696 6383 20860 5507 26805 6726
    5-6-6 25301 6685 21302 5740 27630 7102
    6-6-6 9531 2775 8090 2412 9531 2775
"""
ROWS = [line.split() for line in TABLE.split("\n") if line]
VARIANTS = ({}, {"mode": "four"}, {"halts": "always"})


@pytest.mark.parametrize("variant", range(3), ids=["duel", "four armies", "halts always"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_order_sets_from_the_default_set_up(rules: Waterloo1895, row: list[str], variant: int) -> None:
    options = rules.settle(VARIANTS[variant])
    armies = "NYWB" if options["mode"] == "four" else "NW"
    pieces = {piece: spot for army in armies for piece, spot in rules.board.default_setups[army].items()}
    throw = [int(die) for die in row[0].split("-")]
    position = rules.decode({"pieces": pieces, "to_move": "N", "throw": throw}, options)
    assert rules.count_order_sets(position) == (int(row[1 + 2 * variant]), int(row[2 + 2 * variant]))


def test_every_throw_is_in_the_table() -> None:
    assert len({row[0] for row in ROWS}) == 56


@pytest.mark.parametrize("throw", [[1, 1, 1], [6, 6, 6], [2, 2, 5]])
def test_the_list_is_as_long_as_the_count(rules: Waterloo1895, throw: list[int]) -> None:
    pieces = rules.board.default_setups["N"] | rules.board.default_setups["W"]
    position = rules.decode({"pieces": pieces, "to_move": "N", "throw": throw}, rules.settle({}))
    assert len(rules.legal(position, "napoleon")) == rules.count_order_sets(position)[0]
