"""An engine in this process: what a distributed one promises, in a few lines, pieces shuffled on purpose."""

import functools
import itertools
import pickle
import random
from types import SimpleNamespace

import pytest


class Pieces:
    """Items in pieces, made anew on every use as a cluster may; everything travels pickled."""

    def __init__(self, pieces):
        self._pieces = pieces  # a function that gives the list of pieces

    def flat_map(self, work):
        return Pieces(lambda: [[*itertools.chain.from_iterable(map(work, piece))] for piece in self._moved()])

    def sorted_groups(self, groups, work, *, large=False):  # noqa: ARG002  the protocol's
        def grouped():
            items = [item for piece in self._moved() for item in piece]
            random.Random(0).shuffle(items)  # noqa: S311
            items.sort(key=lambda item: item[0])
            half = groups // 2  # two pieces of several groups each
            pieces = [[i for i in items if (i[0][0] >= half) == upper] for upper in (False, True)]
            return [list(work(iter(piece))) for piece in pieces]

        return Pieces(grouped)

    def kept(self):
        held = self._pieces()
        return Pieces(lambda: held)

    def folded(self, merge):
        items = self.collected()
        random.Random(1).shuffle(items)  # noqa: S311
        return functools.reduce(merge, items)

    def collected(self):
        return list(itertools.chain.from_iterable(self._moved()))

    streamed = collected

    def _moved(self):
        return pickle.loads(pickle.dumps(self._pieces()))  # noqa: S301  made here


class InProcess:
    def dataset(self, items):
        return Pieces(lambda: [[item] for item in items])

    def shared(self, value):
        return SimpleNamespace(value=pickle.loads(pickle.dumps(value)))  # noqa: S301  made here


@pytest.fixture
def engine():
    return InProcess()
