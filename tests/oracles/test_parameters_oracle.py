"""torch's own nn.Transformer: it has attention biases and a norm on top of both stacks, and no tables."""

from torch import nn

from core.analysis import parameter_count
from core.transformer import ModelConfig
from tests.evidence import holds


@holds("architecture", shows="the parameters of both towers", against="the weights of torch.nn.Transformer, counted")
def test_the_body_of_nn_transformer():
    body = sum(p.numel() for p in nn.Transformer(512, 8, 6, 6, 2048, batch_first=True).parameters())
    count = parameter_count(ModelConfig(attention_bias=True, norm_place="pre"))
    assert count.stacks == body == 44_140_544
