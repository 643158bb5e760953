"""`joute explain agent`: small models that imitate an agent, measured on other deals, as files that play."""

import json
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.explain_compare import UNITS
from joute.cli.options import game_from_args
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import write_text
from joute.cli.render.console import output, print_json
from joute.cli.render.formatting import interval, number, table
from joute.core import registry
from joute.core.errors import JouteError, known, system_reason
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.explain.choice_model import KINDS, TREE, ChoiceModel, model_facts
from joute.explain.imitation import WORLDS, Imitation, ImitationReport, check_imitation, imitate, report_json
from joute.explain.model_words import model_lines, tree_picture
from joute.i18n import Language, Sentence, say, use_language

PHASES: dict[str, Sentence] = {
    "agent": "the agent plays",
    "held out": "the agent plays other deals",
    "model": "a model plays, the agent labels",
    "fitting": "fitting",
    "duel": "the models play the agent",
}
KIND_NAMES: dict[str, Sentence] = {"tree": "decision tree", "rules": "rule list", "curves": "sum of curves"}
SHOWN_LINES = 24  # of a model at the terminal; its file has all


def agent_command(
    name: options.Game,
    agent: options.Agent,
    leaves: options.Leaves = "3,8,20",
    kinds: options.ModelKinds = "tree,rules,curves",
    out: options.OutFolder = None,
    games: options.ImitationGames = 200,
    worlds: options.ConsequenceWorlds = WORLDS,
    duel: options.SurrogateDuel = 100,
    seed: options.Seed = 0,
    workers: options.Workers = 0,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Fit the models, write them with pictures and a report, and print the report."""
    game = game_from_args(name, option)
    folder = out or Path("surrogates")
    imitation = Imitation(
        registry.address(game), vars(game.options), agent, games, seed, worlds, sizes_of(leaves), kinds_of(kinds), duel_games=duel
    )
    check_imitation(game, imitation)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JouteError("{file} cannot be written: {error}", file=folder, error=system_reason(error)) from error
    with ProgressLine(say("playing"), game.name) as line:

        def progress(phase: str, done: int, of: int) -> None:
            line.retitle(say(PHASES[phase]))
            line.advance(done, of)

        report, models = run_interruptibly(lambda: imitate(game, imitation, folder, workers, progress))
    for model, row in zip(models, report["surrogates"], strict=True):
        write_pictures(game, model, Path(row["file"]), report["agent"])
    stored = report_json(game, report, seed, options.typed_command())
    write_text(folder / "report.json", json.dumps(stored, ensure_ascii=False, indent=1) + "\n")
    if as_json:
        print_json(stored)
    else:
        output().print(render(report, game, models))


def sizes_of(leaves: str) -> tuple[int, ...]:
    """The sizes of the models."""
    try:
        return tuple(sorted({int(one) for one in leaves.split(",")}))
    except ValueError:
        raise JouteError("--leaves {leaves}: numbers separated by commas are expected", leaves=leaves) from None


def kinds_of(kinds: str) -> tuple[str, ...]:
    """The kinds of models."""
    found = tuple(dict.fromkeys(one.strip() for one in kinds.split(",")))
    for kind in found:
        if kind not in KINDS:
            raise JouteError("--kinds {kind}: there are {kinds}", kind=kind, kinds=known(KINDS))
    return found


def write_pictures(game: Game, model: ChoiceModel, file: Path, agent: str) -> None:
    """Write the picture of a tree in every language, beside its file."""
    if model.kind != TREE:
        return
    facts = model_facts(game, model.worlds)
    for language in Language:
        with use_language(language):
            title = say("{agent} as a tree with {leaves} leaves", agent=agent, leaves=model.size)
            write_text(file.with_suffix(f".{language}.svg"), tree_picture(model, facts, title))


def render(found: ImitationReport, game: Game, models: list[ChoiceModel]) -> RenderableType:
    """The measures of every model, and the smallest tree in words."""
    words = say(
        "On other deals ({decisions} decisions), {agent} plays the same under another seed in {share} of the decisions; "
        "random play agrees with it in {chance}.",
        agent=found["agent"],
        share=number(found["self_agreement"]),
        decisions=found["held_out"],
        chance=number(found["chance"]),
    )
    regret = say("regret ({unit})", unit=say(UNITS[Unit(found["unit"])]))
    heads = [say("model"), say("size"), say("fidelity"), say("of its self-agreement"), regret, say("stability"), say("symmetry")]
    rows = table(*heads, say("points lost a game"), "Elo", numbers=" >>>>>>>>")
    for row in found["surrogates"]:
        rows.add_row(
            say(KIND_NAMES[row["kind"]]),
            str(row["size"]),
            f"{number(row['fidelity'])} {interval(row['fidelity_interval'])}",
            number(row["relative"]),
            number(row["regret"]),
            number(row["stability"]),
            number(row["symmetry"]),
            "–" if row["points_lost"] is None else f"{number(row['points_lost'], 1)} {interval(row['points_lost_interval'], 1)}",
            "–" if row["elo"] is None else f"{number(row['elo'], 0)} {interval(row['elo_interval'], 0)}",
        )
    legend = say(
        "Fidelity: it plays what the agent plays, on other deals. Regret: what its choice loses a decision by the agent's own values. "
        "Stability: agreement with models fitted to other samples of the games; symmetry: with itself under other names of the suits, "
        "or with the board turned."
    )
    lines: list[RenderableType] = [Text(words), Text(), rows, Text(), Text(legend, "dim"), Text()]
    shown = next((model for model in models if model.kind == TREE and model.size > 3), models[0])
    lines.append(Text(f"{say(KIND_NAMES[shown.kind])} ({shown.size})", "bold"))
    lines += [Text(f"  {line}") for line in model_lines(shown, model_facts(game, shown.worlds))[:SHOWN_LINES]]
    lines += [
        Text(),
        Text(say("The models are in {folder}; each plays as surrogate:file=FILE.", folder=Path(found["surrogates"][0]["file"]).parent)),
    ]
    return Group(*lines)
