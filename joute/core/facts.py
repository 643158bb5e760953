"""Facts about an action: the things that a player would say of it, with a name for tables and sentences for people.

Features describe a position; people explain choices. A game states the rule `facts`, and `Definition.facts` names what it writes, in the
same order; the rule `consequences` and `Definition.consequences` do the same for what has come of an action by the seat's next decision,
`final_consequences` for what the rest of the chapter (round, deal, game) brought.
"""

from dataclasses import dataclass
from enum import StrEnum

from joute.i18n import Sentence, decimal, say


class FactKind(StrEnum):
    """What the number of a fact means."""

    FLAG = "flag"  # 1 if it is so, else 0
    COUNT = "count"  # a whole number
    CHANCE = "chance"  # a probability, from 0 to 1
    AMOUNT = "amount"  # points, gems, damage: any number


@dataclass(frozen=True)
class Fact:
    """One named thing to say of an action.

    >>> takes = Fact("takes_trick", "takes the trick so far", "{action} takes the trick so far", "{action} stays below the trick")
    >>> takes.sentence("queen of clubs", 1.0), takes.sentence("seven of clubs", 0.0)
    ('queen of clubs takes the trick so far', 'seven of clubs stays below the trick')
    """

    name: str  # of a column in a data set, for instance takes_trick
    label: Sentence  # a few words for a table: "takes the trick so far"
    says: Sentence  # of an action, by the placeholder {action}; a number is {value}, how often a consequence comes is {often}
    lacks: Sentence = ""  # of an action for which a flag is 0; empty if there is nothing to say
    kind: FactKind = FactKind.FLAG
    sign: int = 0  # 1: more of it speaks for an action, -1: against it; 0: that depends on the position
    topic: str = ""  # facts and consequences of one topic say nearly the same: one of them is enough; empty: a topic of its own
    of_position: bool = False  # the same for all legal actions: it tells situations apart

    def sentence(self, action: str, value: float, often: str = "") -> str:
        """What is to be said of an action, in the current language; empty if there is nothing to say."""
        if self.kind is FactKind.FLAG and not often:
            return say(self.says if value else self.lacks, action=action) if value or self.lacks else ""
        return say(self.says, action=action, value=self.written(value), often=often)

    def written(self, value: float) -> str:
        """The number as people read it in the current language."""
        if self.kind is FactKind.FLAG:
            return say("yes") if value else say("no")
        if self.kind is FactKind.CHANCE:
            return say("{percent}%", percent=round(100 * value))
        return decimal(f"{value:.0f}" if value == round(value) else f"{value:.1f}")
