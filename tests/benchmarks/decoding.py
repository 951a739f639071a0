"""Greedy decoding of 512 tokens at the base model's size, with the KV cache and without."""

import time
from itertools import pairwise

import torch

from core.decoding import next_token_logits
from core.transformer import ModelConfig, Transformer

LENGTH = 512
SAMPLED = (1, 64, 128, 256, 384, 512)  # lengths at which a step without cache is timed; in between, straight lines


def rows():
    """Total of both, and how flat a cached step stays."""
    config = ModelConfig(vocab_size=1000, dropout=0.0)
    model = Transformer(config, torch.Generator().manual_seed(0)).eval()
    source = torch.randint(1000, (1, 32), generator=torch.Generator().manual_seed(1))
    target = torch.randint(1000, (1, LENGTH), generator=torch.Generator().manual_seed(2))
    cached = next_token_logits(model, source, use_cache=True, max_len=LENGTH)
    full = next_token_logits(model, source, use_cache=False, max_len=LENGTH)
    with_cache, without = [], {}
    for t in range(1, LENGTH + 1):
        with_cache.append(_seconds(cached, target[:, :t]))
        if t in SAMPLED:
            without[t] = _seconds(full, target[:, :t])
    total = sum((b - a) * (without[a] + without[b]) / 2 for a, b in pairwise(SAMPLED))
    spent = sum(with_cache)
    yield (
        f"decoding {LENGTH} tokens, base size: with cache {spent:.3g} s; without {total:.3g} s (from steps timed at "
        f"{', '.join(map(str, SAMPLED))}); without / with = {total / spent:.1f} (goal at least 10)"
    )
    first, last = (sorted(part)[len(part) // 2] for part in (with_cache[8:72], with_cache[-64:]))
    steps = f"{1000 * first:.3g} ms near token 40, {1000 * last:.3g} ms near token 480"
    yield f"a cached step: {steps}; ratio {last / first:.2f} (goal: flat)"


def _seconds(predict, target) -> float:
    began = time.process_time()
    predict(target)
    return time.process_time() - began
