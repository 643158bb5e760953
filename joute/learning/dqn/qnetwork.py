"""The network that is trained: a multilayer perceptron with ReLU and a value for every action, with an optional dueling output."""

from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

IMPOSSIBLE = -1e9  # the logit of an action that is not legal
OUTPUT_SCALE = 0.01  # of the initial weights of the last layer: an untrained network gives values near 0


class QNetwork(nn.Module):  # type: ignore[misc]  # torch's types would take a minute to read
    """Features in, the value of every action out."""

    def __init__(self, features: int, layers: int, width: int, actions: int, dueling: bool, seed: int) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed & 0x7FFFFFFFFFFFFFFF)
        sizes = [features, *[width] * layers]
        self.hidden = nn.ModuleList(initial_layer(before, after, generator) for before, after in pairwise(sizes))
        self.actions = initial_layer(sizes[-1], actions, generator, OUTPUT_SCALE)
        self.base = initial_layer(sizes[-1], 1, generator, OUTPUT_SCALE) if dueling else None

    def forward(self, rows: Tensor) -> Tensor:
        """[row, feature] -> [row, action]."""
        for layer in self.hidden:
            rows = torch.relu(layer(rows))
        values = self.actions(rows)
        if self.base is not None:
            values = values - values.mean(1, keepdim=True) + self.base(rows)
        return values

    def predict(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The values as an array, without gradients."""
        with torch.inference_mode():
            values: NDArray[np.float32] = self(torch.from_numpy(rows)).numpy()
        return values

    def plain_layers(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """Weights [input, output] and biases of plain layers with the same values: a dueling output is linear."""
        layers = [(layer.weight.detach(), layer.bias.detach()) for layer in [*self.hidden, self.actions]]
        if self.base is not None:
            weight, bias = layers[-1]
            layers[-1] = (weight - weight.mean(0) + self.base.weight.detach(), bias - bias.mean() + self.base.bias.detach())
        return [(weight.T.contiguous().numpy().copy(), bias.numpy().copy()) for weight, bias in layers]


def initial_layer(inputs: int, outputs: int, generator: torch.Generator, scale: float = 1.0) -> nn.Linear:
    """A layer with He initialisation (He, Zhang, Ren and Sun 2015), from the seed alone."""
    layer = nn.utils.skip_init(nn.Linear, inputs, outputs)
    with torch.no_grad():
        layer.weight.normal_(0, scale * (2 / inputs) ** 0.5, generator=generator)
        layer.bias.zero_()
    return layer
