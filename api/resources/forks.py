"""Matches that go on from any moment of another one, and whether those who play it allow that meanwhile."""

from __future__ import annotations

from marshmallow import fields

from api.answer import answer
from api.call import Call
from api.derive import Request
from api.envelope import accepted_envelope, accepted_reply
from api.fields import AnyField, Choice, Flag, Whole
from api.game_schemas import GameSchemas
from api.operation import Answer, Reply, Resource
from api.problems import invalid
from api.resources.log import LAST_ENTRY
from api.resources.matches import check_reserved, opened_reply, opened_schema, table_of
from api.resources.replays import asked, viewers
from api.table_schemas import fork_table
from domain.command import AllowForking
from domain.deciding import require_seat
from events import queries

forks = Resource("forks", "What if? Matches that go on from any moment of another one.")


class ForkingRequest(Request):
    """Whether your seat allows forks."""

    allowed = Flag(
        required=True,
        metadata={"description": "Whether others may go on from what they know while this match is played.",
                  "examples": [True]},
    )  # fmt: skip


def _origin(schemas: GameSchemas) -> dict[str, AnyField]:
    return {
        "at": Whole(
            1, LAST_ENTRY, required=True,
            metadata={"description": "After which entry of that log to go on; `open` counts commits.",
                      "examples": [12]},
        ),
        "as": Choice(
            "own", *viewers(schemas), load_default="own",
            metadata={"description": "From whose knowledge: `own`, `public`, a seat, or `open` for exactly what was "
                      "there. While the match is played, only your own.", "examples": ["own"]},
        ),
    }  # fmt: skip


@forks.operation(
    "POST", "/v1/matches/{match_id}/fork", summary="Go on from a match", auth="required", idempotent=True,
    body=lambda schemas: fork_table(schemas, _origin), body_examples=("fork",),
    replies={201: Reply(about="The table.", schema=opened_schema, headers=("Location",), examples=("opened",))},
    problems=("wrong-phase", "not-possible-here", "options-refused", "too-many-requests", "limit-reached",
              "store-full"),
)  # fmt: skip
def fork_match(call: Call, match_id: str) -> Answer:
    """A new table at which the match goes on from after the entry `at`, with the same options and as many seats, which
    people or bots take as at any table. `as` = `open` goes on from exactly what was there, and every seat knows what it
    knew; otherwise everything that the named log hides is dealt anew, at random, in a way that goes with it. The new
    match says in `origin` from where it comes, counts in no record, and never shows in the old one.

    A match that is still played is forked by who sits there, from the own knowledge, if every person at the table
    allows it by `PUT .../forking`. Nothing of it is told to anybody: the table is private then, the own seat `reserved`
    for yourself, and all others are for bots. A private match goes on at a private table.
    """
    body = call.body
    check_reserved(call, body["seats"])
    read = queries.read_match(call.service.store, match_id, call.me)
    if read.table.game != body["game"]:
        raise invalid({"pointer": "/game", "message": f"This is a match of {read.table.game}."})
    opened = call.service.handler.fork(
        call.me, match_id, whose=asked(body["as"]), at=body["at"], **table_of(call)
    )  # fmt: skip
    return opened_reply(call, opened)


@forks.operation(
    "PUT", "/v1/matches/{match_id}/seats/{seat}/forking", summary="Allow forks of a match that is played",
    auth="required", body=lambda schemas: fields.Nested(ForkingRequest()), body_examples=("forking",),
    replies={200: Reply(about="It is so; the match after it.", schema=accepted_reply, examples=("accepted",))},
    problems=("not-yours", "not-seated", "no-such-seat", "wrong-phase", "seat-out", "no-more-of-that", "store-full",
              "busy"),
)  # fmt: skip
def allow_forking(call: Call, match_id: str, seat: int) -> Answer:
    """Everybody sees it, in `seats[].forking` of the match. Once all people at the table allow it, each of them may go
    on from what they know; nobody learns by it what somebody else knows. It may be taken back. Once the match is over,
    nothing has to be allowed. What is so already is answered with `repeated` = true.
    """
    read = queries.read_match(call.service.store, match_id, call.me)
    require_seat(len(read.table.seats), seat)
    accepted = call.service.handler.act(match_id, call.me, lambda own: AllowForking(seat, call.body["allowed"]))
    return answer(accepted_envelope(accepted))
