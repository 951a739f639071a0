"""The questions that break a misconception by another route than their own: by hand, by torch, or by running it."""

import itertools
import math

import numpy as np
import pytest
import torch

from core import models
from core.analysis.counting import counted_flops
from core.decoding import generate
from core.text import WordVectors, load_bpe
from core.transformer import KVCache, Lesion, ModelConfig, Transformer
from tests.evidence import holds
from tests.exercises.every_question import STEMS, makers, questions
from tests.exercises.test_experiments import losses_of_cuts


def tokenization(text, merges):
    tokenizer = load_bpe(merges)
    parts = next(q for q in asked("tokenization") if q.given["text"] == text).text.split(" of ")[1].split(": ")[0]
    ends = {len(text[: sum(map(len, parts.split(" · ")[:n]))]) for n in range(1, len(parts.split(" · ")))}
    cuts, at = set(), 0
    for token in tokenizer.encode(text)[:-1]:
        at += len(tokenizer.token_bytes(token))
        cuts.add(at)
    return len(cuts - ends) + len(ends - cuts)


def embeddings(word_a, word_b):
    u, v = (WordVectors.load()[word].astype(np.float64) for word in (word_a, word_b))
    return u @ v / np.sqrt((u @ u) * (v @ v))


def positions(position, shift):
    return math.sin(position) * math.sin(position + shift)


def attention(attention_text, attention_kind, attention_layer):
    """The sharpest head by the mean entropy of its rows; its place among the costs of cutting each."""
    translator = models.load("translator")
    trace = translator.trace(translator.translate(attention_text))
    stack = "encoder" if attention_kind == "encoder" else "decoder"
    part = "cross_attn" if attention_kind == "cross" else "self_attn"
    weights = getattr(getattr(trace, stack)[attention_layer], part).weights[0].double()
    sharpest = int(torch.special.entr(weights).sum(-1).mean(-1).argmin())
    costs = losses_of_cuts(attention_text, [(Lesion(stack, attention_layer, part, head=head),) for head in range(8)])
    return sorted(costs, reverse=True).index(costs[sharpest]) + 1


def feed_forward(x, **weights):
    into, out = (torch.tensor(weights[name], dtype=torch.float64) for name in ("in", "out"))
    return sum((out @ torch.relu(into * sign * x)).item() for sign in (1, -1))


def residuals(tokens, row, column):
    return torch.nn.functional.layer_norm(torch.tensor(tokens, dtype=torch.float64), (3,))[row, column].item()


def architecture(layers, source, target):
    """Counted while a small model writes a sentence."""
    config = ModelConfig(d_model=8, n_heads=2, d_ff=16, n_layers=layers, vocab_size=11, max_len=32)
    model, passes = Transformer(config, torch.Generator().manual_seed(0)).eval(), 0

    def count(module, given, out):
        nonlocal passes
        passes += given[0].shape[-2]

    for layer in model.encoder.layers:
        layer.feed_forward.fc1.register_forward_hook(count)
    generate(model, torch.zeros(1, source, dtype=torch.long), target)
    return passes


def kv_cache(heads, d_k, kv_heads):
    config = ModelConfig(d_model=heads * d_k, n_heads=heads, n_layers=1, d_ff=1, vocab_size=2)
    own = KVCache(config, 1, 1).nbytes // 4  # float32, a pair for each query head
    return own * kv_heads // heads


def sampling(first, second):
    return 100 * max(first[one] * p for one in first for p in second[one].values())


def lookup(points, i, j):
    x = torch.tensor(points, dtype=torch.float64)
    return 100 * (x @ x.T / math.sqrt(2)).softmax(-1)[j, i].item()


def shapes(width, heads, head):
    """The entries of W_Q with a gradient when one head's query of a token is asked for."""
    x, weight = torch.randn(width), torch.randn(width, width, requires_grad=True)
    d_k = width // heads
    (x @ weight)[head * d_k : (head + 1) * d_k].sum().backward()
    return int((weight.grad != 0).sum())


def scaling(d_k, correlation):
    return correlation * d_k / math.sqrt(d_k)


def saturation(saturation_width, saturation_keys, quantity):
    """The very draw of the page, its gradients by autograd from a softmax written out here."""
    found = []
    for scaled in (True, False):
        generator = torch.Generator().manual_seed(0)
        sizes = (64, saturation_keys, saturation_keys, 64)
        q, k, v, g = (torch.randn(n, saturation_width, generator=generator, dtype=torch.float64) for n in sizes)
        q.requires_grad_(), k.requires_grad_()
        scores = q @ k.T / (saturation_width**0.5 if scaled else 1)
        ((scores.softmax(-1) @ v) * g / saturation_width**0.5).sum().backward()
        found.append((q if quantity == "query_gradient" else k).grad.norm(dim=-1).mean().item())
    return found[1] / found[0]


def causal_mask(scores, query):
    powers = [math.exp(score) for score in scores]
    return 100 * sum(powers[: query + 1]) / sum(powers)


def flops(flops_length, flops_width, flops_heads):
    config = ModelConfig(d_model=flops_width, n_heads=flops_heads, d_ff=flops_width)
    return counted_flops(config, flops_length).by_line.scores / 10**6


def pre_norm(layers, square):
    """Added up for real: random vectors, wide enough that chance does not matter."""
    generator = torch.Generator().manual_seed(0)
    stream = square**0.5 * torch.randn(400_000, generator=generator)
    for _ in range(2 * layers):
        stream += torch.randn(400_000, generator=generator)
    return stream.square().mean().sqrt().item()


def trainer(length, alphabet, delay):
    """By trying every input of a short alphabet; what guessing gives is put in for the alphabet asked for."""
    inputs = list(itertools.product(range(2), repeat=length))
    sure = 0
    for i in range(length):
        seen: dict = {}
        for letters in inputs:
            seen.setdefault(letters[: i + delay + 1], set()).add(letters[length - 1 - i])
        sure += all(len(answers) == 1 for answers in seen.values())
    return 100 * (sure + (length - sure) / alphabet) / length


BY_ANOTHER_ROUTE = {stem: globals()[stem] for stem in STEMS}
FEWER = {"attention": 6, "architecture": 15, "saturation": 30, "pre_norm": 20, "trainer": 30, "flops": 30}
LOOSE = {"pre_norm": 0.01, "saturation": 1e-6}


def asked(stem: str) -> tuple:
    return questions(stem, list(makers(stem))[2])


@holds(
    "tokenization",
    shows="the answers of its third exercise",
    against="the borders between tokens, counted",
    within="1e-5",
)
@holds("embeddings", shows="the answers of its third exercise", against="numpy, in float64", within="1e-5")
@holds("positions", shows="the answers of its third exercise", against="the product of two sines", within="1e-5")
@holds(
    "attention",
    shows="the answers of its third exercise",
    against="torch's cross-entropy with each head cut out, and the entropy of the rows",
    within="1e-5",
)
@holds(
    "feed_forward",
    shows="the answers of its third exercise",
    against="a small layer in torch, in float64",
    within="1e-5",
)
@holds("residuals", shows="the answers of its third exercise", against="torch's layer norm, in float64", within="1e-5")
@holds(
    "architecture",
    shows="the answers of its third exercise",
    against="the passes, counted while a small model writes",
    within="1e-5",
)
@holds("kv_cache", shows="the answers of its third exercise", against="the bytes of a real cache", within="1e-5")
@holds("sampling", shows="the answers of its third exercise", against="all sentences of two tokens", within="1e-5")
@holds("lookup", shows="the answers of its third exercise", against="torch's softmax, in float64", within="1e-5")
@holds(
    "shapes",
    shows="the answers of its third exercise",
    against="the entries of the matrix that get a gradient, by automatic differentiation",
)
@holds("scaling", shows="the answers of its third exercise", against="the formula by hand", within="1e-5")
@holds(
    "saturation",
    shows="the answers of its third exercise",
    against="the gradients of the page's own draw, through a softmax written out",
    within="1e-5",
)
@holds(
    "causal_mask",
    shows="the answers of its third exercise",
    against="sums of exponentials in plain Python",
    within="1e-5",
)
@holds(
    "flops",
    shows="the answers of its third exercise",
    against="the products of a real layer as they run, by torch's rules",
    within="1e-5",
)
@holds("pre_norm", shows="the answers of its third exercise", against="400,000 random streams, added up", within="1 %")
@holds(
    "trainer",
    shows="the answers of its third exercise",
    against="all inputs of a short alphabet, one by one",
    within="1e-5",
)
@pytest.mark.parametrize("stem", STEMS)
def test_a_misconception_is_judged_by_what_is_so(stem):
    for question in asked(stem)[: FEWER.get(stem, 99)]:
        found = BY_ANOTHER_ROUTE[stem](**question.given)
        assert question.answer == pytest.approx(found, rel=LOOSE.get(stem, 1e-5), abs=1e-5), question.text
