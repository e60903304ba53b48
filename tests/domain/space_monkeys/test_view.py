"""The view of a projection: what 10.1 and 10.5 grant, under stable names."""

import msgspec

from domain.game import Inputs
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.options import Options
from tests.domain.space_monkeys.positions import DRAW, GAZE, GAZE_PAIR, LEAP, PASS, TRASH, A, B, C, Script, Table


def view(table, viewer):
    return msgspec.json.decode(msgspec.json.encode(GAME.view(table.projections[viewer], viewer)))


def test_10_1_what_everybody_sees():
    table = Table("leap", "gaze gaze", "", crystals=(3, 2, 1), owed=2, under_fire=True, discard="split leap")
    seen = view(table, None)
    assert [player["crystals"] for player in seen["players"]] == [3, 2, 1]
    assert [player["hand_size"] for player in seen["players"]] == [1, 2, 0]
    assert [player["known_hand"] for player in seen["players"]] == [[], [], []]
    assert seen["discard_pile"] == ["split", "leap"]
    assert seen["draw_pile"] == {"size": 5, "known": []}
    assert (seen["current_seat"], seen["owed"], seen["under_fire"]) == (A, 2, True)
    assert seen["options"]["deck"] == "crystal"
    assert seen["composition"]["asteroid"] == 2
    assert (seen["hand"], seen["auto_pass"], seen["winner"]) == (None, None, None)


def test_10_5_what_a_seat_remembers():
    table = Table("gaze leap", "leap", draw="split asteroid leap gaze leap")
    table.do(A, GAZE)
    assert view(table, A)["hand"] == ["leap"]
    assert view(table, A)["draw_pile"]["known"] == [
        {"position": 0, "card": "split"},
        {"position": 1, "card": "asteroid"},
        {"position": 2, "card": "leap"},
    ]
    assert view(table, B)["draw_pile"]["known"] == []


def test_the_window():
    table = Table("leap", "field gaze", "field gaze")
    table.play(A, LEAP)
    table.play(B, PASS)
    assert view(table, B)["window"] == {
        "chain": [],
        "deadline": table.truth.deadline,
        "closes_not_before": table.truth.not_before,
        "passed": True,
    }
    assert view(table, C)["window"]["passed"] is False
    assert view(table, None)["action"] == {"seat": A, "action": "leap", "cards": ["leap"], "targets": [], "mode": None}
    table.play(C, mv.ForceField())
    assert view(table, None)["window"]["chain"] == [C]
    table.all_pass()
    assert (view(table, A)["window"], view(table, A)["action"]) == (None, None)


def test_what_one_is_looking_at():
    table = Table("trash gaze gaze", "leap", draw="asteroid leap", discard="split leap")
    table.do(A, TRASH)
    assert view(table, A)["looking_at"] == ["split", "leap"]
    assert view(table, B)["looking_at"] is None
    table.do(A, mv.Fetch(1))
    assert view(table, A)["looking_at"] is None
    table.do(A, GAZE_PAIR)
    assert view(table, A)["looking_at"] == ["asteroid", "leap"]
    assert view(table, None)["looking_at"] is None


def test_hazards_and_gifts():
    table = Table("leap gaze", "", "", draw="blackhole asteroid asteroid")
    table.do(A, DRAW)
    seen = view(table, None)
    assert seen["players"][A]["hazards"] == ["blackhole"]
    assert seen["receivers"] == [B, C]
    table.do(A, mv.Give("leap", B))
    assert view(table, A)["players"][B]["known_hand"] == ["leap"]
    assert view(table, C)["players"][B]["known_hand"] == []
    table.absent(A)
    table.do(B, DRAW)
    assert view(table, None)["asteroid_drawn"] is True


def test_the_vote_shows_ones_own_choice_alone():
    state = GAME.start(3)
    GAME.setup(state, GAME.resolve(Options(first_player="vote"), 3), Inputs(bots=(2,)), Script(), 0)
    GAME.play(state, GAME.pending(state)[0], mv.Vote(1), Script(), 5)
    assert GAME.view(state, 0).vote.choice == 1
    assert GAME.view(state, 1).vote.choice is None
    assert GAME.view(state, None).vote.voters == (0, 1)
    assert GAME.view(state, None).current_seat is None


def test_the_end():
    table = Table("leap", "gaze", "")
    table.leave(B)
    table.leave(A)
    seen = view(table, None)
    assert seen["winner"] == C
    assert [player["rank"] for player in seen["players"]] == [2, 3, 1]
    assert [player["in_game"] for player in seen["players"]] == [False, False, True]


def test_every_field_is_documented():
    for kind in msgspec.json.schema(GAME.View)["$defs"].values():
        assert all("description" in field for field in kind["properties"].values()), kind["title"]
