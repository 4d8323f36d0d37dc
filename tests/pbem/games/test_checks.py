"""CHECK: orders are judged, and nothing is played, whether they would wait for others or run at once."""

ADA, BEN = "ada@players.example", "ben@players.example"


def test_check_plays_nothing_where_orders_run_at_once(server, words, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=2"), (BEN, "JOIN sealed1"))
    bens = len(server.box(BEN))
    [answer] = server.reply(server.latest(ADA), "CHECK\nresign")
    assert "These orders can be played. Nothing was played" in " ".join(words(answer).split())
    assert "ok" in words(answer)
    assert server.game("sealed1").state == "running"
    assert len(server.box(BEN)) == bens
