"""Train a tiny transformer on one core and export what it attends to, for `decay attn`.

    pip install --editable . --group train
    python training/train_transformer.py copy plain.npz --steps 4000 --perturb plain_logprobs.npz
    python training/train_transformer.py copy pointer.npz --layers 1 --heads 1 --pointer --steps 8000
    python training/train_transformer.py copy random.npz --steps 0
    python training/train_transformer.py sample_corpora/english.txt english.npz --steps 300

CORPUS is ``copy``, a generated corpus whose best possible attention is known exactly, or a text. Maps
are written as one array a layer, (sequences, heads, queries, keys), of held-out text.

Of the copy process P(next = v | past) = (1 - c) q(v) + c sum_D p(D) [token D before next is v], so
attention that predicts perfectly from the key at distance d = D - 1 is p(d + 1), whatever the words
are. With ``--pointer`` the model's output has exactly that form: a mixture of words drawn afresh and
words copied by attention (See, Liu & Manning 2017). Without it the model is an ordinary one, and
nothing obliges its attention to be that kernel. docs/attention.md says what came of it.
"""

from __future__ import annotations

import argparse
import math
import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from lexdecay.synth import generate, make_law

SEED = 0
CONTEXT = 128  # tokens a sequence
BATCH = 16
LEARN_RATE = 3e-3
HELD_OUT = 0.1  # of the corpus
SHOWN = 24  # held-out sequences whose maps are written
EVALUATED = 240  # held-out sequences on which the loss is taken
TOKENS = 400_000  # of the generated corpus
# Many equally common words make a copy recognisable; lags end within the context.
COPY = {"vocabulary": 64, "zipf": 0.0, "copies": 0.8, "lag_exponent": 1.5, "longest_lag": 64}
TYPES = 500  # words of a text that keep their identity
CONTEXTS = (1, 2, 4, 8, 16, 32, 64)  # tokens before the predicted one, for --perturb
PREDICTED = 2048  # tokens of --perturb


@dataclass(frozen=True)
class Shape:
    """How large the model is."""

    vocabulary: int
    layers: int = 2
    heads: int = 4
    width: int = 64
    pointer: bool = False


class Attention(nn.Module):
    """Causal attention with a learned bias a head and distance, as T5's but without buckets."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.project = nn.Linear(shape.width, 3 * shape.width, bias=False)
        self.out = nn.Linear(shape.width, shape.width, bias=False)
        self.bias = nn.Parameter(0.02 * torch.randn(shape.heads, CONTEXT))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return what the heads say, [b, n, width], and their weights, [b, heads, n, n]."""
        batch, n, width = x.shape
        split = (batch, n, 3, self.heads, width // self.heads)
        q, k, v = self.project(x).reshape(split).permute(2, 0, 3, 1, 4)
        distance = torch.arange(n)[:, None] - torch.arange(n)
        scores = (
            q @ k.transpose(-1, -2) / math.sqrt(width // self.heads) + self.bias[:, distance.clamp(min=0)]
        )
        weights = scores.masked_fill(distance < 0, -torch.inf).softmax(-1)
        return self.out((weights @ v).transpose(1, 2).reshape(batch, n, width)), weights


class Block(nn.Module):
    """Attention and a network of one hidden layer, each added to what came in."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.attention = Attention(shape)
        self.before, self.between = nn.LayerNorm(shape.width), nn.LayerNorm(shape.width)
        self.network = nn.Sequential(
            nn.Linear(shape.width, 4 * shape.width), nn.GELU(), nn.Linear(4 * shape.width, shape.width)
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the sum, [b, n, width], and the weights."""
        said, weights = self.attention(self.before(x))
        x = x + said
        return x + self.network(self.between(x)), weights


class Transformer(nn.Module):
    """A decoder; with ``pointer``, its output mixes fresh words with words its last layer attends to."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.embed = nn.Embedding(shape.vocabulary, shape.width)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm = nn.LayerNorm(shape.width)
        self.read = nn.Linear(shape.width, shape.vocabulary)
        self.copies = nn.Parameter(torch.zeros(())) if shape.pointer else None

    def forward(self, tokens: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Return log-probabilities of the next token, [b, n, vocabulary], and the weights of each layer."""
        x, weights = self.embed(tokens), []
        for block in self.blocks:
            x, w = block(x)
            weights.append(w)
        if self.copies is None:
            return self.read(self.norm(x)).log_softmax(-1), weights
        # A fresh word depends on nothing; were it told the present word, it would copy that one itself.
        logs = self.read.bias.log_softmax(-1)
        pointed = weights[-1].mean(1) @ functional.one_hot(tokens, logs.shape[-1]).to(x.dtype)
        share = torch.sigmoid(self.copies)
        return ((1 - share) * logs.exp() + share * pointed + 1e-9).log(), weights


def corpus(name: str) -> tuple[Tensor, int]:
    """Return token ids and the size of the vocabulary."""
    if name == "copy":
        ids, _ = generate(make_law("copy", COPY), TOKENS, SEED)
        return torch.from_numpy(np.asarray(ids, np.int64)), int(COPY["vocabulary"])
    words = re.findall(r"\w+", Path(name).read_text("utf-8").lower())
    kept = {word: rank for rank, (word, _) in enumerate(Counter(words).most_common(TYPES))}
    return torch.tensor([kept.get(word, TYPES) for word in words]), TYPES + 1


def best_loss(pieces: Tensor) -> float:
    """Return the loss, in nats, of one who knows the copy process, at the places `loss` looks at."""
    ids, lags, copies = pieces.numpy(), make_law("copy", COPY).lags(), float(COPY["copies"])
    at = np.arange(lags.size, CONTEXT + 1)
    matches = sum(p * (ids[:, at - lag] == ids[:, at]) for lag, p in enumerate(lags, 1))
    return float(-np.log((1 - copies) / COPY["vocabulary"] + copies * matches).mean())


@torch.no_grad()
def loss(model: Transformer, pieces: Tensor) -> float:
    """Return the loss of the next token in nats, where the longest lag lies within the context."""
    first = int(COPY["longest_lag"]) - 1
    found = [
        functional.nll_loss(model(part[:, :-1])[0][:, first:].flatten(0, 1), part[:, first + 1 :].flatten())
        for part in pieces.split(SHOWN)
    ]
    return float(torch.stack(found).mean())


def cut(tokens: Tensor) -> Tensor:
    """Return a text as sequences of CONTEXT + 1 tokens, a whole number of batches of SHOWN at most."""
    whole = min(len(tokens) // (CONTEXT + 1), EVALUATED)
    whole -= whole % SHOWN if whole > SHOWN else 0
    return tokens[: whole * (CONTEXT + 1)].reshape(whole, CONTEXT + 1)


def train(model: Transformer, tokens: Tensor, steps: int) -> None:
    """Minimise the loss of the next token on random stretches, the learning rate falling as a cosine."""
    optimiser = torch.optim.AdamW(model.parameters(), LEARN_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, max(steps, 1))
    for step in range(steps):
        start = torch.randint(len(tokens) - CONTEXT - 1, (BATCH, 1)) + torch.arange(CONTEXT + 1)
        piece = tokens[start]
        logs, _ = model(piece[:, :-1])
        loss = functional.nll_loss(logs.flatten(0, 1), piece[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if step % 100 == 0:
            print(f"step {step}: {loss.item():.3f} nats, {time.process_time():.0f} CPU-seconds", flush=True)


@torch.no_grad()
def export(model: Transformer, pieces: Tensor, path: str) -> None:
    """Write the maps of the first held-out sequences."""
    _, weights = model(pieces[:SHOWN, :-1])
    np.savez_compressed(path, **{f"layer{at}": w.float().numpy() for at, w in enumerate(weights)})


@torch.no_grad()
def perturb(model: Transformer, tokens: Tensor, path: str) -> None:
    """Write log-probabilities of held-out tokens given only the last c tokens before them."""
    at = torch.linspace(max(CONTEXTS), len(tokens) - 1, PREDICTED).long()
    found = []
    for length in CONTEXTS:
        windows = tokens[at[:, None] - length + torch.arange(length)]
        logs = torch.cat([model(part)[0][:, -1] for part in windows.split(256)])
        found.append(logs.gather(1, tokens[at][:, None])[:, 0].numpy())
    np.savez_compressed(path, context=np.array(CONTEXTS), logprob=np.array(found, np.float16).T)


def main() -> None:
    """Train, export, and say how good the model is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", help="'copy' or a text")
    parser.add_argument("maps", help="where the maps go, .npz")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--pointer", action="store_true", help="mix in words copied by attention")
    parser.add_argument("--perturb", help="where log-probabilities by context length go, .npz")
    chosen = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    tokens, vocabulary = corpus(chosen.corpus)
    learnt = int(len(tokens) * (1 - HELD_OUT))
    model = Transformer(Shape(vocabulary, chosen.layers, chosen.heads, pointer=chosen.pointer))
    train(model, tokens[:learnt], chosen.steps)
    pieces = cut(tokens[learnt:])
    export(model, pieces, chosen.maps)
    print(f"held-out loss {loss(model, pieces):.4f} nats")
    if chosen.corpus == "copy":
        print(f"best possible {best_loss(pieces):.4f} nats; fresh words alone {math.log(vocabulary):.4f}")
    if chosen.perturb:
        perturb(model, tokens[learnt:], chosen.perturb)


if __name__ == "__main__":
    main()
