"""Bytes of a key–value cache, and names for numbers of bytes."""

from dataclasses import dataclass

from core.transformer.checks import check_heads, check_sizes

BYTES_PER_VALUE = {"float32": 4, "float16": 2, "bfloat16": 2, "int8": 1}


@dataclass(frozen=True)
class CachePreset:
    """Sizes of a known model. `context` is the longest sequence it was made for; `source` is where the sizes stand."""

    name: str
    layers: int
    d_model: int
    n_heads: int
    kv_heads: int
    context: int
    source: str

    def cache_bytes(self, length: int, bytes_per_value: int = 2, batch: int = 1) -> int:
        """Bytes of this model's cache; see `kv_cache_bytes`."""
        return kv_cache_bytes(
            self.layers, length, self.d_model, self.n_heads, self.kv_heads, bytes_per_value=bytes_per_value, batch=batch
        )


# The base model has no fixed longest sequence (sinusoids go on); 512 is this project's limit for it.
CACHE_PRESETS = {
    "base": CachePreset("Transformer base", 6, 512, 8, 8, 512, "Vaswani et al. 2017, Table 3 (decoder self-attention)"),
    "gpt2": CachePreset("GPT-2 small", 12, 768, 12, 12, 1024, "Radford et al. 2019"),
    "gpt2-xl": CachePreset("GPT-2 XL", 48, 1600, 25, 25, 1024, "Radford et al. 2019"),
    "llama2-7b": CachePreset("Llama 2 7B", 32, 4096, 32, 32, 4096, "Touvron et al. 2023"),
    "llama2-70b": CachePreset("Llama 2 70B", 80, 8192, 64, 8, 4096, "Touvron et al. 2023"),
    "llama3-8b": CachePreset("Llama 3 8B", 32, 4096, 32, 8, 8192, "Grattafiori et al. 2024, Table 3"),
    "mistral-7b": CachePreset("Mistral 7B v0.3", 32, 4096, 32, 8, 32768, "model card; no sliding window since v0.2"),
}


def kv_cache_bytes(
    layers: int,
    length: int,
    d_model: int,
    n_heads: int,
    kv_heads: int | None = None,
    bytes_per_value: int = 2,
    batch: int = 1,
) -> int:
    """2 · layers · batch · length · kv_heads · d_k · bytes_per_value, with d_k = d_model / n_heads; bytes.

    The 2 is for keys and values. Fewer kv_heads than n_heads is grouped-query attention, 1 is multi-query.

    Raises ValueError when n_heads does not divide d_model, kv_heads does not divide n_heads, or a size is below its
    least value (length 0 is an empty cache).

    Example:
        >>> kv_cache_bytes(6, 1024, 512, 8, bytes_per_value=4)
        25165824
    """
    kv_heads = n_heads if kv_heads is None else kv_heads
    check_sizes(layers=layers, batch=batch, bytes_per_value=bytes_per_value)
    check_sizes(least=0, length=length)
    check_heads(d_model, n_heads, kv_heads)
    return 2 * layers * batch * length * kv_heads * (d_model // n_heads) * bytes_per_value


def preset_in_words(known: CachePreset) -> str:
    """The sizes of a known model and where they stand.

    Example:
        >>> preset_in_words(CACHE_PRESETS["gpt2"])[:55]
        'GPT-2 small: 12 layers, width 768, 12 heads, 12 key–val'
    """
    return (
        f"{known.name}: {known.layers} layers, width {known.d_model:,}, {known.n_heads} heads, {known.kv_heads} "
        f"key–value heads, made for {known.context:,} tokens. Source: {known.source}."
    )


def format_bytes(count: int) -> str:
    """Bytes in binary units (1 MiB = 1,048,576 bytes; never called MB), exact when the number is.

    Example:
        >>> format_bytes(25_165_824), format_bytes(1_500), format_bytes(12)
        ('24 MiB', '1.46 KiB', '12 bytes')
    """
    for power, unit in ((4, "TiB"), (3, "GiB"), (2, "MiB"), (1, "KiB")):
        if count >= 1024**power:
            return f"{_trim(count / 1024**power)} {unit}"
    return f"{count} byte{'' if count == 1 else 's'}"


def mebibytes(count: int) -> float:
    """Bytes in MiB, 2²⁰ bytes each.

    Example:
        >>> mebibytes(25_165_824)
        24.0
    """
    return count / 2**20


def _trim(value: float) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".")
