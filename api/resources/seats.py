"""Seats: taking one, leaving or kicking before the start, and a seat's own preferences."""

from __future__ import annotations

from contextlib import nullcontext

from marshmallow import fields

from api.answer import answer, nothing
from api.call import Call, load
from api.envelope import accepted_envelope, accepted_reply
from api.operation import Answer, Reply, Resource
from api.table_schemas import TakeSeatRequest
from domain.command import Prefer, TakeSeat, VacateSeat
from domain.deciding import require_seat
from domain.refusal import NotYourSeat
from events import queries
from events.attempts import trying_code
from events.errors import MatchNotFound
from events.opening import invitation

seats = Resource("seats", "Who sits where, and what each seat sets for itself.")

_ACCEPTED = {200: Reply(about="It is done; the match after it.", schema=accepted_reply, examples=("accepted",))}


@seats.operation(
    "POST", "/v1/matches/{match_id}/seats", summary="Take a seat", auth="required", idempotent=True,
    body=lambda schemas: fields.Nested(TakeSeatRequest()), body_examples=("take_seat", "take_any_seat"),
    replies={200: Reply(about="You sit; `match.you` is your seat.", schema=accepted_reply, examples=("accepted",))},
    problems=("seat-unavailable", "already-seated", "no-such-seat", "wrong-invite", "wrong-phase", "no-more-of-that",
              "too-many-requests", "limit-reached", "store-full", "busy"),
)  # fmt: skip
def take_seat(call: Call, match_id: str) -> Answer:
    """Sit down at a table that has not started: on the seat that you name, or on the first that you may have. Taking
    the seat on which you sit already is no error. If it was the last free seat, the match may begin at once.

    Repeated with its `Idempotency-Key`, it is not done again, even if you have left since: `repeated` is true, and
    `match` shows the match as it is now, so that `match.you` may be null. Whoever shows the `invite` of a private table
    may not look at it first: taking the seat is what lets one in. A code opens its seat once, and again when the seat
    was left or freed. Wrong codes are counted, all tables together, and after too many none is looked at for a while;
    neither can one sit down at one table over and over.
    """
    body, service = call.body, call.service
    invite = None if body["invite"] is None else invitation(body["invite"])
    wrong_codes = service.settings.wrong_codes_per_player_per_hour
    with nullcontext() if invite is None else trying_code(service.store, call.me, wrong_codes):
        accepted = service.handler.act(
            match_id, call.me, lambda seat: TakeSeat(call.me, body["seat"], invite, body["entropy"]), call.key
        )
    service.table_changed(match_id)
    return answer(accepted_envelope(accepted))


@seats.operation(
    "DELETE", "/v1/matches/{match_id}/seats/{seat}", summary="Leave or decline a seat, or kick", auth="required",
    idempotent=True,
    replies={**_ACCEPTED, 204: Reply(about="You had done so already. It is a private table, which you may not see.")},
    problems=("not-yours", "no-such-seat", "seat-empty", "wrong-phase", "no-more-of-that", "store-full", "busy"),
)  # fmt: skip
def vacate_seat(call: Call, match_id: str, seat: int) -> Answer:
    """Before the start, a player leaves the own seat, and the host frees any. Once the match runs, resign instead.

    An empty seat that is `reserved` is declined by the player for whom it is kept, or kept for that player no longer
    by the host: it is `open` from then on, and the table leaves that player's list.

    Send an `Idempotency-Key`: without one, a host who repeats the request frees the seat of whoever has sat down since,
    and whoever repeats leaving a `reserved` seat declines it, too.
    """
    try:
        accepted = call.service.handler.act(match_id, call.me, lambda own: VacateSeat(call.me, seat), call.key)
    except MatchNotFound:
        if not queries.has_left(call.service.store, match_id, call.me, seat):
            raise
        return nothing()
    call.service.table_changed(match_id)
    return answer(accepted_envelope(accepted))


@seats.operation(
    "PUT", "/v1/matches/{match_id}/seats/{seat}/preferences", summary="Set the preferences of my seat", auth="required",
    body=lambda schemas: schemas.preferences_of_any(), body_examples=("preferences",), replies=_ACCEPTED,
    problems=("not-yours", "no-such-seat", "wrong-phase", "seat-out", "no-more-of-that", "store-full", "busy"),
)  # fmt: skip
def put_preferences(call: Call, match_id: str, seat: int) -> Answer:
    """At any time until the end; nobody else learns of it. What was set before the start is in `match.preferences`,
    and once the match runs, what counts is in `match.state`. A preference such as `auto_pass` says what the server
    answers for the seat from now on, at once where something is asked already. What is left out goes back to its
    default. The catalogue of the game describes what can be set. Before the start, leaving the seat undoes what you
    set, but whoever sits there next can still read of it in the log of the seat.
    """
    read = queries.read_match(call.service.store, match_id, call.me)
    require_seat(len(read.table.seats), seat)
    if read.viewer != seat:
        raise NotYourSeat("This is not your seat.")
    wish = load(fields.Nested(call.service.schemas.preferences(read.table.game)), call.body)
    accepted = call.service.handler.act(match_id, call.me, lambda own: Prefer(seat, wish))
    return answer(accepted_envelope(accepted))
