"""Positions set up by hand, with the projections of all viewers beside the truth."""

from collections.abc import Iterable

from domain.event import Event, Viewer, seen_by
from domain.game import Decision
from domain.games.space_monkeys import SPACE_MONKEYS as GAME
from domain.games.space_monkeys import moves as mv
from domain.games.space_monkeys.events import GamePrepared, HandDealt, TurnBegan
from domain.games.space_monkeys.moves import Move
from domain.games.space_monkeys.options import Options, Preferences

A, B, C, D = range(4)
DRAW, LEAP, GAZE, GAZE_PAIR = mv.Draw(), mv.Leap(), mv.Gaze(), mv.GazePair()
SPLIT, UNDER, TRASH, PASS, FIELD = mv.Split(), mv.Under(), mv.Trash(), mv.Pass(), mv.ForceField()


def pair_of(victim: int, cards: str = "raid-a raid-a") -> mv.Raid:
    return mv.Raid(tuple(cards.split()), "pair", (victim,))


class Script:
    """Chance that gives what the test has written down for a label, in order, and 0 where nothing is written."""

    def __init__(self, draws: dict[str, list[int]] | None = None) -> None:
        self.draws = {label: list(values) for label, values in (draws or {}).items()}
        self.asked: list[tuple[str, int]] = []

    def below(self, n: int, label: str, i: int = 0) -> int:
        assert (label, i) not in self.asked, f"{label}/{i} is drawn twice"
        self.asked.append((label, i))
        values = self.draws.get(label)
        value = values.pop(0) if values else 0
        assert 0 <= value < n
        return value


class Table:
    """A match in progress. Piles are written top first; hands and piles as words."""

    def __init__(
        self,
        *hands: str,
        draw: str = "asteroid leap leap leap leap",
        discard: str = "",
        crystals: Iterable[int] | None = None,
        turn: int = A,
        owed: int = 1,
        under_fire: bool = False,
        chance: Script | None = None,
        **options: object,
    ) -> None:
        seats = len(hands)
        self.chance = chance or Script()
        self.now = 1_000
        self.log: list[Event] = []
        self.truth = GAME.start(seats)
        self.projections = {viewer: GAME.start(seats) for viewer in (*range(seats), None)}
        settings = {"min_window_ms": 0, "fast_pass": False, **options}
        resolved = GAME.resolve(Options(**settings), seats)
        self._record([GamePrepared(resolved, 3, "none")])
        self._record([HandDealt(seat, tuple(hand.split())) for seat, hand in enumerate(hands)])
        for state in (self.truth, *self.projections.values()):
            state.crystals = list(crystals or [3] * seats)
            state.discard = discard.split()[::-1]
            state.draw = [None] * len(draw.split())
            state.out = [seat for seat in range(seats) if state.crystals[seat] == 0]
            state.players = [seat for seat in range(seats) if state.crystals[seat]]
        self.truth.draw = draw.split()[::-1]
        self._record([TurnBegan(turn, owed, under_fire)])

    def _record(self, events: list[Event], *, applied: bool = False) -> list[Event]:
        self.log += events
        for event in events:
            if not applied:
                GAME.apply(self.truth, event, self.now)
            for viewer, projection in self.projections.items():
                seen = seen_by(event, viewer)
                if seen is not None:
                    GAME.apply(projection, seen, self.now)
        return events

    def decision(self, seat: int) -> Decision:
        [decision] = [d for d in GAME.pending(self.truth) if d.seat == seat]
        assert decision in GAME.pending(self.projections[seat])
        return decision

    def moves(self, seat: int) -> list[Move]:
        decision = self.decision(seat)
        moves = list(GAME.legal(self.truth, decision))
        assert moves == list(GAME.legal(self.projections[seat], decision))
        return moves

    def waits_for(self) -> list[tuple[int, str]]:
        return [(d.seat, d.kind) for d in GAME.pending(self.truth) if d.required]

    def play(self, seat: int, move: Move) -> list[Event]:
        """One move alone; returns what happened."""
        assert move in self.moves(seat)
        self.now += 1
        return self._record(GAME.play(self.truth, self.decision(seat), move, self.chance, self.now), applied=True)

    def do(self, seat: int, move: Move, *fields: int) -> list[Event]:
        """A move, the Force Fields of the seats ``fields`` in this order, and then only passes."""
        events = self.play(seat, move)
        for owner in fields:
            events += self.play(owner, FIELD)
        return events + self.all_pass()

    def all_pass(self) -> list[Event]:
        events: list[Event] = []
        while self.truth.phase == "window":
            events += self.play(next(seat for seat, _ in self.waits_for()), PASS)
        return events

    def refuses(self, seat: int, move: Move) -> str | None:
        """The rule that refuses ``move``, the same from the truth and from what the seat knows."""
        assert move not in self.moves(seat)
        decision = self.decision(seat)
        refusal = GAME.explain(self.truth, decision, move)
        seen = GAME.explain(self.projections[seat], decision, move)
        assert (refusal.rule, refusal.detail) == (seen.rule, seen.detail)
        return refusal.rule

    def leave(self, seat: int) -> list[Event]:
        self.now += 1
        return self._record(GAME.leave(self.truth, seat, self.chance, self.now), applied=True)

    def prefer(self, seat: int, auto_pass: str | None) -> list[Event]:
        self.now += 1
        preferences = Preferences(auto_pass=auto_pass)
        return self._record(GAME.prefer(self.truth, seat, preferences, self.chance, self.now), applied=True)

    def wake(self) -> list[Event]:
        """Time passes until the server has to act."""
        due = GAME.wake(self.truth)
        assert due is not None
        self.now = max(self.now, due)
        return self._record(GAME.on_wake(self.truth, self.chance, self.now), applied=True)

    def absent(self, seat: int) -> list[Event]:
        """The server answers for ``seat``."""
        return self.play(seat, GAME.fallback(self.truth, self.decision(seat), self.chance))

    def hand(self, seat: int, viewer: Viewer | str = "truth") -> str:
        return _words(self._state(viewer).hands[seat])

    def draw(self, viewer: Viewer | str = "truth") -> str:
        return _words(self._state(viewer).draw[::-1])

    def discard(self, viewer: Viewer | str = "truth") -> str:
        return _words(self._state(viewer).discard[::-1])

    def _state(self, viewer: Viewer | str) -> object:
        return self.truth if viewer == "truth" else self.projections[viewer]

    def turn(self) -> tuple[int, int, bool]:
        """Whose turn it is, how many are owed, and whether under fire."""
        return self.truth.cur, self.truth.owed, self.truth.under_fire

    def seen(self, viewer: Viewer, events: list[Event]) -> list[Event]:
        return [seen for event in events if (seen := seen_by(event, viewer)) is not None]


def _words(cards: Iterable[str | None]) -> str:
    return " ".join(card or "?" for card in cards)
