"""Settings of proximal policy optimisation."""

from dataclasses import dataclass

from joute.core.settings import setting


@dataclass(frozen=True)
class PpoSettings:
    """Settings of a training with `--method ppo`."""

    episode: str = setting("chapter", "what ends an episode: a chapter (a deal, a round) or the game", choices=("chapter", "game"))
    hidden_layers: int = setting(2, "number of hidden layers", 1, 8)
    hidden_units: int = setting(128, "units per hidden layer", 4, 1024)
    learning_rate: float = setting(1e-3, "learning rate of Adam", 1e-7, 1)
    lr_half_life: int = setting(2_000_000, "number of episodes in which the learning rate halves", 1000, 10**12)
    n_envs: int = setting(1024, "number of games played in parallel", 8, 65_536)
    rollout_length: int = setting(16, "decisions per parallel game between two updates", 2, 1000)
    minibatch_size: int = setting(2048, "decisions per minibatch", 8, 65_536)
    epochs: int = setting(1, "number of times that each decision is learnt from", 1, 100)
    gae_lambda: float = setting(0.95, "lambda of generalised advantage estimation (Schulman et al. 2016)", 0, 1)
    clip: float = setting(0.2, "how far a decision's probability may change before it is clipped, as a share", 0.01, 1)
    value_weight: float = setting(0.5, "weight of the value's error in the loss", 0, 10)
    max_gradient: float = setting(0.5, "largest norm of a gradient", 0.001, 1000)
    entropy: float = setting(0.01, "weight of the policy's entropy", 0, 10)
    magnet: float = setting(0.5, "weight of the divergence from the magnet, a policy that follows slowly (Sokota et al. 2023)", 0, 10)
    magnet_rate: float = setting(0.05, "soft-update rate, in each round, of the magnet and of the policy that is saved", 1e-5, 1)
    symmetry: bool = setting(True, "play each decision in a random one of the game's symmetries")
    random_share: float = setting(0.05, "share of games against random opponents", 0, 1)
    heuristic_share: float = setting(0.0, "share of games against the heuristic agent careful", 0, 1)
    pool_share: float = setting(0.2, "share of games against past policies; the rest is against itself", 0, 1)
    pool_size: int = setting(8, "number of past policies in the pool", 1, 64)
    pool_interval: int = setting(50_000, "number of episodes between two snapshots for the pool", 1000, 10**12)
