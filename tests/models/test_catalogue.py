"""What importing and loading the models costs, and what the README of the data says about their files."""

import hashlib
import re
import subprocess
import sys

import torch

from core.files import DATA
from core.models import CATALOGUE
from core.transformer import DecoderLayer, EncoderLayer
from tests.evidence import holds


def test_the_catalogue_is_had_without_torch_or_streamlit():
    program = (
        "import sys; from core.models import CATALOGUE; [entry.problem() for entry in CATALOGUE.values()]; "
        "print([name for name in ('torch', 'streamlit', 'pandas') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert run.stdout.strip() == "[]"


def test_what_a_model_can_and_cannot_do_are_sentences():
    for entry in CATALOGUE.values():
        for sentence in (entry.can, entry.cannot):
            assert sentence[0].isupper() and sentence.endswith("."), sentence


def test_the_readme_has_the_checksum_of_every_model_file():
    listed = dict(re.findall(r"\| `([^`]+)` \| `([0-9a-f]{64})` \|", (DATA / "README.md").read_text(encoding="utf-8")))
    for name in [entry.file for entry in CATALOGUE.values()] + ["minilm-LICENSE.txt"]:
        assert listed[name] == hashlib.sha256((DATA / name).read_bytes()).hexdigest(), name


def test_everything_that_ships_stays_under_22_megabytes():
    assert sum(path.stat().st_size for path in DATA.iterdir()) < 22_000_000


@holds(
    "architecture",
    says="Four trained models live in this app, all of the same parts.",
    against="the classes of their layers, and the names of all weights outside them",
)
def test_four_models_of_the_same_parts():
    """Their layers are those of `core.transformer`; outside them they have tables and norms alone."""
    found = [entry.load() for entry in CATALOGUE.values()]
    assert len(found) == 4
    for one in found:
        module = next(value for value in vars(one).values() if isinstance(value, torch.nn.Module))
        layers = [part for part in module.modules() if isinstance(part, EncoderLayer | DecoderLayer)]
        inside = {id(p) for layer in layers for p in layer.parameters()}
        outside = [name for name, p in module.named_parameters() if id(p) not in inside]
        assert layers and not [name for name in outside if not re.search("tokens|positions|type|output|norm", name)]
