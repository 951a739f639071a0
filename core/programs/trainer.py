"""The programs of the page `trainer`."""

from core.programs.program import Program

HEADS = Program(
    """
from core.training import TrainerConfig, replay, train

config = $config
*_, step = train(config, stop=lambda step: step == $at)
seen = replay(config, step, $probe)
print(seen.answered, step.accuracy)
result = seen.attention
""",
    ("core.training.train",),
)

CEILING = Program(
    """
from core.training import bayes_ceiling

result = bayes_ceiling($task).per_position
""",
    ("core.training.bayes_ceiling",),
    "ceiling",
)
