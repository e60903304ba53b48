"""The parts of the API, in the order of the document."""

from __future__ import annotations

from api.operation import Resource
from api.resources.forks import forks
from api.resources.games import games
from api.resources.lists import lists
from api.resources.log import log
from api.resources.matches import matches
from api.resources.moves import moves
from api.resources.players import players
from api.resources.replays import replays
from api.resources.seats import seats
from api.resources.service import service

RESOURCES: tuple[Resource, ...] = (games, players, lists, matches, seats, moves, log, replays, forks, service)
