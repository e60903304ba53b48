"""Every error that the API answers with: one table, and RFC 9457 problem documents made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from api.answer import encode, named
from domain.refusal import Refusal

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 1


class Kind(NamedTuple):
    """``next``: what the client can do about it. ``about``: for the page that ``type`` leads to."""

    status: int
    title: str
    next: str
    about: str


KINDS: Mapping[str, Kind] = {
    "malformed-json": Kind(
        400,
        "The body is not JSON that this server reads",
        "Send one JSON value in UTF-8.",
        "Refused besides broken JSON: duplicate keys, NaN and Infinity, numbers beyond 2^53 or a double, more than 64 "
        "levels, NUL and halves of surrogate pairs, byte order marks and encodings other than UTF-8.",
    ),
    "bad-request": Kind(
        400,
        "The request cannot be read",
        "Send a well-formed HTTP request.",
        "The request line, its headers or its framing are broken.",
    ),
    "unauthenticated": Kind(
        401,
        "A valid token is needed",
        "Send `Authorization: Bearer mk_…`; `POST /v1/players` gives a token to anybody.",
        "There was no token, or it is unknown or revoked; the answer is the same for all of these.",
    ),
    "not-yours": Kind(
        403,
        "This belongs to somebody else",
        "Use the token of the player whose seat or table it is.",
        "The decision or the seat is another player's, or only the host may do this.",
    ),
    "not-seated": Kind(
        403,
        "You do not sit at this table",
        "Take a seat before the start; as a spectator you may only look on.",
        "Only those who sit at a table may do this. A player who has left a seat sits there no longer.",
    ),
    "not-found": Kind(
        404,
        "There is nothing here that you may see",
        "Check the address; of a private table only those who were let in learn anything.",
        "The resource does not exist, or it is not visible to you; the answer is the same for both.",
    ),
    "no-such-token": Kind(
        404,
        "You have no such token",
        "Look at `GET /v1/me/tokens`; a token that is not listed there is worthless already.",
        "None of your tokens has this id: it never did, or it was revoked.",
    ),
    "method-not-allowed": Kind(
        405,
        "This method is not allowed here",
        "Use one of the methods in `Allow`.",
        "The path exists, the method does not.",
    ),
    "not-acceptable": Kind(
        406,
        "No acceptable representation",
        "Leave `Accept` out, or let it include the media type of the document.",
        "`Accept` excludes every media type that this resource has.",
    ),
    "decision-not-pending": Kind(
        409,
        "This decision is not pending",
        "Take `pending` as it is now, or fetch the match again, and answer what is asked there.",
        "The decision was answered otherwise, has expired or never existed. The same answer sent again is no error: it "
        "repeats the first receipt.",
    ),
    "illegal-move": Kind(
        409,
        "The rules do not allow this move now",
        "Send one of `pending[].legal_moves`, unchanged.",
        "The move is well formed and answers a pending decision; `detail` and `rule` say why it is refused.",
    ),
    "seat-unavailable": Kind(
        409,
        "This seat cannot be had",
        "Fetch the match, and choose another seat or another table.",
        "The seat is taken, kept for somebody else or a bot's, or there is no seat left that you may have.",
    ),
    "already-seated": Kind(
        409,
        "You sit at this table already",
        "Stay where you sit, or leave your seat first with `DELETE …/seats/{seat}`.",
        "A player has one seat at a table. Taking again the seat that one has is no error.",
    ),
    "no-such-seat": Kind(
        409,
        "This table has no such seat",
        "Use a number below the length of `match.seats`; seats are counted from 0.",
        "The number is beyond the seats of this table.",
    ),
    "seat-empty": Kind(
        409,
        "Nobody sits there",
        "Fetch the match and look at `seats`; nothing has to be done for an empty seat.",
        "Only a seat on which a player sits can be left or freed, or one that is reserved; a bot stays.",
    ),
    "seats-empty": Kind(
        409,
        "Not every seat is taken",
        "Wait until the seats in `empty_seats` are taken, then start.",
        "A match starts with all its seats taken.",
    ),
    "wrong-invite": Kind(
        409,
        "This code does not open the seat",
        "Check the code with whoever sent it; it opens one seat of one table.",
        "No seat that was asked for is opened by this code of invitation.",
    ),
    "seat-out": Kind(
        409,
        "This seat plays no longer",
        "Look on: `GET …/events` goes on to tell what happens.",
        "The seat has resigned, has lost on time, or is out by the rules of the game.",
    ),
    "not-possible-here": Kind(
        409,
        "This game knows nothing of the kind",
        "Play on without it; `allows_draw_offers` and `allows_take_back` in the catalogue say which games know it.",
        "What was asked for is never possible in matches of this game.",
    ),
    "nothing-to-take-back": Kind(
        409,
        "There is no move to take back",
        "Play on; what is random or secret cannot be undone, and a move is taken back once.",
        "Your seat has made no move, or has taken it back already, or something random or secret has happened since.",
    ),
    "no-more-of-that": Kind(
        409,
        "This match takes no more of that",
        "Go on with moves; only what can be done without end is closed.",
        "Whoever has 2,000 entries in the log of a match may still move and resign, but no longer set preferences, "
        "offer or withdraw draws, ask to take back moves, take or leave seats.",
    ),
    "token-revoked": Kind(
        409,
        "What this request made was revoked",
        "Repeat the request with a new Idempotency-Key to make another one.",
        "The request had made a token, which was revoked since. Its Idempotency-Key makes no other.",
    ),
    "wrong-phase": Kind(
        409,
        "The match is in another phase",
        "Fetch the match and look at its `status`.",
        "What was asked can be done only before the start, while the match runs, or after its end.",
    ),
    "too-large": Kind(
        413,
        "The body is too large",
        "Send less.",
        "The body is larger than the server takes: 64 KiB, or 2 MiB for the file of a log, unless configured.",
    ),
    "uri-too-long": Kind(
        414,
        "The address is too long",
        "Shorten the query string; no address of this API comes near the limit.",
        "The request line is longer than the web server reads (4,094 bytes).",
    ),
    "unsupported-media-type": Kind(
        415,
        "The body has to be JSON",
        "Send `Content-Type: application/json`, encoded in UTF-8 and not compressed.",
        "The body has no `Content-Type`, or another one, or another charset, or a `Content-Encoding`.",
    ),
    "invalid-request": Kind(
        422,
        "The request does not have the documented form",
        "Correct what `errors` points at; /docs shows the form.",
        "`errors` lists each fault with a JSON pointer into the body, or with the name of the parameter or header.",
    ),
    "options-refused": Kind(
        422,
        "These options do not go together",
        "Change what `detail` names; the catalogue of the game explains each option.",
        "Each option is well formed, but not in this combination or for this number of seats.",
    ),
    "idempotency-key-reused": Kind(
        422,
        "This Idempotency-Key was used for something else",
        "Use a new key for a new request.",
        "Within 24 hours a key stands for one request; the same request repeats its answer, another one is refused.",
    ),
    "headers-too-large": Kind(
        431,
        "The headers are too large",
        "Send fewer and shorter headers.",
        "There are more than 100 headers, or one is longer than the web server reads (8,190 bytes).",
    ),
    "too-many-requests": Kind(
        429,
        "Too many for now",
        "Repeat the request after the seconds in `Retry-After`.",
        "Too much was asked for within an hour or a day by one player or one address; `detail` names the limit.",
    ),
    "limit-reached": Kind(
        429,
        "You have as many as you may have",
        "Give one up as `detail` says, then repeat the request.",
        "Tables that have not started, unfinished matches and tokens are limited. `Retry-After` is a guess of "
        "when there may be room again: nothing but giving one up makes it sure.",
    ),
    "internal-error": Kind(
        500,
        "The server failed",
        "Repeat the request; a repeated one is never done twice. If it fails again, report `request_id`.",
        "A fault of the server.",
    ),
    "match-lost": Kind(
        500,
        "This match cannot go on",
        "Report `request_id` to the operator; the match can still be read.",
        "The secret from which all chance of the match comes is gone, and it is never drawn again.",
    ),
    "busy": Kind(
        503,
        "Too much happens in this match at once",
        "Repeat the request after `Retry-After` seconds; it is never done twice.",
        "Others were faster, several times in a row.",
    ),
    "store-full": Kind(
        503,
        "The store is full",
        "Repeat the request later; nothing was written.",
        "The store takes no more writes; reading still works.",
    ),
    "store-unavailable": Kind(
        503,
        "The store does not answer",
        "Repeat the request after `Retry-After` seconds; a move that did arrive is not made twice.",
        "The store cannot be reached, or it took too long. A write may or may not have happened.",
    ),
}


class Problem(Exception):
    """An answer that is an error.

    ``code``: a key of ``KINDS``. ``facts``: JSON members besides the standard ones. ``names``: by seat, for
    ``{seat:n}`` in the text of both.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        names: Sequence[str | None] = (),
        **facts: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.names = names
        self.facts = facts

    @property
    def status(self) -> int:
        return KINDS[self.code].status


def invalid(*errors: dict[str, str]) -> Problem:
    """A request whose form is wrong; ``errors``: ``message`` with ``pointer``, ``parameter`` or ``header``."""
    return Problem("invalid-request", errors[0]["message"] if len(errors) == 1 else "Several things are wrong.",
                   errors=list(errors))  # fmt: skip


def too_large(most: int) -> Problem:
    """A body of more than ``most`` bytes."""
    return Problem("too-large", f"A body has at most {most} bytes here.")


def refused(refusal: Refusal) -> Problem:
    """A refusal of the domain or of the event store as an answer."""
    facts = {"match_status" if name == "status" else name: value for name, value in refusal.facts.items()}
    if refusal.rule is not None:
        facts["rule"] = refusal.rule
    headers = {"Retry-After": str(facts["retry_after"])} if "retry_after" in facts else {}
    return Problem(refusal.code, refusal.detail, headers=headers, **facts)


def document(problem: Problem, request_id: str) -> bytes:
    """The body of the answer."""
    kind = KINDS[problem.code]
    text = encode(
        {
            "type": f"/problems/{problem.code}",
            "title": kind.title,
            "status": kind.status,
            "detail": problem.detail,
            "next": kind.next,
            "request_id": request_id,
            **problem.facts,
        }
    )
    return named(text, problem.names)
