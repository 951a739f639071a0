"""What one part of the blueprint costs: its parameters and its matrix products.

Letters: S source, T target positions.
"""

from core.analysis.counting import config_flops, cross_attention_flops, parameter_count
from core.analysis.inside.blueprint import PARTS
from core.transformer import ModelConfig


def part_parameters(config: ModelConfig, part: str) -> int:
    """Parameters of one part of the blueprint in one layer. The three places of a shared table each show its size.

    KeyError for an unknown part.
    """
    count, tower = parameter_count(config), PARTS[part].tower
    layer = count.encoder_layer if tower == "encoder" else count.decoder_layer
    if part.endswith("embedding") or part == "linear":
        return config.vocab_size * config.d_model
    if part.endswith("ffn"):
        return layer.feed_forward
    if "-norm-" in part:
        return layer.norms // (2 if tower == "encoder" else 3)
    if part.endswith("attention"):
        return layer.self_attention
    return count.positions // 2 if part.endswith("positions") else 0


def part_flops(config: ModelConfig, part: str, source: int, target: int) -> int:
    """Operations of one part: its matrix products for S source and T target positions; 0 where there are none."""
    length = source if PARTS[part].tower == "encoder" else target
    layer = config_flops(config, length)
    if part == "cross-attention":
        return cross_attention_flops(target, source, config.d_model, width=config.n_heads * config.d_k).total
    if part.endswith("-attention"):
        return layer.projections + layer.attention
    if part.endswith("-ffn"):
        return layer.ffn
    return 2 * length * config.d_model * config.vocab_size if part == "linear" else 0


def sentence_flops(config: ModelConfig, source: int, target: int) -> dict[str, int]:
    """Operations of one pass over a pair of sentences, all layers together, by kind of part. Norms have no products."""
    kinds = ("encoder-attention", "encoder-ffn", "decoder-attention", "cross-attention", "decoder-ffn")
    counts = {part: config.n_layers * part_flops(config, part, source, target) for part in kinds}
    return counts | {"linear": part_flops(config, "linear", source, target)}
