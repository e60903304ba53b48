"""Labelled draws: repeatable from the key alone, exactly uniform, and the shuffle that stands on them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from math import factorial
from pathlib import Path

import pytest

from domain import chance
from domain.chance import KeyedChance, chosen, commitment, match_key, shuffled

VECTORS = json.loads(Path(__file__).with_name("chance_vectors.json").read_text(encoding="utf-8"))
"""Made by another implementation, which writes HMAC out by RFC 2104. A match is proved by them: never change one."""


class Script:
    """Chance that gives ``draws`` one after the other and remembers what was asked."""

    def __init__(self, draws):
        self.draws = list(draws)
        self.asked = []

    def below(self, n, label, i=0):
        self.asked.append((n, label, i))
        return self.draws.pop(0)


@pytest.mark.parametrize("draw", VECTORS["draws"], ids=lambda draw: f"{draw['key'][:4]}-{draw['n']}-{draw['label']}")
def test_a_draw_is_what_it_always_was(draw):
    found = KeyedChance(bytes.fromhex(draw["key"])).below(draw["n"], draw["label"], draw["i"])
    assert found == draw["value"]


def test_the_vectors_hold_draws_that_were_rejected_once_and_more_often():
    assert {0, 1, 2} <= {draw["rejected"] for draw in VECTORS["draws"]}


@pytest.mark.parametrize("vector", VECTORS["commitments"])
def test_a_commitment_is_what_it_always_was(vector):
    assert commitment(vector["match"], bytes.fromhex(vector["secret"])) == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["keys"])
def test_a_match_key_is_what_it_always_was(vector):
    assert match_key(bytes.fromhex(vector["secret"]), vector["header"].encode()).hex() == vector["key"]


def test_no_two_matches_and_secrets_are_committed_to_alike():
    assert commitment("ab", b"c") != commitment("a", b"bc")
    assert commitment("", b"abc") != commitment("abc", b"")


def test_a_draw_depends_on_key_label_and_number_and_on_no_other_draw():
    source = KeyedChance(bytes(32))
    first = [source.below(2**64, "deal", i) for i in range(8)]
    assert len(set(first)) == 8
    assert [source.below(2**64, "deal", i) for i in reversed(range(8))] == first[::-1]
    assert source.below(2**64, "pile") != source.below(2**64, "deal")
    assert KeyedChance(bytes(31) + b"\1").below(2**64, "deal") != first[0]


@pytest.mark.parametrize("n", range(1, 9))
def test_each_result_comes_from_equally_many_words(n, monkeypatch):
    """Every word of a three-bit generator once: what is not rejected hits each result equally often."""
    words = iter(reversed(range(8)))
    monkeypatch.setattr(chance, "_WORD", 8)
    monkeypatch.setattr(chance.hmac, "digest", lambda *_: next(words).to_bytes(8, "big"))
    results = Counter(KeyedChance(b"").below(n, "x") for _ in range(8 // n * n))
    assert results == dict.fromkeys(range(n), 8 // n)
    assert not list(words), "what is left over should have been rejected"


def test_a_rejected_word_is_followed_by_the_next_of_the_same_draw(monkeypatch):
    asked = []
    words = iter((2**64 - 1, 2**64 - 1, 5))

    def digest(key, message, name):
        asked.append(message)
        return next(words).to_bytes(8, "big") + bytes(24)

    monkeypatch.setattr(chance.hmac, "digest", digest)
    assert KeyedChance(b"").below(6, "deal", 3) == 5
    assert asked == [b"deal/3/0", b"deal/3/1", b"deal/3/2"]


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_cannot_be_drawn_from(n):
    with pytest.raises(ValueError, match="nothing"):
        KeyedChance(b"").below(n, "x")


@pytest.mark.parametrize("size", range(6))
def test_every_permutation_comes_from_exactly_one_row_of_draws(size):
    rows = product(*(range(i + 1) for i in range(size - 1, 0, -1)))
    found = Counter(tuple(shuffled(range(size), Script(row), "x")) for row in rows)
    assert len(found) == factorial(size)
    assert set(found.values()) == {1}


def test_draw_i_of_a_shuffle_decides_place_i():
    script = Script([0, 1, 0])
    assert shuffled("abcd", script, "deal") == ["c", "d", "b", "a"]
    assert script.asked == [(4, "deal", 3), (3, "deal", 2), (2, "deal", 1)]


def test_a_shuffle_leaves_its_argument_as_it_is():
    cards = ["a", "b", "c"]
    shuffled(cards, Script([0, 0]), "x")
    assert cards == ["a", "b", "c"]


def test_one_of_several_has_equal_chances_and_its_own_number():
    script = Script([2])
    assert chosen("abc", script, "first", 7) == "c"
    assert script.asked == [(3, "first", 7)]
