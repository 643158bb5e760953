"""The network of a policy: a multilayer perceptron with ReLU whose outputs are a logit for every action and the value of the position."""

from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import embedding

from joute.learning.dqn.qnetwork import IMPOSSIBLE, OUTPUT_SCALE, initial_layer

SPARSE = 16  # with that number of actions for each that can be legal at once, only logits of legal ones are computed


class PolicyNetwork(nn.Module):  # type: ignore[misc]  # torch's types would take a minute to read
    """Features in; a logit for every action and the value of the position out."""

    def __init__(self, features: int, layers: int, width: int, actions: int, seed: int) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed & 0x7FFFFFFFFFFFFFFF)
        sizes = [features, *[width] * layers]
        self.hidden = nn.ModuleList(initial_layer(before, after, generator) for before, after in pairwise(sizes))
        self.output = initial_layer(sizes[-1], actions + 1, generator, OUTPUT_SCALE)
        self.register_buffer("scale", torch.ones(features))

    def fit_scale(self, rows: NDArray[np.float32]) -> None:
        """Divide every feature by its largest size in these rows, if that is above 1: counts must not outweigh yes and no."""
        self.scale.copy_(1 / torch.from_numpy(abs(rows).max(0)).clamp(min=1))

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """[row, feature] -> logits [row, action], values [row]."""
        outputs = self.output(self.last_hidden(rows))
        return outputs[:, :-1], outputs[:, -1]

    def log_probabilities(self, rows: Tensor, listed: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the probabilities [row, place] of the first `counts` actions listed in each row, and the values [row]."""
        if self.output.out_features > SPARSE * listed.shape[1]:
            hidden, weight, bias = self.last_hidden(rows), self.output.weight, self.output.bias
            logits = torch.bmm(embedding(listed, weight), hidden[:, :, None])[:, :, 0] + embedding(listed, bias[:, None])[:, :, 0]
            values = hidden @ weight[-1] + bias[-1]
        else:
            every, values = self(rows)
            logits = every.gather(1, listed)
        empty = torch.arange(listed.shape[1]) >= counts[:, None]
        return torch.log_softmax(logits.masked_fill(empty, IMPOSSIBLE), 1), values

    def last_hidden(self, rows: Tensor) -> Tensor:
        """The last hidden layer [row, unit]."""
        rows = rows * self.scale
        for layer in self.hidden:
            rows = torch.relu(layer(rows))
        return rows

    def predict(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The logits as an array, without gradients: the highest is the likeliest action."""
        with torch.inference_mode():
            logits: NDArray[np.float32] = self(torch.from_numpy(rows))[0].numpy()
        return logits

    def plain_layers(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """Weights [input, output] and biases."""
        layers = [*self.hidden, self.output]
        plain = [(layer.weight.detach().T.contiguous().numpy().copy(), layer.bias.detach().numpy().copy()) for layer in layers]
        plain[0][0][:] *= self.scale.numpy()[:, None]
        return plain
