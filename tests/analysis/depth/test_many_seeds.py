"""Many seeds in one pass are the seeds one by one; and what the pages say of stacks holds over seeds."""

from itertools import pairwise

import pytest
import torch

from core.analysis.depth import flow, flow_config, flow_spread
from core.analysis.spread import SEEDS, over_seeds
from tests.evidence import holds

WAYS = [
    {"skip": True, "norms": True},
    {"skip": False, "norms": True},
    {"skip": True, "norms": False},
    {"skip": False, "norms": False},
]


@holds(
    "residuals",
    shows="signal and gradient of twenty seeds, which are computed in one pass",
    against="the seeds computed one by one",
    within="1e-9",
)
@holds("pre_norm", shows="medians and bands over the depth of the stack", against="each seed on its own", within="1e-9")
@pytest.mark.parametrize("place", ["post", "pre"])
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_many_seeds_in_one_pass_are_the_seeds_one_by_one(place, way):
    config, depths, seeds = flow_config(place, norm="rms", activation="swiglu"), (1, 3), range(7)
    together = flow_spread(depths, config, **way, length=5, seeds=seeds)
    alone = [[flow(depth, config, **way, length=5, seed=seed) for depth in depths] for seed in seeds]
    ratios = [[one.gradient_at_input for one in row] for row in alone]
    torch.testing.assert_close(torch.tensor(together.by_seed), torch.tensor(ratios), rtol=1e-9, atol=0)
    rows = {
        "cosine": [row[-1].cosine for row in alone],
        "similarity": [row[-1].similarity for row in alone],
        "gradient_at_input": ratios,
        "top_weight_gradient": [[one.weight_gradient[-1] for one in row] for row in alone],
    }
    for name, values in rows.items():
        found, wanted = vars(getattr(together, name)), vars(over_seeds(values))
        torch.testing.assert_close(*(torch.tensor([*each.values()]) for each in (found, wanted)), rtol=1e-9, atol=1e-12)


@pytest.fixture(scope="module")
def deep():
    """Stacks of 24 layers by place of the norm and by skip, over all seeds."""
    return {
        (place, skip): flow_spread((24,), flow_config(place), skip=skip) for place in ("post", "pre") for skip in (1, 0)
    }


def all_gradients(found):
    return [seed[-1] for seed in found.by_seed]


@holds(
    "residuals",
    says="It is true of bare layers, and false of layers with norms in place",
    against="24 layers without skips: over 0.001 of the gradient arrives under each of twenty seeds",
    within="",
)
def test_with_norms_the_gradient_does_not_vanish_without_skips_in_any_seed(deep):
    for place in ("post", "pre"):
        assert len(all_gradients(deep[place, 0])) == SEEDS >= 20
        assert min(all_gradients(deep[place, 0])) > 1e-3


@holds(
    "residuals",
    says="Every position becomes the same vector, and no gradient can teach the model which was which.",
    against="the mean cosine between positions after 24 layers: over 0.999 in three quarters of twenty seeds",
    within="",
)
def test_without_skips_all_positions_become_the_same_vector(deep):
    assert all(deep[place, 0].similarity.low[-1] > 0.999 for place in ("post", "pre"))


@holds(
    "residuals",
    says="the line without skips is straight on the logarithmic axis, a fixed factor lost per layer",
    against="a straight line through the medians of twenty seeds, which explains 99 % of their variance",
    within="",
)
def test_without_norms_the_gradient_vanishes_by_a_fixed_factor_a_layer_and_explodes_with_skips():
    depths = (3, 6, 12, 24)
    cut, kept = (flow_spread(depths, skip=skip, norms=False) for skip in (False, True))
    assert max(all_gradients(cut)) < 1e-5 and min(all_gradients(kept)) > 1e5
    medians = torch.tensor(cut.gradient_at_input.median).log()
    line = torch.stack([torch.tensor(depths, dtype=medians.dtype), medians])
    assert float(torch.corrcoef(line)[0, 1]) ** 2 > 0.99  # straight on a logarithmic axis


@holds(
    "residuals",
    says="With the skips and no norms the opposite happens, and stream and gradient grow without bound.",
    against="the length of the stream: every one of twelve layers adds 10 % and more, under three seeds",
    within="",
)
@pytest.mark.parametrize("seed", range(3))
def test_without_norms_and_with_skips_every_layer_makes_the_stream_longer(seed):
    lengths = flow(12, norms=False, seed=seed).norm
    assert all(longer > 1.1 * shorter for shorter, longer in pairwise(lengths)) and lengths[-1] > 50


def test_pre_norm_makes_the_gradient_larger_on_its_way_down_and_keeps_more_of_the_input(deep):
    assert min(all_gradients(deep["pre", 1])) > 1
    assert deep["pre", 1].cosine.low[6] > deep["post", 1].cosine.high[6]


@holds(
    "pre_norm",
    says="With pre-norm it arrives not only unweakened but larger",
    against="the gradient at the top, in stacks of 4 and of 24 layers, two kinds of block",
    within="every one of twenty seeds",
)
@holds(
    "pre_norm",
    says="the draw of its weights whether the bottom gets more or less than the top",
    against="the gradient at the top, two kinds of block",
    within="more in some of twenty seeds, less in others",
)
@holds(
    "pre_norm",
    says=r"the top layer's gradient falls like $1/\sqrt{L}$",
    against="√(4/24), for stacks of 24 layers and of 4, median of twenty seeds",
    within="25 %",
)
@holds(
    "pre_norm",
    says="With post-norm it keeps its full size however deep the stack is",
    against="1, for stacks of 24 layers and of 4, median of twenty seeds",
    within="15 %",
)
@pytest.mark.parametrize(
    "kind", [{"norm": "rms", "activation": "swiglu"}, {"norm": "layer", "activation": "relu"}], ids=str
)
def test_with_post_norm_it_depends_on_the_draw_what_arrives_and_at_the_top_nothing_falls(kind):
    """And with pre-norm more arrives than left the top in every draw, and the top falls like 1/√L."""
    depths = (4, 24)
    pre, post = (flow_spread(depths, flow_config(place, **kind)) for place in ("pre", "post"))
    assert min(all_gradients(pre)) > 1
    assert min(all_gradients(post)) < 1 < max(all_gradients(post))
    after, before = post.top_weight_gradient.median, pre.top_weight_gradient.median
    assert after[1] / after[0] == pytest.approx(1, abs=0.15)
    assert before[1] / before[0] == pytest.approx((4 / 24) ** 0.5, rel=0.25)
