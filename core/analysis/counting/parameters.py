"""How many parameters a Transformer has, part by part, in closed form.

Letters: D d_model, F d_ff, h heads, K = d_k, V vocabulary. Counts are exact Python ints and equal
`sum(p.numel() for p in model.parameters())` of the real model (tests/analysis/test_parameters.py).
"""

from dataclasses import dataclass

from core.transformer import ModelConfig


@dataclass(frozen=True)
class LayerParameters:
    """Parameters of one layer by sub-layer. An encoder layer has `cross_attention` 0."""

    self_attention: int
    cross_attention: int
    feed_forward: int
    norms: int

    @property
    def total(self) -> int:
        return self.self_attention + self.cross_attention + self.feed_forward + self.norms


@dataclass(frozen=True)
class ParameterCount:
    """Parameters of a whole model. `embeddings` are the tables that read tokens, `output` what is added to turn states
    into logits (0 when the one shared table does it)."""

    embeddings: int
    positions: int
    encoder_layer: LayerParameters
    decoder_layer: LayerParameters
    n_encoder_layers: int
    n_decoder_layers: int
    final_norms: int
    output: int

    @property
    def encoder(self) -> int:
        """All encoder layers together, without the norm on top."""
        return self.n_encoder_layers * self.encoder_layer.total

    @property
    def decoder(self) -> int:
        """All decoder layers together, without the norm on top."""
        return self.n_decoder_layers * self.decoder_layer.total

    @property
    def stacks(self) -> int:
        """Both stacks with their final norms: everything but tables and head."""
        return self.encoder + self.decoder + self.final_norms

    @property
    def feed_forward(self) -> int:
        """The feed-forward networks of all layers."""
        return (
            self.n_encoder_layers * self.encoder_layer.feed_forward
            + self.n_decoder_layers * self.decoder_layer.feed_forward
        )

    @property
    def tables(self) -> int:
        """Embeddings, learned positions and output head."""
        return self.embeddings + self.positions + self.output

    @property
    def total(self) -> int:
        return self.stacks + self.tables


@dataclass(frozen=True)
class FeedForwardShare:
    """Fraction of the parameters that lie in feed-forward networks: the "two thirds" claim, by what one divides by."""

    encoder_layer: float
    decoder_layer: float
    without_tables: float  # of the two stacks
    whole_model: float  # tables and output head counted


def parameter_count(
    config: ModelConfig,
    *,
    biases: bool = True,
    norms: bool = True,
    encoder_only: bool = False,
    value_size: int | None = None,
) -> ParameterCount:
    """Count the parameters of `Transformer(config)`, or of `Encoder(config)` with `encoder_only`.

    attention     3 · D·hK + hK·D   (+ 3·hK + D biases when config.attention_bias)
    feed-forward  D·F + F + F·D + D; SwiGLU: 3 · D·F, no biases
    norm          2·D (LayerNorm: gain and bias), D (RMSNorm); 2 in an encoder layer, 3 in a decoder layer,
                  one more on top of each stack when norm_place is "pre"
    tables        V·D once when tied, otherwise source, target and output; learned positions max_len·D for each stack

    biases      False leaves every bias of a linear layer out of the count
    norms       False leaves the norms out
    value_size  d_v, when it is not d_k (Table 3, rows B: d_k shrinks, d_v stays 64)

    Source: Vaswani et al. 2017, sections 3.2–3.5.

    Example:
        >>> from core.transformer import PAPER_BASE
        >>> parameter_count(PAPER_BASE).total
        63045632
    """
    table = config.vocab_size * config.d_model
    read_tables = 1 if config.tie_embeddings or encoder_only else 2
    stacks = 1 if encoder_only else 2
    position_table = config.max_len * config.d_model if config.positions == "learned" else 0
    return ParameterCount(
        embeddings=read_tables * table,
        positions=stacks * position_table,
        encoder_layer=_layer(config, biases, norms, value_size, attentions=1),
        decoder_layer=_layer(config, biases, norms, value_size, attentions=2),
        n_encoder_layers=config.n_layers,
        n_decoder_layers=0 if encoder_only else config.n_layers,
        final_norms=stacks * _norm(config) if norms and config.norm_place == "pre" else 0,
        output=0 if config.tie_embeddings else table,
    )


def feed_forward_share(config: ModelConfig) -> FeedForwardShare:
    """Share of all parameters in the feed-forward networks; 0 … 1.

    Two thirds holds for the matrices of one encoder layer with F = 4D: 8D² of 12D².
    """
    count = parameter_count(config)
    return FeedForwardShare(
        encoder_layer=count.encoder_layer.feed_forward / count.encoder_layer.total,
        decoder_layer=count.decoder_layer.feed_forward / count.decoder_layer.total,
        without_tables=count.feed_forward / count.stacks,
        whole_model=count.feed_forward / count.total,
    )


def _layer(config, biases, norms, value_size, attentions: int) -> LayerParameters:
    attention = _attention(config, biases, value_size)
    return LayerParameters(
        self_attention=attention,
        cross_attention=(attentions - 1) * attention,
        feed_forward=_feed_forward(config, biases),
        norms=(attentions + 1) * _norm(config) if norms else 0,
    )


def _attention(config: ModelConfig, biases: bool, value_size: int | None) -> int:
    d, keys = config.d_model, config.n_heads * config.d_k
    values = config.n_heads * value_size if value_size else keys
    bias = biases and config.attention_bias
    return 2 * _linear(d, keys, bias) + _linear(d, values, bias) + _linear(values, d, bias)


def _feed_forward(config: ModelConfig, biases: bool) -> int:
    d, f = config.d_model, config.d_ff
    if config.activation == "swiglu":
        return 3 * _linear(d, f, bias=False)
    return _linear(d, f, biases) + _linear(f, d, biases)


def _norm(config: ModelConfig) -> int:
    return config.d_model * (2 if config.norm == "layer" else 1)


def _linear(n_in: int, n_out: int, bias: bool) -> int:
    return n_in * n_out + (n_out if bias else 0)
