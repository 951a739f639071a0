"""The published encoder, read from its own files, under this project's names."""

import json
import struct
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from core.transformer import ModelConfig

_RENAMED = (  # in this order: the longer names first
    ("embeddings.word_embeddings.", "tokens."),
    ("embeddings.position_embeddings.weight", "positions.table"),
    ("embeddings.LayerNorm.", "norm."),
    ("encoder.layer.", "encoder.layers."),
    ("attention.self.query", "self_attn.q_proj"),
    ("attention.self.key", "self_attn.k_proj"),
    ("attention.self.value", "self_attn.v_proj"),
    ("attention.output.dense", "self_attn.out_proj"),
    ("attention.output.LayerNorm", "norm1"),
    ("intermediate.dense", "feed_forward.fc1"),
    ("output.dense", "feed_forward.fc2"),
    ("output.LayerNorm", "norm2"),
)
_LEFT_OUT = ("embeddings.position_ids", "pooler.")  # a list of whole numbers, and a map that the encoder does not use
_TYPES = "embeddings.token_type_embeddings.weight"


def read_published(folder: Path) -> tuple[ModelConfig, dict[str, np.ndarray], list[str]]:
    """Config, float32 weights by our names, and the 30,522 word pieces of the folder of the published model."""
    theirs = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    vocab = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    config = ModelConfig(
        d_model=theirs["hidden_size"],
        n_heads=theirs["num_attention_heads"],
        d_ff=theirs["intermediate_size"],
        n_layers=theirs["num_hidden_layers"],
        vocab_size=theirs["vocab_size"],
        max_len=theirs["max_position_embeddings"],
        norm_place="post",
        activation=theirs["hidden_act"],
        positions="learned",
        attention_bias=True,
        dropout=0.0,
        norm_eps=theirs["layer_norm_eps"],
        pad_id=theirs["pad_token_id"],
    )
    return config, renamed(read_safetensors(folder / "model.safetensors")), vocab


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """The float32 tensors of a file: 8 bytes that count the header's, a JSON header, then the raw numbers."""
    content = bytearray(path.read_bytes())  # torch wants arrays that could be written to
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            first, last = (8 + length + offset for offset in entry["data_offsets"])
            tensors[name] = np.frombuffer(content[first:last], dtype="<f4").reshape(entry["shape"])
    return tensors


def renamed(theirs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """BertModel's parameters under our names. Of the two sentence types only the first is kept."""
    ours = {"sentence_type": theirs[_TYPES][0]}
    for name, array in theirs.items():
        if name != _TYPES and not name.startswith(_LEFT_OUT):
            ours[_our_name(name)] = array
    return ours


def _our_name(name: str) -> str:
    for theirs, ours in _RENAMED:
        name = name.replace(theirs, ours)
    return name.replace(".weight", ".gain") if "norm" in name else name
