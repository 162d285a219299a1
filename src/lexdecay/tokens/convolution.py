"""spaCy's convolutional taggers, run on arrays: the same weights and sums, without a Doc.

MultiHashEmbed looks at one token alone, so it runs once per *type* (by thinc's own layers) instead of once
per token; what follows, residual MaxoutWindow layers and a softmax, runs over the tokens of many
paragraphs at once, rows of zeros between them as thinc pads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Ints

Matrix: TypeAlias = npt.NDArray[np.float32]
Features: TypeAlias = npt.NDArray[np.uint64]
ThincModel: TypeAlias = Any  # thinc types a model's parts as arrays of unknown rank

BLOCK = 2048  # tokens a product: the activations of a layer stay in the second-level cache
_EPSILON = np.float32(1e-8)  # thinc's, in the variance of its layer normalisation


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A window, a product, the maximum over its pieces, a normalisation, and the input added."""

    weights: Matrix  # [(2 window + 1) width, pieces * width], pieces as blocks of columns
    bias: Matrix
    gain: Matrix
    shift: Matrix
    pieces: int
    window: int

    def __call__(self, rows: Matrix) -> Matrix:
        """Return the layer's output; rows beyond the ends count as zeros."""
        product = self._windows(rows) @ self.weights
        product += self.bias
        result = self._maximum(product)
        ones = np.full((result.shape[1], 1), 1 / result.shape[1], np.float32)
        result -= result @ ones  # a product with ones is the mean, at the speed of BLAS
        result /= np.sqrt((result * result) @ ones + _EPSILON)
        result *= self.gain
        result += self.shift
        result += rows
        return result

    def _maximum(self, product: Matrix) -> Matrix:
        width = product.shape[1] // self.pieces
        result = product[:, :width].copy()
        for piece in range(1, self.pieces):
            np.maximum(result, product[:, piece * width : (piece + 1) * width], out=result)
        return result

    def _windows(self, rows: Matrix) -> Matrix:
        size, width = rows.shape
        wide = np.zeros((size, (2 * self.window + 1) * width), np.float32)
        for place in range(-self.window, self.window + 1):
            columns = slice((place + self.window) * width, (place + self.window + 1) * width)
            into, source = (
                slice(max(0, -place), size - max(0, place)),
                slice(max(0, place), size + min(0, place)),
            )
            wide[into, columns] = rows[source]
        return wide


class Network:
    """One tagger: types' features in, the index of a label for each token out.

    Parameters
    ----------
    model
        Model of a ``Tagger``, ``Morphologizer`` or ``SentenceRecognizer``.
    upstream
        Model of the shared ``tok2vec``, for one that listens to it.
    """

    def __init__(self, model: ThincModel, upstream: ThincModel | None) -> None:
        from spacy.attrs import IDS

        own = model.layers[0]
        vectors = upstream if upstream is not None and own.name.endswith("listener") else own
        embed, encode = vectors.layers
        self.attributes = [IDS.get(name, name) for name in embed.layers[0].attrs["columns"]]
        self._embedding = [embed.layers[2].layers[0], embed.layers[3].layers[0]]
        self._layers = [_layer(residual) for residual in _residuals(encode.layers[0])]
        softmax = model.layers[-1].layers[0]
        self._weights = np.ascontiguousarray(softmax.get_param("W").T)
        self._bias = softmax.get_param("b")
        self._reach = sum(layer.window for layer in self._layers)
        self._types = np.zeros((1, self._layers[0].bias.size // self._layers[0].pieces), np.float32)

    def add_types(self, features: Features) -> None:
        """Embed new types; they are numbered on from those there are, type 0 being a row of zeros."""
        first, second = self._embedding
        self._types = np.concatenate([self._types, second.predict(first.predict(features))])

    def labels(self, types: Ints, starts: Ints) -> npt.NDArray[np.int64]:
        """Label of each token; a paragraph begins at each of ``starts``."""
        order = np.arange(types.size)
        place = order + self._reach * np.searchsorted(starts, order, side="right")
        padded = np.zeros(types.size + self._reach * (starts.size + 1), np.int64)
        padded[place] = types + 1
        found = np.empty(padded.size, np.int64)
        for inside, around in self._stretches(padded.size):
            scores = self._scores(self._types[padded[around]])
            found[inside] = scores[inside.start - around.start :][: inside.stop - inside.start].argmax(axis=1)
        return found[place]

    def _stretches(self, size: int) -> Iterator[tuple[slice, slice]]:
        """Blocks of tokens, and each with the neighbours that its labels depend on."""
        for start in range(0, size, BLOCK):
            stop = min(start + BLOCK, size)
            yield slice(start, stop), slice(max(0, start - self._reach), min(size, stop + self._reach))

    def _scores(self, rows: Matrix) -> Matrix:
        for layer in self._layers:
            rows = layer(rows)
        return rows @ self._weights + self._bias


def _residuals(stack: ThincModel) -> list[ThincModel]:
    """The layers of an encoder; one of depth 1 is the layer itself."""
    return stack.layers if stack.layers[0].name.startswith("residual") else [stack]


def _layer(residual: ThincModel) -> Layer:
    window, hidden = residual.layers[0].layers[:2]
    maxout, norm = hidden.layers[0].layers[:2]
    weights, bias = maxout.get_param("W"), maxout.get_param("b")
    outputs, pieces, inputs = weights.shape
    blocks = weights.transpose(1, 0, 2).reshape(pieces * outputs, inputs)
    return Layer(
        weights=np.ascontiguousarray(blocks.T),
        bias=np.ascontiguousarray(bias.T.reshape(-1)),
        gain=norm.get_param("G"),
        shift=norm.get_param("b"),
        pieces=pieces,
        window=window.attrs["window_size"],
    )
