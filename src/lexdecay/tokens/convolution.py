"""spaCy's convolutional taggers, run on arrays: the same weights and sums, without a Doc.

MultiHashEmbed looks at one token alone, so it runs once per *type* (by thinc's own layers) instead of once
per token. The first MaxoutWindow layer is a sum over the places of its window, each a product with one
token's embedding: so that product, too, is taken once per type, and a token gathers and adds its
neighbours' rows. What follows, more such layers and a softmax, runs over the tokens of many paragraphs at
once, rows of zeros between them as thinc pads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lexdecay.tokens.growing import Growing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Ints

Matrix: TypeAlias = npt.NDArray[np.float32]
Features: TypeAlias = npt.NDArray[np.uint64]
ThincModel: TypeAlias = Any  # thinc types a model's parts as arrays of unknown rank

# Tokens a product: the activations of a layer stay in the second-level cache.
BLOCK = 1024
# Tokens whose rarer types have their products in memory at one time: at most 2**16 * 3.4 kB, mostly a tenth.
SECTION = 1 << 16
# Types that keep their products, by first appearance: 28 MB hold nine tokens in ten of a novel.
KEPT = 8192
EMBEDDED = 1024  # types a call
_EPSILON = np.float32(1e-8)  # thinc's, in the variance of its layer normalisation


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A window, a product, the maximum over its pieces, a normalisation, and the input added."""

    weights: Matrix  # [pieces * width, (2 window + 1) width], pieces as blocks of rows
    bias: Matrix  # [pieces * width]
    gain: Matrix  # [width]
    shift: Matrix  # [width]
    pieces: int
    window: int

    @property
    def places(self) -> int:
        """Tokens in a window."""
        return 2 * self.window + 1

    def __call__(self, columns: Matrix) -> Matrix:
        """Return the output for tokens in columns, but for those within a window of either end.

        In columns whatever is the same for all tokens is one number for a long row, and neighbours in a
        window are the same rows a little further on.
        """
        size = columns.shape[1] - 2 * self.window
        windows = np.concatenate([columns[:, place : place + size] for place in range(self.places)])
        product = self.weights @ windows
        product += self.bias[:, None]
        result = product.reshape(self.pieces, -1, size).max(axis=0)
        ones = np.full((1, len(result)), 1 / len(result), np.float32)
        result -= ones @ result  # a product with ones is the mean, at the speed of BLAS
        result *= 1 / np.sqrt(ones @ (result * result) + _EPSILON)
        result *= self.gain[:, None]
        result += self.shift[:, None]
        result += columns[:, self.window : self.window + size]
        return result


class FirstLayer:
    """The layer that sees embeddings of types: a token adds up what its neighbours' types contribute.

    Parameters
    ----------
    layer
        Its weights.
    """

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self.window = layer.window
        width = layer.gain.size
        beside = layer.weights.reshape(-1, layer.places, width)
        self._beside = np.ascontiguousarray(beside.transpose(2, 1, 0).reshape(width, -1))
        # [types * places, pieces * width]: the kept ones, then those of one section.
        self._products = np.empty((0, layer.bias.size), np.float32)
        self._kept = 0

    def prepare(self, types: Ints, embedded: Matrix) -> Ints:
        """Have the products of all ``types`` ready; returns where each type has them.

        Parameters
        ----------
        types
            Any number of types.
        embedded
            The embedding of every type there is.
        """
        self._keep(embedded)
        rare = types >= KEPT
        distinct, places = np.unique(types[rare], return_inverse=True)
        self._enter(self._kept, embedded[distinct])
        found = types.copy()
        found[rare] = self._kept + places
        return found

    def __call__(self, found: Ints, types: Ints, embedded: Matrix) -> Matrix:
        """Return the output for tokens in rows, but for those within a window of either end.

        Parameters
        ----------
        found
            Where the types have their products.
        types
            The types themselves.
        embedded
            The embedding of every type there is.
        """
        layer = self._layer
        size = types.size - 2 * layer.window
        total = np.zeros((size, layer.bias.size), np.float32)
        taken = np.empty_like(total)
        for place in range(layer.places):
            rows = found[place : place + size] * layer.places + place
            # Without a mode numpy copies what it has taken once more, to leave `out` as it was on an error.
            total += np.take(self._products, rows, axis=0, out=taken, mode="clip")
        result = self._normalised(total)
        result += layer.shift
        result += embedded[types[layer.window : layer.window + size]]
        return result

    def _normalised(self, product: Matrix) -> Matrix:
        width = self._layer.gain.size
        result = product[:, :width]
        for start in range(width, product.shape[1], width):
            result = np.maximum(result, product[:, start : start + width])
        ones = np.full((width, 1), 1 / width, np.float32)
        result -= result @ ones
        result *= 1 / np.sqrt((result * result) @ ones + _EPSILON)
        result *= self._layer.gain
        return result

    def _keep(self, embedded: Matrix) -> None:
        fresh = embedded[self._kept : KEPT]
        self._enter(self._kept, fresh)
        self._kept += len(fresh)

    def _enter(self, start: int, embedded: Matrix) -> None:
        """Put the products of types at places from ``start`` on; a type's own place carries the bias."""
        layer = self._layer
        stop = (start + len(embedded)) * layer.places
        if stop > len(self._products):
            larger = np.empty((2 * stop, layer.bias.size), np.float32)
            larger[: start * layer.places] = self._products[: start * layer.places]
            self._products = larger
        into = self._products[start * layer.places : stop].reshape(-1, self._beside.shape[1])
        np.matmul(embedded, self._beside, out=into)
        into.reshape(-1, layer.places, layer.bias.size)[:, layer.window] += layer.bias


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
        first, *self._layers = [_layer(residual) for residual in _residuals(encode.layers[0])]
        self._first = FirstLayer(first)
        softmax = model.layers[-1].layers[0]
        self._weights = np.ascontiguousarray(softmax.get_param("W").T)
        self._bias = softmax.get_param("b")
        self._reach = sum(layer.window for layer in (first, *self._layers))
        self._width = first.gain.size
        self._embedded = Growing(np.float32, np.zeros(self._width))

    def add_types(self, features: Features) -> None:
        """Embed new types; they are numbered on from those there are, type 0 being a row of zeros."""
        first, second = self._embedding
        for start in range(0, len(features), EMBEDDED):
            self._embedded.extend(
                second.predict(first.predict(features[start : start + EMBEDDED])).reshape(-1)
            )

    @property
    def _types(self) -> Matrix:
        return self._embedded.values.reshape(-1, self._width)

    def labels(self, types: Ints, starts: Ints) -> npt.NDArray[np.int64]:
        """Label of each token; a paragraph begins at each of ``starts``."""
        order = np.arange(types.size)
        # Beyond either end of a paragraph thinc sees as many zeros as a label may depend on, and so on.
        place = order + self._reach * (1 + np.searchsorted(starts, order, side="right"))
        padded = np.zeros(types.size + self._reach * (starts.size + 3), np.int64)
        padded[place] = types + 1
        found = [self._section(padded, *bounds) for bounds in _cut(padded.size - 2 * self._reach, SECTION)]
        return np.concatenate([np.empty(0, np.int64), *found])[place - self._reach]

    def _section(self, padded: Ints, start: int, stop: int) -> npt.NDArray[np.int64]:
        """Labels of some tokens, which depend on as many more at either side as the networks reach."""
        types = padded[start : stop + 2 * self._reach]
        found = self._first.prepare(types, self._types)
        parts = (slice(begin, end + 2 * self._reach) for begin, end in _cut(stop - start, BLOCK))
        return np.concatenate([self._labels(found[part], types[part]) for part in parts])

    def _labels(self, found: Ints, types: Ints) -> npt.NDArray[np.int64]:
        rows = self._first(found, types, self._types)
        if self._layers:
            columns = np.ascontiguousarray(rows.T)
            for layer in self._layers:
                columns = layer(columns)
            rows = columns.T
        scores = rows @ self._weights
        scores += self._bias
        return scores.argmax(axis=1)


def _cut(size: int, step: int) -> Iterator[tuple[int, int]]:
    return ((start, min(start + step, size)) for start in range(0, size, step))


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
        weights=np.ascontiguousarray(blocks),
        bias=np.ascontiguousarray(bias.T.reshape(-1)),
        gain=norm.get_param("G"),
        shift=norm.get_param("b"),
        pieces=pieces,
        window=window.attrs["window_size"],
    )
