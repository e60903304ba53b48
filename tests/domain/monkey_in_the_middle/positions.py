"""Positions set up by hand, with the projections of all viewers beside the truth."""

from collections.abc import Iterable

from domain.event import Event, Viewer, seen_by
from domain.game import Decision
from domain.games.monkey_in_the_middle import MONKEY_IN_THE_MIDDLE as GAME
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.events import DeckDealt, GamePrepared, RoundBegan
from domain.games.monkey_in_the_middle.moves import Move
from domain.games.monkey_in_the_middle.options import Options
from domain.games.monkey_in_the_middle.state import State

SHORT = {"ban": "banana", "coc": "coconut"}
START = 1_000
READY = mv.Ready()


def cards(words: str) -> tuple[str, ...]:
    """``"R ban coc"`` as cards."""
    return tuple(SHORT.get(word, word) for word in words.split())


class Script:
    """Chance that gives what the test has written down for a label, and 0 where nothing is written."""

    def __init__(self, draws: dict[str, int] | None = None) -> None:
        self.draws = draws or {}
        self.asked: list[tuple[str, int, int]] = []

    def below(self, n: int, label: str, i: int = 0) -> int:
        assert (label, i) not in [(asked, place) for asked, place, _ in self.asked], f"{label}/{i} is drawn twice"
        self.asked.append((label, i, n))
        value = self.draws.get(label, 0)
        assert 0 <= value < n
        return value


class Table:
    """A match in progress: ``hands`` and ``decks`` by seat as words, the top of a deck last."""

    def __init__(
        self,
        *hands: str,
        decks: Iterable[str] | None = None,
        bots: tuple[int, ...] = (),
        chance: Script | None = None,
        **options: object,
    ) -> None:
        seats = len(hands)
        self.chance = chance or Script()
        self.now = START
        self.truth = GAME.start(seats)
        self.projections: dict[Viewer, State] = {viewer: GAME.start(seats) for viewer in (*range(seats), None)}
        resolved = GAME.resolve(Options(**options), seats)
        self._record([GamePrepared(resolved, bots)])
        for seat, (hand, deck) in enumerate(zip(hands, decks or [""] * seats, strict=True)):
            self._record([DeckDealt(seat, cards(hand), cards(deck))])
        delay = resolved.auto_reveal_ms
        deadline = self.now + delay if isinstance(delay, int) and not resolved.hands else None
        self._record([RoundBegan(1, "card" if resolved.hands else "ready", (), deadline)])

    def _record(self, events: list[Event], *, applied: bool = False) -> list[Event]:
        for event in events:
            if not applied:
                GAME.apply(self.truth, event, self.now)
            for viewer, projection in self.projections.items():
                seen = seen_by(event, viewer)
                if seen is not None:
                    GAME.apply(projection, seen, self.now)
        return events

    def decisions(self, seat: int) -> list[Decision]:
        """What ``seat`` may answer, as it knows it itself."""
        known = [decision for decision in GAME.pending(self.projections[seat]) if decision.seat == seat]
        assert known == [decision for decision in GAME.pending(self.truth) if decision.seat == seat]
        return known

    def decision(self, seat: int, about: Move | None = None) -> Decision:
        """The only decision of ``seat``; of several the one for which ``about`` is legal."""
        found = self.decisions(seat)
        if len(found) > 1:
            found = [decision for decision in found if about in GAME.legal(self.truth, decision)]
        [decision] = found
        return decision

    def moves(self, seat: int) -> list[Move]:
        """All that ``seat`` may do now."""
        found: list[Move] = []
        for decision in self.decisions(seat):
            moves = list(GAME.legal(self.truth, decision))
            assert moves == list(GAME.legal(self.projections[seat], decision))
            found += moves
        return found

    def waits_for(self) -> list[tuple[int, str]]:
        return [(decision.seat, decision.kind) for decision in GAME.pending(self.truth) if decision.required]

    def play(self, seat: int, move: Move, *, after: int = 1) -> list[Event]:
        """One move, ``after`` so many ms; returns what happened."""
        assert move in self.moves(seat)
        self.now += after
        decision = self.decision(seat, move)
        return self._record(GAME.play(self.truth, decision, move, self.chance, self.now), applied=True)

    def at(self, ms: int, seat: int, move: Move) -> list[Event]:
        """One move, so many ms after the first moment."""
        return self.play(seat, move, after=START + ms - self.now)

    def choose(self, words: str) -> list[Event]:
        """Every seat lays down its card; returns what happened after the last one had."""
        events: list[Event] = []
        for seat, card in enumerate(cards(words)):
            events = self.play(seat, mv.Choose(card))
        return events[1:]

    def refuses(self, seat: int, move: Move) -> str | None:
        """The rule that refuses ``move``, the same from the truth and from what the seat knows."""
        assert move not in self.moves(seat)
        decision = self.decisions(seat)[0]
        refusal = GAME.explain(self.truth, decision, move)
        seen = GAME.explain(self.projections[seat], decision, move)
        assert (refusal.rule, refusal.detail) == (seen.rule, seen.detail)
        return refusal.rule

    def leave(self, seat: int) -> list[Event]:
        self.now += 1
        return self._record(GAME.leave(self.truth, seat, self.chance, self.now), applied=True)

    def wake(self, *, late: int = 0) -> list[Event]:
        """Time passes until the server has to act, and ``late`` ms more."""
        due = GAME.wake(self.truth)
        assert due is not None
        self.now = max(self.now, due + late)
        return self._record(GAME.on_wake(self.truth, self.chance, self.now), applied=True)

    def absent(self, seat: int) -> list[Event]:
        """The server answers for ``seat``."""
        decision = self.decisions(seat)[0]
        move = GAME.fallback(self.truth, decision, self.chance)
        assert move in GAME.legal(self.truth, decision)
        return self._record(GAME.play(self.truth, decision, move, self.chance, self.now), applied=True)

    def hand(self, seat: int, viewer: Viewer | str = "truth") -> str:
        state = self.truth if viewer == "truth" else self.projections[viewer]
        return " ".join(card or "?" for card in state.hands[seat])

    def seen(self, viewer: Viewer, events: list[Event]) -> list[Event]:
        return [seen for event in events if (seen := seen_by(event, viewer)) is not None]


def revealed(words: str, chance: Script | None = None, **options: object) -> tuple[Table, list[Event]]:
    """A table that has just revealed these cards, by seat, each with one more card in hand; and what happened."""
    table = Table(*(f"{word} N" for word in words.split()), chance=chance, **options)
    return table, table.choose(words)
