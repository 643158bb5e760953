"""A bot of Diamant in the class interface: it goes home when the next card is too likely to be deadly for what it carries."""


class IA_Diamant:  # noqa: N801  # the interface's own name
    """Follows the path from the turns that it is told, and weighs what it carries against the traps."""

    def __init__(self, match: str) -> None:
        rounds, players, names, index = match.split("|")
        self.rounds, self.players, self.me = int(rounds), int(players), int(index)
        self.names = names.split(",")
        print("Bonjour, je suis", self.names[self.me])
        self.new_round()

    def new_round(self) -> None:
        """Everybody enters the cave with empty pockets."""
        self.carried, self.on_path, self.inside, self.cards = 0, 0, self.players, 0
        self.traps: set[str] = set()

    def action(self, tour: str) -> str:
        """X to explore, R to return."""
        letters, card = tour.split("|")
        players = letters.split(",")
        returned = players.count("R")
        if returned:
            self.on_path %= returned
        self.inside = players.count("X")
        self.cards += 1
        if card.isdigit() and self.inside:
            self.carried += int(card) // self.inside
            self.on_path += int(card) % self.inside
        elif card.startswith("P"):
            self.traps.add(card)
        if self.carried + self.on_path == 0:
            return "X"
        danger = 2 * len(self.traps) / max(1, 31 - self.cards)
        return "R" if danger * (self.carried + self.on_path) > 3.5 * (1 - danger) else "X"

    def fin_de_manche(self, raison: str, dernier_tour: str) -> None:
        """A round is over: everybody returned (R), or a trap struck."""
        print("Fin de manche :", raison, dernier_tour)
        self.new_round()

    def game_over(self, scores: str) -> None:
        """The gems of every player."""
        print("Scores :", scores)
