"""What an operator reads: log lines that give nothing away, and counters that differ only by what nobody else sees."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from api.problems import KINDS as PROBLEMS
from domain.games.space_monkeys.cards import KINDS as CARDS
from events import keys
from tests.api.two_worlds.worlds import OPERATOR, Leak, Request, TwoWorlds, World

OUTCOMES = {"accepted", "repeated", *PROBLEMS}

_CARD = re.compile(rf"(?<![\w-])(?:{'|'.join(CARDS)})(?![\w-])")
_TIMED = re.compile(r"_(?:created|bucket|sum)$")


class Operator:
    """``tokens``: of everybody."""

    def __init__(self, worlds: TwoWorlds, tokens: Sequence[str]) -> None:
        self._worlds = worlds
        self._tokens = (*tokens, OPERATOR, "mk_")

    def read_logs(self, lines: Sequence[Mapping[str, Any]]) -> None:
        secrets = [
            form
            for world in self._worlds.worlds
            for match in world.matches
            if (secret := world.store.client.get(keys.secret(match)))
            for form in (secret.hex(), json.dumps(repr(secret))[1:-1])
        ]
        for line in lines:
            text = json.dumps(line, default=repr)
            if _CARD.search(text):
                raise Leak(f"a log line names a card: {text}")
            if any(word in text for word in (*self._tokens, *secrets)):
                raise Leak(f"a log line tells a token or a secret: {text}")

    def read_metrics(self) -> None:
        counts = [_counts(world) for world in self._worlds.worlds]
        if counts[0] != counts[1]:
            apart = [set(ours.items()) - set(others.items()) for ours, others in (counts, counts[::-1])]
            raise Leak(f"metrics differ: {apart}")


def _counts(world: World) -> Counter[tuple[str, tuple[tuple[str, str], ...]]]:
    """All that is counted and not timed, less what the viewer does not see."""
    found: Counter[Any] = Counter()
    text = world.answer(Request("GET", "/metrics", OPERATOR), "metrics").body.decode()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if not _TIMED.search(sample.name):
                found[sample.name, tuple(sorted(sample.labels.items()))] += int(sample.value)
            if sample.labels.get("outcome", "accepted") not in OUTCOMES:
                raise Leak(f"a move is counted as {sample.labels['outcome']}")
    for (method, route, status), times in world.unseen.items():
        found["monkeys_requests_total", (("method", method), ("route", route), ("status", status))] -= times
        found["monkeys_request_seconds_count", (("route", route),)] -= times
    for outcome, times in world.unseen_moves.items():
        found["monkeys_moves_total", (("game", "space-monkeys"), ("outcome", outcome))] -= times
    return Counter({key: count for key, count in found.items() if count})
