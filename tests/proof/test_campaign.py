from tests.proof import campaign


def test_a_campaign_notices_what_the_rules_say_otherwise() -> None:
    game = campaign.made(2, 7)
    begun = {**game, "entries": game["entries"][:30]}
    elsewhere = {**begun, "place": "at home"}
    ruled = [*begun["entries"][:-1], {"do": "rule", "entry": 9, "stands": False}]
    told = [campaign.digest([one]) for one in (begun, elsewhere, {**begun, "entries": ruled})]
    assert told[0] == told[1]
    assert told[0] != told[2]
