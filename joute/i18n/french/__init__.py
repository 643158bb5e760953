"""The French catalogue: English sentence -> French sentence."""

from joute.i18n.french.bots import BOTS
from joute.i18n.french.command_line import COMMANDS
from joute.i18n.french.learning import LEARNING
from joute.i18n.french.settings import SETTINGS
from joute.i18n.french.tournaments import TOURNAMENTS
from joute.i18n.french.tuning import TUNING

FRENCH: dict[str, str] = {**COMMANDS, **SETTINGS, **BOTS, **LEARNING, **TOURNAMENTS, **TUNING}
