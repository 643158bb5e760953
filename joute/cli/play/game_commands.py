"""What a person may type besides actions: help, hint, why, undo, save and others."""

from collections.abc import Callable
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, Group
from rich.markdown import Markdown
from rich.text import Text

from joute.cli.play.local_game import Hotseat, LocalGame
from joute.cli.play.text_input import MAX_LISTED, MAX_NUMBERED, action_list
from joute.cli.record_files import unused
from joute.cli.render import game as rendering
from joute.cli.render.formatting import number, table, time
from joute.cli.render.review import explanation
from joute.core import registry, settings
from joute.core.agent import Agent
from joute.core.definition import PICTURE
from joute.core.errors import JouteError
from joute.core.game import plain_name
from joute.core.rng import plain_seed, short_seed
from joute.core.state import Action
from joute.i18n import Sentence, current_language, in_language, say
from joute.report.review_texts import DecisionTexts

HINTS = 3  # actions that a hint shows

WORDS = {
    "help": ("help", "aide", "?"),
    "moves": ("moves", "legal", "coups"),
    "board": ("board", "plateau"),
    "info": ("info", "infos"),
    "rules": ("rules", "règles"),
    "value": ("value", "valeur"),
    "hint": ("hint", "conseil"),
    "why": ("why", "pourquoi"),
    "undo": ("undo", "annuler"),
    "save": ("save", "sauver"),
    "quit": ("quit", "exit", "quitter"),
}
EXPLANATIONS: dict[str, Sentence] = {
    "help": "print this help",
    "moves": "list the legal actions; moves f: only those that begin with f",
    "board": "print the position again",
    "info": "what you know: the position, players, scores, thinking times, options",
    "rules": "print the rules of the game",
    "value": "the value of the position for you, as a strong agent estimates it",
    "hint": "the three best actions in the view of a strong agent",
    "why": "the opinions of the agents at their last decision",
    "undo": "go back to your last decision",
    "save": "save the game: save [FILE]",
    "quit": "leave; the game is saved",
}
WITH_ARGUMENT = {"moves", "save"}
COMMAND_OF = {plain_name(word): command for command, words in WORDS.items() for word in words}

GameCommand = Callable[[int, str], bool]


class Quit(Exception):
    """The person at the keyboard leaves."""


class GameCommands:
    """The commands by name; each takes the seat and the rest of the line, and returns whether the position changed."""

    def __init__(self, session: LocalGame, screen: Console, hotseat: Hotseat, file: Path | None) -> None:
        self.session, self.game = session, session.game
        self.screen, self.hotseat = screen, hotseat
        self.file = file  # the file of the last save, or of --save
        self._advisor: Agent | None = None

    def find(self, word: str) -> GameCommand | None:
        """The command that a word names, in either language."""
        name = COMMAND_OF.get(plain_name(word))
        command: GameCommand | None = getattr(self, name) if name else None
        return command

    def help(self, seat: int, rest: str) -> bool:
        """Print what may be typed."""
        self.screen.print(say("Type an action by its name, by the beginning of it, or by its number if actions are numbered."))
        for command, words in WORDS.items():
            self.screen.print(Text.assemble((f"  {' · '.join(words):<24}", "bold"), say(EXPLANATIONS[command])))
        return False

    def moves(self, seat: int, rest: str) -> bool:
        """List the legal actions, or those with a prefix."""
        names = action_list(self.game.legal(self.session.view(seat), seat), rest)
        if not names:
            self.screen.print(say("No action begins with “{text}”.", text=rest))
        self.screen.print(Columns([Text(self.session.names.action(name)) for name in names[:MAX_LISTED]], padding=(0, 2)))
        if len(names) > MAX_LISTED:
            prefix = names[-1][0]
            more = say("… {count} actions in total; “moves {text}” lists those that begin with {text}.", count=len(names), text=prefix)
            self.screen.print(more)
        return False

    def board(self, seat: int, rest: str) -> bool:
        """Print the position, with the actions if they are few."""
        self.screen.print()
        viewer = self.hotseat.viewer if self.session.over and not self.hotseat.private else seat
        rendering.show_position(self.screen, self.game, self.session.view(viewer), self.session.names)
        legal = [] if self.session.over else self.game.legal(self.session.view(seat), seat)
        if 0 < len(legal) <= MAX_NUMBERED:
            self.screen.print(Columns([_numbered(self.session.names.action(name)) for name in action_list(legal)], padding=(0, 3)))
        return False

    def info(self, seat: int, rest: str) -> bool:
        """Print what the seat knows: the position, who plays, the scores so far, and the options."""
        self.board(seat, "")
        self.screen.print()
        record, names = self.session.record, self.session.names
        title, nature = self.game.definition.title, self.game.spec.nature
        self.screen.print(Text(f"{in_language(title)} · {in_language(nature)}", "bold"))
        self.screen.print(say("Decisions so far: {count}. Seed {seed}.", count=self.session.ply, seed=plain_seed(record.seed)))
        players = table(say("player"), say("score now"), say("thinking time"), numbers=" >>")
        for other, score in enumerate(self.game.returns(self.session.view(seat))):
            spent = sum(seconds.get(other, 0.0) for seconds in record.seconds)
            players.add_row(names.player(other, record.agents[other]), number(score, 0 if score == int(score) else 2), time(spent))
        options = table(say("option"), say("value"), say("meaning"), numbers=" > ")
        for option in settings.table(self.game.definition.options):
            options.add_row(option.name, str(getattr(self.game.options, option.name)), say(option.meaning))
        self.screen.print(Group(players, Text(), options) if options.row_count else players)
        return False

    def rules(self, seat: int, rest: str) -> bool:
        """Print the rules."""
        text = self.game.definition.rules_text(current_language())
        self.screen.print(Markdown(PICTURE.sub("", text)) if text else say("This game comes without written rules."))
        return False

    def value(self, seat: int, rest: str) -> bool:
        """Print what the advisor thinks the position is worth to the seat, from what the seat knows."""
        self._advisor = self._advisor or registry.advisor(self.game)
        considered = self.session.consider(self._advisor, seat, "value")
        if considered.value is None:
            self.screen.print(say("{agent} gives no values.", agent=self._advisor.text))
        else:
            self.screen.print(Text(rendering.value_sentence(considered, self.session.names.seat(seat), self._advisor.text), "dim"))
        return False

    def hint(self, seat: int, rest: str) -> bool:
        """Print what the advisor would play here."""
        self._advisor = self._advisor or registry.advisor(self.game)
        advice = self.session.consider(self._advisor, seat, "hint")
        title = say("{agent} would play {action}", agent=self._advisor.text, action=advice.action.text(current_language()))
        self.screen.print(rendering.opinion(advice, title, self.session.names, HINTS))
        self._explain(self.session.ply, seat, advice.action, advised=True)
        return False

    def why(self, seat: int, rest: str) -> bool:
        """Print the opinions of the agents at their last decision."""
        opinions = dict(self.session.opinions)
        if self.game.spec.hidden and not self.session.over:  # an opponent's opinion of its cards shows which it holds
            opinions.clear()
            self.screen.print(say("The opinions of the others would reveal what they hide: ask again when the game is over."))
        elif not opinions:
            self.screen.print(say("No agent has played yet."))
        for other, considered in opinions.items():
            agent = self.session.record.agents[other]
            action = considered.action.text(current_language())
            title = say("seat {seat}, {agent}, played {action}", seat=other, agent=agent, action=action)
            self.screen.print(rendering.opinion(considered, title, self.session.names))
            if (ply := self.session.last_decision(other)) is not None:
                self._explain(ply, other, considered.action)
        return False

    def _explain(self, ply: int, seat: int, action: Action, advised: bool = False) -> None:
        """Print the judgement of an action and its reasons, as a review has them; nothing if there was no choice."""
        self._advisor = self._advisor or registry.advisor(self.game)
        judged = self.session.judged(self._advisor, ply, seat, action)
        if judged is None:
            return
        texts = DecisionTexts(self.game, self.session.names.by_seat, self.session.names.action)
        verdict = texts.verdict(judged)
        if advised and judged["cost"] and not judged["exact"]:  # the advisor looks further than the samples do
            best = texts.action(judged["best"])
            verdict = say("In sampled games that go on with careful play, {best} does better", best=best)
        self.screen.print(Group(Text(verdict, "bold"), *explanation(texts, judged, not advised)))

    def undo(self, seat: int, rest: str) -> bool:
        """Go back to the seat's last decision."""
        taken_back = self.session.take_back(seat)
        if taken_back is None:
            self.screen.print(say("There is nothing to undo."))
            return False
        self.hotseat.unseen.clear()
        self.screen.print(say("Undone: {move}.", move=taken_back))
        return True

    def save(self, seat: int, rest: str) -> bool:
        """Save the game in a file."""
        file = Path(rest).expanduser() if rest else self.file or unused(f"{self.game.name}-{short_seed(self.session.record.seed)}")
        try:
            self.session.save(file)
        except JouteError as error:
            self.screen.print(str(error), soft_wrap=True)
        else:
            self.file = file
            self.screen.print(say("Saved in {file}.", file=file), soft_wrap=True)
        return False

    def quit(self, seat: int, rest: str) -> bool:
        """Leave."""
        raise Quit


def _numbered(name: str) -> Text:
    number, _, rest = name.partition(" ")
    return Text.assemble((number, "bold cyan"), " ", rest)
