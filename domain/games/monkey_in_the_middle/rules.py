"""How a match is played: set-up, rounds and their resolution, races that end, and seats that leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.chance import Chance, chosen, shuffled
from domain.event import Event
from domain.game import Decision, Inputs, Recording
from domain.games.monkey_in_the_middle import events as ev
from domain.games.monkey_in_the_middle import moves as mv
from domain.games.monkey_in_the_middle.cards import HAND
from domain.games.monkey_in_the_middle.legal import CHOOSE, DECLINE, GIVE, READY, disputed, playable
from domain.games.monkey_in_the_middle.moves import Move
from domain.games.monkey_in_the_middle.options import Options, Preferences, deck_of
from domain.games.monkey_in_the_middle.pointing import Pointers, pointing
from domain.games.monkey_in_the_middle.scoring import Score, ranking, score
from domain.games.monkey_in_the_middle.state import State, apply

Record: TypeAlias = Recording[State]


def setup(state: State, options: Options, inputs: Inputs, chance: Chance, now: int) -> list[Event]:
    """Section 2: every player's own deck is shuffled and a hand is dealt. ``options`` are resolved."""
    rec = Recording(state, apply, chance, now)
    rec.record(ev.GamePrepared(options, inputs.bots))
    cards, dealt = deck_of(options), HAND if options.hands else 0
    for seat in range(state.seats):
        deck = shuffled(cards, chance, f"deck/{seat}")
        kept = len(deck) - dealt
        rec.record(ev.DeckDealt(seat, tuple(deck[kept:]), tuple(deck[:kept])))
    _begin_round(rec)
    return rec.events


def pending(state: State) -> list[Decision]:
    """Who may decide what, now. The decisions of a seat are the same from the truth and from its own projection."""
    return list(state.open.values())


def _begin_round(rec: Record) -> None:
    state, options = rec.state, rec.state.options
    bound = tuple(sorted(state.caught)) if options.monkey_business else ()
    if options.hands:
        rec.record(ev.RoundBegan(state.round + 1, "card", bound, None))
    else:
        delay = options.auto_reveal_ms
        deadline = rec.now + delay if isinstance(delay, int) else None
        rec.record(ev.RoundBegan(state.round + 1, "ready", bound, deadline))


def _reveal(rec: Record, cards: tuple[str, ...]) -> None:
    """Everything that the reveal alone decides (R-4): monkeys first, then bananas."""
    rec.record(ev.CardsRevealed(cards))
    found = pointing(cards)
    for seat in found.caught:
        rec.record(ev.MonkeyCaught(seat))
    for owner, pointers in found.bananas:
        if len(pointers) == 2:
            _dispute(rec, owner, pointers)
        else:
            rec.record(ev.BananaTaken(owner, pointers[0] if pointers else owner))
    if not rec.state.free_for_alls:
        _place_coconuts(rec, cards)


def _dispute(rec: Record, owner: int, pointers: Pointers) -> None:
    options = rec.state.options
    if options.free_for_all == "pointers_lottery":
        _award(rec, owner, pointers)
    else:
        assert options.claim_ms is not None
        rec.record(ev.FreeForAllOpened(owner, options.free_for_all == "race", rec.now + options.claim_ms))


def _award(rec: Record, owner: int, claimants: tuple[int, ...]) -> None:
    """One of the claimants takes the banana, with equal chances; without any the owner does (R-9)."""
    taker = chosen(claimants, rec.chance, f"free-for-all/{rec.state.round}/{owner}") if claimants else owner
    rec.record(ev.FreeForAllDecided(owner, claimants, taker))


def _settle_free_for_alls(rec: Record) -> None:
    """Decide what everybody has answered or whose time is over (4.4), and go on after the last one."""
    state = rec.state
    for owner, dispute in sorted(state.free_for_alls.items(), key=lambda item: (item[1].ends, item[0])):
        if rec.now >= dispute.ends or len(dispute.claims) + len(dispute.declines) == len(dispute.asked):
            _award(rec, owner, tuple(sorted(dispute.claims)))
    if not state.free_for_alls:
        _place_coconuts(rec, state.reveals[-1])


def _place_coconuts(rec: Record, cards: tuple[str, ...]) -> None:
    """4.3: what is pointed at twice waits for its owner's choice. ``cards``: those of this round, by seat."""
    state = rec.state
    for owner, pointers in pointing(cards).coconuts:
        if len(pointers) < 2:
            rec.record(ev.CoconutTaken(owner, pointers[0] if pointers else owner))
        elif state.options.coconut_pick == "pointers":
            rec.record(ev.CoconutContested(owner, pointers))
        else:
            rec.record(ev.CoconutContested(owner, tuple(seat for seat in range(state.seats) if seat != owner)))
    if not state.recipients:
        _end_round(rec)


def _end_round(rec: Record) -> None:
    """3.5, 3.6: draw and begin the next round, or score."""
    state = rec.state
    if state.options.hands:
        for seat, deck in enumerate(state.decks):
            if deck:
                rec.record(ev.CardDrawn(seat, deck[-1]))
    if state.hands[0] or state.decks[0]:
        _begin_round(rec)
    else:
        _score(rec)


def standing(state: State) -> tuple[Score, ...]:
    """What every seat would have if the match ended now."""
    return tuple(
        score(bananas, coconuts, len(middle))
        for bananas, coconuts, middle in zip(state.bananas, state.coconuts, state.middles, strict=True)
    )


def _score(rec: Record) -> None:
    scores = standing(rec.state)
    rec.record(ev.GameScored(scores, ranking(scores, rec.state.left)))


def _play_card(rec: Record, decision: Decision, move: mv.Choose) -> None:
    state, seat = rec.state, decision.seat
    if state.chosen[seat]:
        rec.record(ev.CardChanged(seat, move.card))
        return
    last = state.chosen.count(False) == 1
    rec.record(ev.CardChosen(seat, move.card, not last and seat not in state.bots and seat not in state.left))
    if last:
        _reveal(rec, tuple(state.choices))  # type: ignore[arg-type]


def _turn_over(rec: Record) -> None:
    """7.2: without hands everybody reveals the top card of the own deck."""
    _reveal(rec, tuple(deck[-1] for deck in rec.state.decks))  # type: ignore[misc]


def _play_ready(rec: Record, decision: Decision, move: mv.Ready) -> None:
    rec.record(ev.SeatReady(decision.seat))
    if not rec.state.open:
        _turn_over(rec)


def _play_claim(rec: Record, decision: Decision, move: mv.Claim) -> None:
    """In a race the first claim starts the photo finish, which never outlasts the window (R-8)."""
    state = rec.state
    dispute = state.free_for_alls[move.owner]
    ends = dispute.ends
    if state.options.free_for_all == "race" and not dispute.claims:
        ends = min(ends, rec.now + state.options.photo_finish_ms)
    rec.record(ev.BananaClaimed(decision.seat, move.owner, ends))
    _settle_free_for_alls(rec)


def _play_decline(rec: Record, decision: Decision, move: mv.Decline) -> None:
    rec.record(ev.BananaDeclined(decision.seat, move.owner))
    _settle_free_for_alls(rec)


def _play_give(rec: Record, decision: Decision, move: mv.Give) -> None:
    """Choices of several owners are revealed together (4.3)."""
    state = rec.state
    rec.record(ev.RecipientChosen(decision.seat, move.to))
    if len(state.gifts) == len(state.recipients):
        for owner, to in sorted(state.gifts.items()):
            rec.record(ev.CoconutTaken(owner, to))
        _end_round(rec)


_PLAYS: dict[type[Move], Callable[[Record, Decision, Any], None]] = {
    mv.Choose: _play_card,
    mv.Ready: _play_ready,
    mv.Claim: _play_claim,
    mv.Decline: _play_decline,
    mv.Give: _play_give,
}


def play(state: State, decision: Decision, move: Move, chance: Chance, now: int) -> list[Event]:
    """Play ``move``, one of ``legal``, as the answer of its seat to ``decision``."""
    rec = Recording(state, apply, chance, now)
    _PLAYS[type(move)](rec, decision, move)
    return rec.events


def wake(state: State) -> int | None:
    """When the next free-for-all is decided or the round is revealed by itself, in ms; computed from the truth."""
    return min((dispute.ends for dispute in state.free_for_alls.values()), default=state.deadline)


def on_wake(state: State, chance: Chance, now: int) -> list[Event]:
    """Decides what is due by ``now``; nothing where nothing is."""
    rec = Recording(state, apply, chance, now)
    if state.free_for_alls:
        _settle_free_for_alls(rec)
    elif state.deadline is not None and now >= state.deadline:
        _turn_over(rec)
    return rec.events


def fallback(state: State, decision: Decision, chance: Chance) -> Move:
    """What an absent seat does (R-16); a choice that may still be changed stands."""
    seat, label = decision.seat, f"fallback/{decision.id}"
    match decision.kind:
        case "claim":
            return DECLINE[disputed(state, decision)]
        case "coconut":
            return GIVE[chosen(state.recipients[seat], chance, label)]
        case "ready":
            return READY
        case _:
            return CHOOSE[state.choices[seat] if state.chosen[seat] else chosen(playable(state, seat), chance, label)]


def leave(state: State, seat: int, chance: Chance, now: int) -> list[Event]:
    """A seat resigns or is removed (R-17), in any phase; nothing where it has left or the match is over."""
    rec = Recording(state, apply, chance, now)
    if seat in state.left or state.phase == "over":
        return rec.events
    rec.record(ev.SeatLeft(seat))
    if state.seats - len(state.left) < 2:
        _score(rec)
    return rec.events


def prefer(state: State, seat: int, preferences: Preferences, chance: Chance, now: int) -> list[Event]:
    """There is nothing to prefer."""
    return []
