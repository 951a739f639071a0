"""The whole encoder–decoder, nothing traced, beside torch.nn.Transformer with the same weights."""

import torch
from torch import nn

from core.transformer import ModelConfig, Transformer
from tests.benchmarks.clock import interleaved, line

SIZES = {
    "base, 1 × 32 tokens": (ModelConfig(dropout=0.0, vocab_size=1000, attention_bias=True), 1, 32),
    "base, 4 × 64 tokens": (ModelConfig(dropout=0.0, vocab_size=1000, attention_bias=True), 4, 64),
    "d_model 128, 3 layers, 16 × 32 tokens": (
        ModelConfig(d_model=128, d_ff=512, n_layers=3, dropout=0.0, vocab_size=1000, attention_bias=True), 16, 32,
    ),
}  # fmt: skip
REASON = (
    "Where over 1: outside training torch's encoder layer is one fused operator, and projects q, k and v in one "
    "product; ours are separate, so that each can be read and traced."
)


def peer(model: Transformer) -> nn.Transformer:
    """torch's machine without the norm it adds on top of each stack; post-norm; our weights."""
    c = model.config
    sizes = (c.d_model, c.n_heads, c.d_ff, 0.0)
    encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(*sizes, batch_first=True), c.n_layers, enable_nested_tensor=False
    )
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(*sizes, batch_first=True), c.n_layers)
    # It draws new weights for the stacks it is given, so ours are loaded after it is made.
    whole = nn.Transformer(c.d_model, c.n_heads, batch_first=True, custom_encoder=encoder, custom_decoder=decoder)
    ours_all, theirs_all = [*model.encoder.layers, *model.decoder.layers], [*encoder.layers, *decoder.layers]
    for ours, theirs in zip(ours_all, theirs_all, strict=True):
        theirs.load_state_dict(_renamed(ours.state_dict()))
    return whole.eval()


def _renamed(state: dict) -> dict:
    out = {}
    for ours, theirs in (("self_attn", "self_attn"), ("cross_attn", "multihead_attn")):
        if f"{ours}.q_proj.weight" in state:
            for kind in ("weight", "bias"):
                packed = torch.cat([state[f"{ours}.{p}_proj.{kind}"] for p in "qkv"])
                out[f"{theirs}.in_proj_{kind}"] = packed
                out[f"{theirs}.out_proj.{kind}"] = state[f"{ours}.out_proj.{kind}"]
    for kind in ("weight", "bias"):
        out |= {f"linear{i}.{kind}": state[f"feed_forward.fc{i}.{kind}"] for i in (1, 2)}
    for i in (1, 2, 3):
        if f"norm{i}.gain" in state:
            out |= {f"norm{i}.weight": state[f"norm{i}.gain"], f"norm{i}.bias": state[f"norm{i}.bias"]}
    return out


def rows():
    """One row per size; the two are checked to agree before they are timed."""
    for name, (config, batch, length) in SIZES.items():
        model = Transformer(config, torch.Generator().manual_seed(0)).eval()
        theirs = peer(model)
        ids = torch.randint(1000, (batch, length), generator=torch.Generator().manual_seed(1))
        causal = nn.Transformer.generate_square_subsequent_mask(length)

        def run_ours(model=model, ids=ids):
            with torch.inference_mode():
                return model(ids, ids)

        def run_theirs(model=model, theirs=theirs, ids=ids, causal=causal):
            with torch.inference_mode():
                x, y = model.source_embedding(ids), model.target_embedding(ids)
                return model.output(theirs(x, y, tgt_mask=causal, tgt_is_causal=True))

        torch.testing.assert_close(run_ours(), run_theirs(), rtol=1e-4, atol=1e-4)
        times = interleaved({"ours": run_ours, "theirs": run_theirs}, rounds=15)
        yield line(f"forward, {name}", times["ours"], "nn.Transformer", times["theirs"], "at most 1.0", REASON)
