"""The weights of the feed-forward networks beside those of the layers and the model that hold them."""

from core.analysis.counting.parameters import FeedForwardShare, ParameterCount
from core.say import percent


def feed_forward_table(share: FeedForwardShare, count: ParameterCount) -> dict[str, list]:
    """What the feed-forward networks have of a layer, of all layers and of the model, as columns of a table."""
    encoder, decoder = count.encoder_layer, count.decoder_layer
    return {
        "part": ["encoder layer", "decoder layer", "all layers", "whole model"],
        "FFN parameters": [encoder.feed_forward, decoder.feed_forward, count.feed_forward, count.feed_forward],
        "all parameters": [encoder.total, decoder.total, count.stacks, count.total],
        "share": [share.encoder_layer, share.decoder_layer, share.without_tables, share.whole_model],
    }


def feed_forward_in_words(share: FeedForwardShare, model: str) -> str:
    """The shares of a model of this name."""
    return (
        f"In the {model} model the feed-forward networks have {percent(share.encoder_layer)} of an encoder layer, "
        f"{percent(share.decoder_layer)} of a decoder layer, {percent(share.without_tables)} of all layers and "
        f"{percent(share.whole_model)} of the whole model. The upright lines are two thirds."
    )
