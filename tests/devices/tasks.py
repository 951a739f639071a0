"""Everything in `core` that runs a model, once and small: what it gives, and how often it may wait for the device.

A task returns (result, waits): numbers in lists and tuples, and an upper bound that follows from the tokens, the passes
or the records that it makes, never from the number of layers.
"""

import tempfile
from functools import cache
from pathlib import Path

import torch

from core import analysis, decoding, training
from core.models import minilm, toy, translator
from core.models.making import toys as toy_make
from core.models.making import translator_training
from core.models.making.pointing import alignment_accuracy
from core.models.making.translator_evaluation import greedy
from core.models.making.translator_export import exported_weights
from core.transformer import (
    Encoder,
    KVCache,
    Lesion,
    ModelConfig,
    MultiHeadAttention,
    Transformer,
    attention,
    best_device,
    causal_mask,
    combine_masks,
    device_of,
    evaluating,
    padding_mask,
    to_cpu,
    to_device,
)

TEXT = "Where is the station?"
CUT = (Lesion("decoder", 0, "cross_attn", 1), Lesion("encoder", 1, "feed_forward"), Lesion("decoder", 2, "layer"))
SMALL = {"d_model": 12, "n_heads": 3, "d_ff": 20, "n_layers": 2, "vocab_size": 11, "max_len": 16, "dropout": 0.0}


@cache
def the_translator():
    return translator.load()


@cache
def translated():
    found = the_translator().translate(TEXT)
    return found, the_translator().trace(found)


def sums(tensors) -> list[float]:
    """A number for each tensor that changes with any of its values."""
    return [float(tensor.double().nan_to_num(neginf=-1.0).sum()) for tensor in tensors]


def prepare() -> None:
    """Load what the tasks share: a model is sent once, parameter by parameter."""
    translated(), minilm.load(), toy.load("reverse"), toy.load("sort")


def greedy_with_cache():
    found = the_translator().translate(TEXT)
    return found.target_ids, len(found.target_ids) - 1


def greedy_without_cache():
    found = the_translator().translate(TEXT, use_cache=False)
    return found.target_ids, len(found.target_ids) - 1


def sampled():
    found = the_translator().translate(TEXT, temperature=1.2, top_k=50, top_p=0.95, seed=3)
    return found.target_ids, len(found.target_ids) - 1


def with_lesions():
    found = the_translator().translate(TEXT, lesions=CUT)
    return found.target_ids, len(found.target_ids) - 1


def beam_search():
    steps = the_translator().search(TEXT, beams=4)
    return [(h.ids, h.log_prob) for h in decoding.ranked(steps, 4)], len(steps)


def a_batch_of_sentences():
    said = greedy(the_translator(), [(TEXT, ""), ("Hello.", ""), ("I am very tired today.", "")])
    return said, translator.loader.MAX_NEW_TOKENS


def probability_of_a_target():
    return the_translator().log_prob(TEXT, translated()[0].target_ids[1:]), 1


def banning_a_token():
    model, source = the_translator().model, torch.tensor([translated()[0].source_ids])
    logits = decoding.next_token_logits(model, source, use_cache=True, max_len=4)(torch.tensor([[1]]))
    logits[:, logits.argmax()] = -torch.inf
    return decoding.most_probable(logits[0], 3), 1


def sampling_rules_of_device_tensors():
    logits = to_device(torch.tensor([0.5, 2.0, 1.0, -1.0]), best_device())
    shares = logits.softmax(-1)
    drawn = decoding.draw(shares, 20, torch.Generator().manual_seed(0)).tolist()
    return (decoding.filter_logits(logits, 0.7, 3, 0.9).top_p.tolist(), drawn, decoding.entropy_bits(shares).item()), 3


def trace_of_the_translator():
    trace = the_translator().trace(translated()[0], lesions=CUT)
    layers = [*trace.encoder, *trace.decoder]
    weights = [layer.self_attn.weights for layer in layers] + [layer.cross_attn.weights for layer in trace.decoder]
    return sums([trace.logits, trace.memory, *weights, *(layer.feed_forward.hidden for layer in layers)]), 1


def probe_on_a_trace():
    memory = the_translator().trace(translated()[0]).memory
    probe = torch.nn.Linear(memory.shape[-1], 1)
    probe(memory).sum().backward()
    return float(probe.weight.grad.sum()), 1


def encoder_of_a_text():
    trace = minilm.load().trace("The animal did not cross the street because it was tired.")
    return sums([trace.embedding, trace.hidden, trace.weights]), 1


def heads_and_senses():
    readings = minilm.rank_heads(minilm.load(), minilm.CASES[0].sentence, "it", minilm.CASES[0].candidates)
    cosines = minilm.cosine_by_layer(minilm.load(), "The bank lent money.", "The bank of the river.", "bank")
    return ([reading.weights for reading in readings], cosines), 3


def toys():
    cut = [Lesion("encoder", 0, "feed_forward")]
    return [toy.load("reverse").answer("CABD"), toy.load("sort").answer("HCABDA", lesions=cut)], 5 + 7


def trace_of_a_toy():
    return sums([toy.load("sort").trace("DCBA").forward.logits]), 5 + 1


def accuracy_of_a_toy():
    return toy.load("reverse").accuracy(training.tasks.random_inputs(64, 4, 8, torch.Generator().manual_seed(0))), 7


def micro_trainer():
    config = training.TrainerConfig(mask="causal", steps=12)
    steps = list(training.train(config))
    measured = sum(step.weights is not None for step in steps)  # accuracies and snapshot: a wait each
    curve = [(s.loss, s.grad_norm, s.per_position_accuracy) for s in steps]
    return (curve, sums(steps[0].weights.values())), len(steps) + 2 * measured


def a_run_that_diverges():
    config = training.TrainerConfig(learning_rate=10.0, steps=60)
    last = list(training.train(config))[-1]
    return last.diverged, 3 * last.step


def replay_and_ablations():
    config = training.TrainerConfig(steps=1)
    step = list(training.train(config))[-1]
    seen, cut = training.replay(config, step, "CABD"), training.ablations(config, step)
    return (seen.probabilities.tolist(), [m.accuracy for m in cut.values()]), 6 + 1 + len(cut)


def leaky_mask():
    run = training.leaky_training.train_with("peek", steps=12)
    letters = training.leaky_training.LENGTH  # each is drawn on the CPU
    return (run.losses, run.trained_loss, run.honest_loss, run.samples), 1 + letters


def deep_stacks():
    config = training.DeepStackConfig(depth=3, steps=20)
    steps = [(s.loss, s.accuracy, s.lowest_gradient) for s in training.deep_stack(config)]
    return steps, 2  # ten steps at a time


def lesion_costs():
    found, cuts = translated()[0], [[cut] for cut in CUT]
    return analysis.inside.lesion_costs(the_translator().model, found.source_ids, found.target_ids, cuts), 1 + len(cuts)


def compared_caches():
    found = analysis.caching.compare_cache(the_translator().model, translated()[0].source_ids, 10)
    return (found.cached_ids, found.full_ids), len(found.cached_ids) + len(found.full_ids)


def broken_caches():
    runs = [analysis.caching.broken_run(the_translator().model, translated()[0].source_ids, 10, bug, 2)
            for bug in ("position", "row")]  # fmt: skip
    written = sum(2 * len(run.intact_ids) + len(run.broken_ids) for run in runs)
    return [(run.intact_ids, run.broken_ids, run.differences) for run in runs], written


def early_readouts():
    return [sums([read.probabilities]) for read in analysis.inside.readouts(the_translator().model, translated()[1])], 1


def live_parts():
    (found, trace), model = translated(), the_translator().model
    source, target = found.source_ids, found.target_ids[:-1]
    views = [analysis.inside.part_view(model, trace, source, target, part, 1) for part in analysis.inside.PARTS]
    return [sums(row.values for row in view.tensors) for view in views], len(views)


def swapped_source():
    found = translated()[0]
    moved = analysis.inside.source_swap(the_translator().model, found.source_ids, found.target_ids[:-1], 1)
    return (moved.self_attention, moved.cross_attention), 2


def contributions_of_heads():
    layer, part = the_translator().model.decoder.layers[1].cross_attn, translated()[1].decoder[1].cross_attn
    check = analysis.attention.concat_check(layer, part, 1)
    view = analysis.attention.head_view(translated()[1].decoder[0].self_attn, 1, mask="causal")
    return (sums([analysis.attention.head_contributions(layer, part), view.weights]), check.lengths, check.total), 2


def tables_and_memories():
    model = the_translator()
    near = [(t.id, t.cosine) for t in translator.nearest_tokens(model, translator.word_tokens(model, "Haus")[0])]
    sample = translator.sample_memory(model, [("I am here.", "Ich bin hier."), ("Hello.", "Hallo.")])
    return (near, translator.promoted(model, "decoder", 2, 7), sample.dead("decoder", 1)), 1 + 2 + 2


def alignment():
    return alignment_accuracy(the_translator(), translator.read_alignments()[:2])["layers"], 2


def step_times():
    times = analysis.caching.step_times(ModelConfig(**SMALL), lengths=(2, 4), runs=1)
    return times.operations, 2 * (4 + 1)


def models_of_readers():
    """Every kind of part; masks, ids and caches that a reader made on the CPU, or on the device."""
    found = []
    for place, norm, activation, positions in (
        ("post", "layer", "relu", "sinusoidal"),
        ("pre", "rms", "swiglu", "learned"),
        ("pre", "layer", "gelu", "learned"),
    ):
        config = ModelConfig(**SMALL, norm_place=place, norm=norm, activation=activation, positions=positions, pad_id=0)
        model = Transformer(config, torch.Generator().manual_seed(0)).to(best_device()).eval()
        source, target = torch.tensor([[3, 4, 5, 0], [6, 7, 0, 0]]), torch.tensor([[1, 8, 9], [1, 2, 3]])
        masks = {"source_mask": torch.ones(1, 4, dtype=torch.bool), "target_mask": causal_mask(3)}
        with evaluating(model):
            found.append(to_cpu(model(source, target, **masks, memory_mask=padding_mask(source, 0))))
            found.append(to_cpu(model(to_device(source, device_of(model)), to_device(target, device_of(model)))))
            memory, cache = model.encode(source), KVCache(config, 2)
            found += [to_cpu(model.decode(target[:, t : t + 1], to_cpu(memory), cache=cache)) for t in range(3)]
        found.append(model.trace(source, target, **masks).logits)
    # Ids on the device are checked there: a wait for each of the two. A memory from elsewhere is compared at each step.
    return sums(found), 3 * (1 + (1 + 2) + 3 * 2 + 2 + 1)


def parts_of_the_machine():
    config, device = ModelConfig(**SMALL), best_device()
    layer, x = MultiHeadAttention(config).to(device), torch.arange(48.0).view(1, 4, 12).sin()
    for parameter in layer.parameters():
        parameter.requires_grad_(False).fill_(0.1)
    seen = layer(to_device(x, device), mask=causal_mask(4))
    mask = combine_masks(causal_mask(4), to_device(torch.tensor([True, True, True, False]), device))
    out = attention(*[to_device(x, device)] * 3, mask)
    blind = attention(*[to_device(x, device)] * 3, torch.zeros(4, 4, dtype=torch.bool))
    encoder = Encoder(config, torch.Generator().manual_seed(0)).to(device).eval()
    traced = encoder.trace(torch.tensor([[1, 2, 3, 4]]), causal_mask(4), lesions=[Lesion("encoder", 0, "self_attn", 2)])
    return sums(map(to_cpu, [seen, *out, *blind])) + sums([traced.logits]), 7 + 1


def training_the_translator():
    """Two updates, an interruption, one more: the device's own random state comes back too, and the weights can go."""
    pairs = [([5, 6, 7, 2], [1, 8, 9, 2]), ([5, 2], [1, 9, 2])] * 4
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "checkpoint.pt"
        whole = _train(path, pairs, [1, 2, 3])
        parts = _train(path, pairs, [1, 2]) + _train(path, pairs, [3])
        weights = exported_weights(Path(folder))
        run = translator_training.load_run(path)
        again = abs(parts[-1] - whole[-1]) < 1e-4 * whole[-1]
        perplexity = translator_training.validation_perplexity(run.model, pairs)
        return (again, perplexity, len(weights)), None  # a checkpoint waits for each of its tensors


def _train(path: Path, pairs, stages) -> list[float]:
    if stages[0] == 1:
        path.unlink(missing_ok=True)
    run = translator_training.load_run(path)
    losses = [loss for loss, _ in translator_training.training_steps(run, pairs, stages)]
    translator_training.save_run(run, path)
    return to_cpu(torch.stack(losses)).tolist()


def training_a_toy():
    made = toy_make.train("reverse", steps=3)
    return sums(map(to_cpu, made.model.parameters())), len([*made.model.parameters()])


TASKS = (
    greedy_with_cache, greedy_without_cache, sampled, with_lesions, beam_search, a_batch_of_sentences,
    probability_of_a_target, banning_a_token, sampling_rules_of_device_tensors, trace_of_the_translator,
    probe_on_a_trace, encoder_of_a_text, heads_and_senses, toys, trace_of_a_toy, accuracy_of_a_toy, micro_trainer,
    a_run_that_diverges, replay_and_ablations, leaky_mask, deep_stacks, lesion_costs, compared_caches,
    broken_caches, early_readouts, live_parts, swapped_source, contributions_of_heads, tables_and_memories,
    alignment, step_times, models_of_readers, parts_of_the_machine, training_the_translator, training_a_toy,
)  # fmt: skip
