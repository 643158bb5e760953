"""`joute explain probe`: what can be read from the layers of a network."""

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import output, print_json
from joute.cli.render.formatting import n_games, number, table
from joute.core.rng import plain_seed
from joute.explain.probes import COMING, GAMES, HIDDEN, INPUT, SEEN, UNTRAINED, ProbeReport, probe
from joute.i18n import Sentence, say

GROUP_NAMES: dict[str, Sentence] = {SEEN: "what the seat sees", HIDDEN: "what is hidden", COMING: "what comes"}
LAYERS: dict[str, Sentence] = {INPUT: "input", UNTRAINED: "random weights"}
HIDDEN_LAYER: Sentence = "hidden {number}"


def probe_command(
    name: options.Game,
    weights: options.ProbedWeights = None,
    games: options.ProbeGames = GAMES,
    agent: options.ProbeAgent = None,
    seed: options.Seed = 0,
    workers: options.Workers = 0,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Probe the network, and print what was found."""
    game = options.game_from_args(name, option)
    with ProgressLine(say("playing"), game.name) as line:
        found = run_interruptibly(
            lambda: probe(game, str(weights or ""), games, seed, agent=agent or "", workers=workers, progress=line.advance)
        )
    if as_json:
        print_json(found.to_json(options.typed_command()))
    else:
        output().print(render(found))


def render(found: ProbeReport) -> RenderableType:
    """The AUC of every concept in every layer, and of the control task."""
    heads = [f"{layer_name(layer)} ({units})" for layer, units in found.units.items()]
    drawn = table(say("AUC of linear probes"), say("holds in"), *heads, numbers=" " + ">" * (1 + len(heads)))
    group = ""
    for row in found.concepts:
        if row.concept.group != group:
            group = row.concept.group
            drawn.add_row(Text(say(GROUP_NAMES[group]), "bold"))
        cells = []
        for layer in found.units:
            one = row.areas[layer]
            half = (one["interval"][1] - one["interval"][0]) / 2 if one["interval"] else None
            cells.append(f"{number(one['mean'], 2)} ± {number(half, 2)}")
        drawn.add_row(f"  {say(row.concept.label)}", say("{percent}%", percent=round(100 * row.rate)), *cells)
    drawn.add_row(Text(say("control task"), "bold"))
    drawn.add_row(
        f"  {say('a random label for each set of legal actions')}", "", *(number(found.control[layer], 2) for layer in found.units)
    )
    words = {"positions": number(found.positions), "held": number(found.held_out), "games": n_games(found.games), "agent": found.agent}
    said = [
        say("Probes are fitted to {positions} decisions and measured on {held} of other games ({games} of {agent}).", **words),
        say(
            "AUC: how often a position with the concept gets a higher score than one without; 0.5 is chance. A layer knows a concept if "
            "its AUC is clearly above those of the input, of random weights and of the control task ({seen} of its test was met before).",
            seen=say("{percent}%", percent=round(100 * found.control_seen)),
        ),
    ]
    if found.left_out:
        said.append(say("Too rare in these games: {concepts}.", concepts=", ".join(say(one.label) for one in found.left_out)))
    said.append(say("± is an interval of 95 % over games. Seed {seed}.", seed=plain_seed(found.seed)))
    return Group(drawn, Text(), *(Text(line, "dim") for line in said))


def layer_name(layer: str) -> str:
    """What a layer is called in a table."""
    return say(LAYERS[layer]) if layer in LAYERS else say(HIDDEN_LAYER, number=layer.split()[-1])
