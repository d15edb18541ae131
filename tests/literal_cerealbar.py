"""CerealBar once more, as literally as the paper's appendices say it: with coordinates, dicts and lists, and
without the tables of `cq.env.cerealbar`.
"""

from __future__ import annotations

from itertools import combinations

from cq.env.cerealbar.deck import Card, card_of
from cq.env.cerealbar.rules import State

CLOCKWISE = ["northeast", "east", "southeast", "southwest", "west", "northwest"]
STEPS = {"leader": 5, "follower": 10}


class Undefined(Exception):
    pass


def valid_set(cards: list[Card]) -> bool:
    return (
        len(cards) == 3
        and len({card.colour for card in cards}) == 3
        and len({card.shape for card in cards}) == 3
        and len({card.number for card in cards}) == 3
    )


def has_set(cards: list[Card]) -> bool:
    return any(valid_set(list(three)) for three in combinations(cards, 3))


def extra_turns(score: int) -> int:
    """Turns that the set which leads to this score adds, both players counted."""
    if score == 1:
        return 10
    if score in (2, 3):
        return 8
    if score in (4, 5):
        return 6
    if score in (6, 7):
        return 4
    return 2 if score in (8, 9, 10) else 0


def neighbour(place: tuple[int, int], heading: str) -> tuple[int, int]:
    x, y = place
    odd = y % 2 == 1
    if heading == "east":
        return x + 1, y
    if heading == "west":
        return x - 1, y
    up = 1 if heading.startswith("north") else -1
    if heading.endswith("east"):
        return (x + 1 if odd else x), y + up
    return (x if odd else x - 1), y + up


class LiteralGame:
    """A game that changes in place."""

    def __init__(self, state: State) -> None:
        def place(pose: int) -> dict[str, object]:
            cell, heading = divmod(pose, 6)
            return {"place": (cell % 25, cell // 25), "heading": CLOCKWISE[heading]}

        self.players = {"leader": place(state.leader), "follower": place(state.follower)}
        self.obstacles = {
            (cell % 25, cell // 25)
            for cell in range(625)
            if state.map.objects[cell] or state.map.terrain[cell] not in (1, 2)
        }
        self.cards = {(c % 25, c // 25): card_of(code) for c, code in enumerate(state.cards) if code}
        self.selected: list[tuple[int, int]] = []
        self.queue: list[str] = []
        self.turn, self.steps, self.turns = "leader", 5, 12
        self.score = self.finished = 0

    def act(self, action: int | str, new_cards) -> None:
        """`new_cards` gives the cards after a set, as {(x, y): Card}."""
        if self.turns <= 0:
            raise Undefined
        if isinstance(action, str):
            if self.turn == "follower" or not action.strip():
                raise Undefined
            self.queue.append(action)
        elif action == 4:
            self.done()
        elif action not in (0, 1, 2, 3):
            raise Undefined
        else:
            self.move(action, new_cards)

    def done(self) -> None:
        if self.turn == "leader" and self.queue:
            self.give_turn_to("follower")
        elif self.turn == "leader":
            self.give_turn_to("follower")
            self.give_turn_to("leader")
            self.turns = max(self.turns, 0)
        elif not self.queue:
            raise Undefined
        else:
            self.queue.pop(0)
            self.finished += 1
            if not self.queue:
                self.give_turn_to("leader")

    def give_turn_to(self, player: str) -> None:
        self.turn, self.steps = player, STEPS[player]
        self.turns -= 1

    def move(self, action: int, new_cards) -> None:
        if self.steps == 0:
            raise Undefined
        player = self.players[self.turn]
        at = CLOCKWISE.index(player["heading"])
        if action in (2, 3):
            player["heading"] = CLOCKWISE[(at + (1 if action == 2 else 5)) % 6]
        else:
            way = player["heading"] if action == 0 else CLOCKWISE[(at + 3) % 6]
            x, y = neighbour(player["place"], way)
            if not (0 <= x < 25 and 0 <= y < 25) or (x, y) in self.obstacles:
                raise Undefined
            player["place"] = (x, y)
            if (x, y) in self.cards:
                self.toggle((x, y), new_cards)
        self.steps -= 1
        if self.turn == "follower" and self.steps == 0:
            self.give_turn_to("leader")

    def toggle(self, place: tuple[int, int], new_cards) -> None:
        if place in self.selected:
            self.selected.remove(place)
        else:
            self.selected.append(place)
        if valid_set([self.cards[other] for other in self.selected]):
            for other in self.selected:
                del self.cards[other]
            self.selected = []
            self.score += 1
            self.turns += extra_turns(self.score)
            self.cards.update(new_cards())

    def agrees_with(self, state: State) -> bool:
        def place(player: str) -> int:
            x, y = self.players[player]["place"]
            return (y * 25 + x) * 6 + CLOCKWISE.index(self.players[player]["heading"])

        cards = {(c % 25, c // 25): card_of(code) for c, code in enumerate(state.cards) if code}
        return (
            cards == self.cards
            and [(c % 25, c // 25) for c in state.selected] == self.selected
            and (state.leader, state.follower) == (place("leader"), place("follower"))
            and list(state.queue) == self.queue
            and state.player.name.lower() == self.turn
            and (state.steps, state.turns, state.score, state.finished)
            == (self.steps, self.turns, self.score, self.finished)
        )
