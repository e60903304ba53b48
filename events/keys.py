"""The name of every key in the store.

All keys of a match carry the hash tag of its shard, so that one script can write them together, on one server and on
a cluster. A shard is part of the match id and therefore never changes.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

from domain.event import Viewer

SHARDS = tuple(f"{number:02x}" for number in range(64))

_PLAYER_ID = re.compile(r"p_[a-z2-7]{16}")
_MATCH_ID = re.compile(r"[0-3][0-9a-f][a-z2-7]{20}")

TIME = "time"
"""Stands in for a key where only the store's time is asked for; nothing is ever stored there."""


def code(data: bytes, length: int) -> str:
    """``length`` characters of lower-case base 32 that stand for the beginning of ``data``."""
    return base64.b32encode(data).decode().lower()[:length]


def new_match_id(random_bytes: Callable[[int], bytes]) -> str:
    """A shard in two hexadecimal digits and a hundred random bits in base 32."""
    return SHARDS[random_bytes(1)[0] % len(SHARDS)] + code(random_bytes(13), 20)


def is_match_id(text: str) -> bool:
    return _MATCH_ID.fullmatch(text) is not None


def is_player_id(text: str) -> bool:
    return _PLAYER_ID.fullmatch(text) is not None


def shard(match_id: str) -> str:
    return match_id[:2]


def viewer_name(viewer: Viewer) -> str:
    return "public" if viewer is None else str(viewer)


def _match(match_id: str, part: str) -> str:
    return f"{{s{shard(match_id)}}}:m:{match_id}:{part}"


def events(match_id: str) -> str:
    """Stream of commits, the truth: id ``<version>-0``, field ``j``."""
    return _match(match_id, "events")


def head(match_id: str) -> str:
    """Hash: ``version``, ``status``, ``game``, ``rules`` (their version), ``at``, the time of the last commit, and
    ``heads`` of the viewers' logs, by seat and the public last.
    """
    return _match(match_id, "head")


def secret(match_id: str) -> str:
    """The 32 bytes from which all chance of the match comes."""
    return _match(match_id, "secret")


def receipts(match_id: str) -> str:
    """Hash: command id → ``<digest of the command> <entry>``."""
    return _match(match_id, "receipts")


def table(match_id: str) -> str:
    """Hash: ``json`` is the seat table, with names; ``private`` for a private table; ``p:<player>`` a seat or ``-``."""
    return _match(match_id, "table")


def snapshot(match_id: str) -> str:
    """Hash: ``version``, ``state``: what the write side has folded; only while the match is not over."""
    return _match(match_id, "snapshot")


def views(match_id: str) -> str:
    """Hash: viewer → its view, as served."""
    return _match(match_id, "views")


def log(match_id: str, viewer: Viewer) -> str:
    """Stream of what a viewer has seen: id ``<entry>-0``, field ``j``."""
    return _match(match_id, f"log:{viewer_name(viewer)}")


def checkpoints(match_id: str, log: str) -> str:
    """Hash: entry of that log, a viewer's or ``open`` → what was known after it; goes away by itself."""
    return _match(match_id, f"checkpoints:{log}")


def of_match(match_id: str, seats: int) -> list[str]:
    """Every key of a match with so many seats."""
    parts = (events, head, secret, receipts, table, snapshot, views)
    return [part(match_id) for part in parts] + [log(match_id, viewer) for viewer in (*range(seats), None)]


MATCH_PATTERN = "{s*}:m:*:events"


def match_of(events_key: str) -> str:
    """The match whose stream this key is."""
    return events_key.split(":")[2]


def wake(shard: str) -> str:
    """Sorted set: match → when the server has to act next."""
    return f"{{s{shard}}}:wake"


def feed(shard: str) -> str:
    """Stream of one entry a commit, until somebody has followed it: ``m`` the match, ``v`` its version.

    ``t`` where the table or its status changed, and ``g`` the players who have no place at the table any more.
    """
    return f"{{s{shard}}}:feed"


def following(shard: str) -> str:
    """Held by whoever folds the feed of the shard just now."""
    return f"{{s{shard}}}:following"


def lobby(status: str) -> str:
    """Sorted set of public matches, open, running or finished: ``<opened_at>.<match>.<game>.<seats>``."""
    return f"lobby:{status}"


def player(player_id: str) -> str:
    """Hash: ``name``, ``guest``, ``created_at``; ``departed_at`` once the account is deleted."""
    return f"player:{{{player_id}}}"


DEPARTING = "departing"
"""Sorted set: player who has deleted the account → when something is to be done about that."""


def tokens(player_id: str) -> str:
    """Hash: token id → JSON of digest, label and time."""
    return f"player:{{{player_id}}}:tokens"


def token(digest: str) -> str:
    """``<player> <token id>`` of the token with this SHA-256."""
    return f"token:{digest}"


def player_matches(player_id: str, status: str) -> str:
    """Sorted set of a player's matches that are ``open``, ``running`` or ``finished``: ``<opened_at>.<match>``."""
    return f"player:{{{player_id}}}:matches:{status}"


def played(player_id: str, game: str) -> str:
    """Set of finished matches."""
    return f"player:{{{player_id}}}:played:{game}"


def won(player_id: str, game: str) -> str:
    """Set of finished matches that the player won, alone or with others."""
    return f"player:{{{player_id}}}:won:{game}"


SPANNING_PATTERNS = ("{s*}:wake", "lobby:*", "player:{*}:matches:*", "player:{*}:played:*", "player:{*}:won:*")
"""What spans matches and can be derived from them."""


def hosting(player_id: str) -> str:
    """Sorted set: unfinished tables that the player has opened."""
    return f"player:{{{player_id}}}:hosting"


def opened(player_id: str) -> str:
    """Sorted set: tables that the player has opened lately."""
    return f"player:{{{player_id}}}:opened"


def wrong_codes(player_id: str) -> str:
    """Sorted set: attempts of the player to show a code of invitation that was wrong."""
    return f"player:{{{player_id}}}:wrong-codes"


def seatings(player_id: str, match_id: str) -> str:
    """Sorted set: how the player has sat down at this table lately."""
    return f"player:{{{player_id}}}:seatings:{match_id}"


def reservation(digest: str) -> str:
    """Hash: what an Idempotency-Key stands for."""
    return f"reservation:{digest}"


def created(address_digest: str) -> str:
    """Sorted set: players that were created lately from one address."""
    return f"created:{address_digest}"
