"""Equilibria and best responses: published values, a linear programme, and an enumeration of every pure strategy, all written here."""

import time
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from enumeration import Truth, matrix_value
from scipy.optimize import linprog  # type: ignore[import-untyped]  # it has no stubs

import joute
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State
from joute.search.equilibrium.agent_policy import PolicyReader
from joute.search.equilibrium.cfr import find_equilibrium
from joute.search.equilibrium.game_tree import GameTree, TreeTooLarge, build_tree
from joute.search.equilibrium.nashconv import measure, nashconv
from joute.search.equilibrium.public_roots import find_roots, fitting_states
from joute.search.equilibrium.sequence_form import best_response, gap, uniform_strategy

SMALL = Path(__file__).parent.parent / "small"
EXAMPLES = SMALL.parent.parent / "examples"
Infoset = tuple[object, ...]  # the seat, then everything that it saw and chose, in order
Leaf = tuple[Infoset, Infoset, float]  # the last sequence of each seat, and the chance of the leaf times the payoff of seat 0


def small(name: str, **options: object) -> Game:
    folder = EXAMPLES / name if (EXAMPLES / name).is_dir() else SMALL
    return joute.game(str(folder / f"{name}.py"), **options)


class PlainTree:
    """The tree in plain Python, which shares nothing with the compiled one: information sets are tuples, leaves are a list."""

    def __init__(self, game: Game, roots: list[tuple[State, float]] | None = None) -> None:
        self.game = game
        self.actions: dict[Infoset, list[int]] = {}
        self.leaves: list[Leaf] = []
        self.nodes = 1
        for state, odds in roots or [(game.laid_out(), 1.0)]:
            self._walk(state, odds, ((0,), (1,)), {})

    def _walk(self, state: State, odds: float, known: tuple[Infoset, Infoset], chosen: dict[int, int]) -> None:
        self.nodes += 1
        game = self.game
        if not chosen and game.over(state):
            first, second = game.returns(state)
            self.leaves.append((*known, odds * (first - second) / 2))
            return
        waiting = [seat for seat in game.movers(state) if seat not in chosen]
        if not waiting:
            for outcome, chance in enumerate(game.chances(state)):
                if chance > 0:
                    after = state.copy()
                    game.resolve(after, outcome)
                    self._walk(after, odds * chance, known, {})
            return
        seat = waiting[0]
        infoset = (*known[seat], game.view(state, seat).array.tobytes())
        legal = game.legal_numbers(state, seat)
        assert self.actions.setdefault(infoset, legal) == legal
        for action in legal:
            after, choices = state.copy(), {**chosen, seat: action}
            if len(waiting) == 1:
                game.advance(after, choices)
                choices = {}
            sequence = (*infoset, action)
            self._walk(after, odds, (sequence, known[1]) if seat == 0 else (known[0], sequence), choices)

    def value(self) -> float:
        """The value of the game for seat 0, by the linear programme of the sequence form (von Stengel 1996; Koller et al. 1996)."""
        own: list[Infoset] = [(0,), *[(*infoset, action) for infoset, legal in self.actions.items() if infoset[0] == 0 for action in legal]]
        sequences: list[Infoset] = [
            (1,),
            *[(*infoset, action) for infoset, legal in self.actions.items() if infoset[0] == 1 for action in legal],
        ]
        values = [infoset for infoset in self.actions if infoset[0] == 1]
        column = {name: place for place, name in enumerate([*own, *values, ("value",)])}
        # Row by row: the value of what seat 1 plays is at most what its leaves and the information sets after it are worth.
        bounds, row = np.zeros((len(sequences), len(column))), {name: place for place, name in enumerate(sequences)}
        for name, place in row.items():
            bounds[place, column[name[:-1] if len(name) > 1 else ("value",)]] = 1
        for infoset in values:
            bounds[row[infoset[:-1]], column[infoset]] -= 1
        for first, second, weight in self.leaves:
            bounds[row[second], column[first]] -= weight
        plans = [infoset for infoset in self.actions if infoset[0] == 0]
        equal, right = np.zeros((len(plans) + 1, len(column))), np.zeros(len(plans) + 1)
        equal[0, column[(0,)]], right[0] = 1, 1
        for place, infoset in enumerate(plans, 1):
            equal[place, column[infoset[:-1]]] = -1
            for action in self.actions[infoset]:
                equal[place, column[(*infoset, action)]] = 1
        limits = [(0, None)] * len(own) + [(None, None)] * (len(values) + 1)
        goal = np.zeros(len(column))
        goal[-1] = -1
        solved = linprog(goal, bounds, np.zeros(len(sequences)), equal, right, limits, method="highs")
        assert solved.success
        return -float(solved.fun)

    def payoff(self, strategy: dict[Infoset, list[float]]) -> float:
        """What seat 0 gets when both follow their strategies."""

        def plan(sequence: Infoset) -> float:
            share = 1.0
            for end in range(3, len(sequence) + 1, 2):
                infoset = sequence[: end - 1]
                share *= strategy[infoset][self.actions[infoset].index(int(str(sequence[end - 1])))]
            return share

        return sum(weight * plan(first) * plan(second) for first, second, weight in self.leaves)

    def best_gains(self, strategy: dict[Infoset, list[float]]) -> tuple[float, float]:
        """What the best pure strategy of each seat gains, by trying all of them."""
        base, gains = self.payoff(strategy), []
        for seat, sign in ((0, 1), (1, -1)):
            own = [infoset for infoset in self.actions if infoset[0] == seat]
            tried = []
            for choices in product(*[range(len(self.actions[infoset])) for infoset in own]):
                pure = {
                    infoset: [1.0 if place == chosen else 0.0 for place in range(len(self.actions[infoset]))]
                    for infoset, chosen in zip(own, choices, strict=True)
                }
                tried.append(sign * self.payoff({**strategy, **pure}))
            gains.append(max(tried) - sign * base)
        return gains[0], gains[1]


# --- equilibria ---------------------------------------------------------------------------------------------------------------


def test_kuhn_poker_is_worth_minus_one_eighteenth_to_the_first_seat() -> None:
    found = find_equilibrium(build_tree(small("kuhn")), 1e-4)
    assert found.gap.nashconv <= 1e-4
    assert found.value == pytest.approx(-1 / 18, abs=1e-4)


def test_leduc_poker_has_its_published_value() -> None:
    tree = build_tree(small("leduc"))
    assert (tree.n_infosets, tree.n_sequences) == (288, 673)
    found = find_equilibrium(tree, 0.001)
    assert found.gap.nashconv <= 0.001
    assert found.value == pytest.approx(-0.085606, abs=0.001)


def test_cfr_plus_takes_seconds_for_the_small_pokers() -> None:
    for name in ("kuhn", "leduc"):
        tree = build_tree(small(name))
        find_equilibrium(tree, max_iterations=1)  # compiled
        began = time.process_time()
        assert find_equilibrium(tree, 0.001).gap.nashconv <= 0.001
        assert time.process_time() - began < 10


@pytest.mark.parametrize(("name", "target"), [("kuhn", 0.02), ("leduc", 0.3)])
def test_external_sampling_finds_the_equilibrium_too(name: str, target: float) -> None:
    tree = build_tree(small(name))
    found = find_equilibrium(tree, target, method="mccfr", max_iterations=300_000, seed=1)
    assert found.gap.nashconv <= target
    assert found.gap.nashconv < gap(tree, uniform_strategy(tree)).nashconv / 10
    assert find_equilibrium(tree, target, method="mccfr", seed=1).gap == found.gap


@pytest.mark.parametrize(
    "game",
    [
        small("kuhn"),
        small("goofspiel", shuffled=True),
        small("goofspiel", cards=3, missing=2, head=1),
        small("goofspiel", cards=3, missing=2, points=False),
    ],
    ids=repr,
)
def test_a_linear_programme_finds_the_same_value(game: Game) -> None:
    plain, tree = PlainTree(game), build_tree(game)
    assert (tree.n_nodes, tree.n_infosets) == (plain.nodes, len(plain.actions))
    assert find_equilibrium(tree, 1e-3).value == pytest.approx(plain.value(), abs=1e-3)


@pytest.mark.slow
def test_a_linear_programme_finds_the_same_value_of_leduc() -> None:
    assert PlainTree(small("leduc").fast()).value() == pytest.approx(-0.085606, abs=1e-6)


@pytest.mark.parametrize("deck", ["guard:2+priest+baron+princess", "guard+priest+baron:2+handmaid", "guard:2+priest+prince+countess"])
def test_small_decks_of_love_letter_are_worth_what_the_linear_programme_says(deck: str) -> None:
    game = joute.game("love_letter", tokens=1, face_up=0, deck=deck).fast()
    found = find_equilibrium(build_tree(game), 1e-4)
    assert found.value - 0.5 == pytest.approx(PlainTree(game).value(), abs=1e-4)


@pytest.mark.parametrize("options", [{"missing": 3}, {"cards": 4, "missing": 2, "head": 2}])
def test_simultaneous_choices_are_worth_what_matrices_say(options: dict[str, object]) -> None:
    game = small("goofspiel", **options)
    truth = Truth(game, matrix_value).value(game.laid_out(), 10)
    assert find_equilibrium(build_tree(game), 1e-3).value == pytest.approx(truth, abs=1e-3)


@pytest.mark.parametrize("teams", [("bulbizarre", "carapuce"), ("pikachu", "osselait"), ("salameche", "pikachu")])
def test_two_turns_of_one_creature_each_are_worth_what_matrices_say(teams: tuple[str, str]) -> None:
    game = joute.game("pokemon", team=teams[0], team2=teams[1], turns=2)
    truth = Truth(game, matrix_value).value(game.laid_out(), 10)
    found = find_equilibrium(build_tree(game), 1e-3)
    assert found.value == pytest.approx((1 + truth) / 2, abs=1e-3), "the chance to win, for a score from -1 to 1"


# --- agents ---------------------------------------------------------------------------------------------------------------------


def sampled_strategy(plain: PlainTree, texts: tuple[str, str], samples: int) -> dict[Infoset, list[float]]:
    agents = [joute.agent(text, plain.game.fast()) for text in texts]
    strategy = {}
    for infoset, legal in plain.actions.items():
        seat, seen = int(str(infoset[0])), infoset[-1]
        assert isinstance(seen, bytes)
        view = State(np.frombuffer(bytearray(seen), plain.game.dtype), seat)
        if texts[seat] == "random":
            strategy[infoset] = [1 / len(legal)] * len(legal)
            continue
        chosen = [agents[seat].choose(view.copy(), seat, seed_of("policy", 0, seat, sample, seen.hex())) for sample in range(samples)]
        strategy[infoset] = [chosen.count(action) / samples for action in legal]
    return strategy


@pytest.mark.parametrize(
    "texts",
    [
        ("random", "random"),
        ("ismcts:iterations=50", "random"),
        ("ismcts:iterations=30", "ismcts:iterations=30"),
        ("random", "determinized:iterations=20"),
    ],
)
def test_the_best_response_is_the_best_of_all_pure_strategies(texts: tuple[str, str]) -> None:
    game = small("kuhn")
    plain = PlainTree(game)
    strategy = sampled_strategy(plain, texts, 4)
    found = nashconv(game, *texts, samples=4)
    assert found.value == pytest.approx(plain.payoff(strategy))
    assert found.gains == pytest.approx(plain.best_gains(strategy))
    assert found.exploitability == pytest.approx(sum(plain.best_gains(strategy)) / 2)


class AlwaysBets(joute.Agent):
    """Never passes."""

    def consider(self, view: State, seat: int, seed: int = 0, stop: joute.Stop | None = None) -> joute.Opinion:
        """A bet."""
        return joute.Opinion(self.legal(view, seat)[-1])


def test_an_agent_is_asked_only_where_its_own_choices_lead() -> None:
    game = small("kuhn")
    found = nashconv(game, AlwaysBets(game), "random")
    assert found.sources == ("sampled", "known")
    assert found.asked == 3, "with three cards, but never after its own pass"
    # Against a bet with every card the Jack folds (-1), the Queen is even, and the King calls (+2): a third on average.
    assert found.gains[1] == pytest.approx(1 / 3 + found.value)


def test_an_agent_that_states_its_mixture_is_asked_once() -> None:
    game = small("goofspiel", cards=3)
    reader = PolicyReader(joute.agent("simultaneous:depth=3", game.fast()))
    found = measure(build_tree(game), (reader, reader))
    assert found.sources == ("stated", "stated")
    assert found.exploitability == pytest.approx(0, abs=1e-6)


def test_what_an_equilibrium_loses_to_its_best_response_is_the_gap() -> None:
    tree = build_tree(small("kuhn"))
    found = find_equilibrium(tree, 0.01)
    responses = [best_response(tree, seat, found.strategy)[0] for seat in range(2)]
    assert sum(responses) == pytest.approx(found.gap.nashconv)


# --- roots and refusals -----------------------------------------------------------------------------------------------------


def test_states_that_fit_a_view_are_as_likely_as_their_cards() -> None:
    game = small("leduc")
    state = game.laid_out()
    for outcome in (0, 1):
        game.resolve(state, outcome)
    root = fitting_states(game, game.view(state, 0))
    assert {int(one.array["cards"][0][1]): odds for one, odds in zip(root.states, root.odds, strict=True)} == {
        1: pytest.approx(0.2, abs=0.02),
        2: pytest.approx(0.4, abs=0.02),
        3: pytest.approx(0.4, abs=0.02),
    }
    assert nashconv(game, "random", "random", game.view(state, 0)).n_nodes == root.tree(False).n_nodes


def late_love_letter(turns: int) -> GameTree:
    game = joute.game("love_letter", tokens=1)
    (root,) = find_roots(game, turns, 1, seed=9)
    return root.tree(True, turns)


def test_the_end_of_a_love_letter_round_agrees_with_the_linear_programme() -> None:
    tree = late_love_letter(2)
    roots = [(State(tree.roots[place : place + 1]), float(odds)) for place, odds in enumerate(tree.root_odds)]
    plain = PlainTree(tree.game, roots)
    assert (tree.n_nodes, tree.n_infosets) == (plain.nodes, len(plain.actions))
    assert find_equilibrium(tree, 1e-4).value - tree.offset == pytest.approx(plain.value(), abs=1e-4)


def test_a_position_with_three_cards_left_is_solved() -> None:
    tree = late_love_letter(3)
    found = find_equilibrium(tree, 1e-3)
    assert found.gap.nashconv <= 1e-3
    careful, chance = (joute.agent(name, tree.game) for name in ("careful", "random"))
    losses = [measure(tree, (PolicyReader(agent), PolicyReader(agent))).exploitability for agent in (careful, chance)]
    assert found.gap.exploitability < losses[0] < losses[1]


def test_roots_are_the_same_for_the_same_seed() -> None:
    game = joute.game("love_letter")
    first, again = find_roots(game, 2, 2, seed=4), find_roots(game, 2, 2, seed=4)
    assert [root.odds for root in first] == [root.odds for root in again]
    assert [root.view for root in first] == [root.view for root in again]
    assert first[0].view != first[1].view


def test_a_tree_that_does_not_fit_is_refused_with_its_size() -> None:
    with pytest.raises(TreeTooLarge, match=r"the tree of leduc does not fit: it has more than 1,000 nodes and [0-9]+ information sets"):
        build_tree(small("leduc"), max_nodes=1000)
    with pytest.raises(TreeTooLarge, match="more than 50,000 nodes"):
        build_tree(joute.game("love_letter"), max_nodes=50_000)


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("diamant", {}, "diamant has 4 seats here"),
        ("love_letter", {"rounds": 2}, "love_letter is not zero-sum with these options"),
    ],
)
def test_a_game_without_a_value_is_refused(name: str, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(joute.Unfit, match=sentence):
        build_tree(joute.game(name, **options))
