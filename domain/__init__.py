"""The games and the life of a match: pure functions over values, without store, clock or randomness of their own."""
