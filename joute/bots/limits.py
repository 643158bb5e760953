"""What a bot may use."""

from dataclasses import dataclass

from joute.core.settings import setting


@dataclass(frozen=True)
class Limits:
    """The limits of one bot; they are the settings of its text form, `my_bot.py:bank=5,strikes=2`."""

    bank: float = setting(30.0, "seconds to think in a game", 0.001, 1e6)
    increment: float = setting(0.1, "seconds added to the bank after each answer", 0, 1e6)
    start: float = setting(10.0, "seconds to get ready", 0.01, 1e6)
    memory: int = setting(1024, "megabytes that each of its processes may use; 0: any", 0, 10**9)
    message: int = setting(64, "kilobytes that one message may have", 1, 10**6)
    strikes: int = setting(0, "faults in a game that cost only a random move", 0, 10**9)
    patience: int = setting(3, "games lost in silence or on time, one after another, before it is no longer asked; 0: any", 0, 10**9)
