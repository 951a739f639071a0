"""Public bugs of generation loops: rows after their end, temperature 0, k over V, streams of chance, labels."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch.nn import functional as F

from core.decoding import decoding_steps, generate, next_token_logits
from core.transformer import MICRO, ModelConfig, Transformer

CONFIG = ModelConfig(
    d_model=12, n_heads=3, d_ff=20, n_layers=2, vocab_size=11, max_len=16, dropout=0.0, pad_id=0, bos_id=1, eos_id=2
)


@pytest.fixture
def model(build):
    return build(CONFIG, seed=5)


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("use_cache", [True, False])
def test_h_transformer_1d_9_rows_past_their_end_stay_frozen(model, random_ids, use_cache):
    """lucidrains/h-transformer-1d#9, huggingface/transformers#31261, mistral-inference#270, flash-attention#2784."""
    ids = generate(model, random_ids(16, 5), 16, temperature=1.0, generator=seeded(), use_cache=use_cache)
    finished = 0
    for row in ids.tolist():
        if 2 in row:
            assert not any(row[row.index(2) + 1 :])
            finished += row.index(2) < ids.shape[1] - 1
    assert finished >= 4


def test_h_transformer_1d_9_an_ended_row_does_not_disturb_the_others(model, random_ids):
    """The logits of a row are those of the row alone, also after its mates have ended."""
    source = random_ids(6, 5)
    steps = list(decoding_steps(model, source, 12, temperature=1.0, generator=seeded()))
    ids = torch.stack([step.tokens for step in steps], 1)
    assert steps[-2].ended.any() and not steps[-2].ended.all()
    survivor = int((~steps[-2].ended).nonzero()[0])
    target = torch.cat([torch.tensor([1]), ids[survivor, :-1]])[None]
    alone = model(source[survivor : survivor + 1], target)[0]
    torch.testing.assert_close(torch.stack([step.logits[survivor] for step in steps]), alone, rtol=1e-4, atol=1e-4)


def test_bark_270_temperature_0_is_greedy_not_nan(model, random_ids):
    """suno-ai/bark#270, google-deepmind/gemma#562, vllm-project/vllm#1623: 0/0, or inf at 1e-4."""
    source = random_ids(4, 5)
    greedy = generate(model, source, 10, temperature=0.0)
    for temperature in (1e-4, 1e-45, 5e-324):
        assert torch.equal(generate(model, source, 10, temperature=temperature), greedy)


@pytest.mark.parametrize("top_k", [11, 12, 10**9])
def test_transformer_lens_1347_k_over_v_is_off(model, random_ids, top_k):
    """TransformerLens#1347, keras-hub#236, fairseq#7, gemma#789: "selected index k out of range"."""
    runs = [
        generate(model, random_ids(3, 5), 10, temperature=1.0, top_k=k, generator=seeded()) for k in (top_k, None, 0)
    ]
    assert torch.equal(runs[0], runs[1]) and torch.equal(runs[0], runs[2])


def test_transformers_23688_top_p_0_keeps_the_best_token(model, random_ids):
    """huggingface/transformers#23688, #19839, mlx-lm#1912: everything was removed, the softmax NaN."""
    source = random_ids(3, 5)
    sampled = generate(model, source, 10, temperature=1.0, top_p=0.0, generator=seeded())
    assert torch.equal(sampled, generate(model, source, 10))


def test_pytorch_18119_the_same_seed_gives_the_same_tokens_in_another_process():
    """pytorch/pytorch#25071, #18119: an explicit generator; the same in one process and across processes."""
    code = (
        "import torch; from core.decoding import generate; from core.transformer import MICRO, Transformer\n"
        "model = Transformer(MICRO, torch.Generator().manual_seed(1)); ids = torch.tensor([[1, 2, 3]]).expand(3, -1)\n"
        "print(generate(model, ids, 16, temperature=1.0, generator=torch.Generator().manual_seed(2)).tolist())"
    )
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=root, encoding="utf-8")
    torch.manual_seed(99)
    model, ids = Transformer(MICRO, seeded(1)), torch.tensor([[1, 2, 3]]).expand(3, -1)
    assert run.stdout.strip() == str(generate(model, ids, 16, temperature=1.0, generator=seeded(2)).tolist())


@pytest.mark.parametrize("use_cache", [True, False])
def test_inf_01_what_generation_hands_out_can_be_written_to_and_trained_on(model, random_ids, use_cache):
    """vllm-project/vllm#1968, mantasu/glasses-detector#19: tensors made in inference mode, of no use to the caller."""
    predict = next_token_logits(model, random_ids(1, 5), use_cache=use_cache, max_len=5)
    logits = predict(torch.tensor([[1]]))
    banned = int(logits.argmax())
    logits[:, banned] = -torch.inf
    assert logits.argmax() != banned
    for step in decoding_steps(model, random_ids(2, 5), 3, temperature=1.0, use_cache=use_cache):
        weight = torch.zeros(11, requires_grad=True)
        (step.logits @ weight).sum().backward()
        torch.testing.assert_close(weight.grad, step.logits.sum(0))
        for tensor in (step.logits, step.tokens, step.ended, *vars(step.stages).values()):
            tensor.fill_(0)


def test_attention_is_all_you_need_pytorch_123_labels_are_shifted_by_one():
    """jadore801120#123, OpenNMT-py#882, transformers#7961, happy-llm#134: an unshifted causal model learns to copy.

    On random targets that the source says nothing about, the loss cannot fall below ln V. Fed unshifted it does.
    """
    config = ModelConfig(
        d_model=16, n_heads=2, d_ff=32, n_layers=1, vocab_size=8, max_len=8, dropout=0.0, norm_place="pre"
    )

    def final_loss(shifted):
        model = Transformer(config, seeded(0))
        optimizer, chance, losses = torch.optim.Adam(model.parameters(), 2e-2), seeded(1), []
        for _ in range(40):
            y = torch.randint(8, (32, 6), generator=chance)
            target = torch.cat([torch.zeros(32, 1, dtype=torch.long), y[:, :-1]], 1) if shifted else y
            loss = F.cross_entropy(model(torch.zeros_like(y), target).flatten(0, 1), y.flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return sum(losses[-5:]) / 5

    ln_v = 2.0794
    assert final_loss(shifted=True) > ln_v - 0.02
    assert final_loss(shifted=False) < ln_v / 2
