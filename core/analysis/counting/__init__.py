"""How many parameters, operations and bytes: in closed form, and counted while a real layer runs."""

from core.analysis.counting.base_model import base_count, counted_parts
from core.analysis.counting.counted import CountedFlops, CountedProduct, MeasuredTime, counted_flops, measured_time
from core.analysis.counting.counted_tables import counted_table, time_table, times_in_words
from core.analysis.counting.ffn_parts import (
    feed_forward_formula,
    feed_forward_in_words,
    feed_forward_table,
    model_called,
)
from core.analysis.counting.flop_curves import (
    TIMED_LENGTHS,
    ShareCurve,
    at_steady_rate,
    hidden_width,
    share_curve,
    time_over_length,
    timed_config,
)
from core.analysis.counting.flop_words import (
    LayerSetting,
    comparison_in_words,
    crossing_in_words,
    crossing_table,
    product_table,
    share_table,
    shares_in_words,
    sum_table,
    total_formula,
)
from core.analysis.counting.flops import (
    MATRICES,
    Crossover,
    LayerFlops,
    attention_exceeds_ffn,
    config_flops,
    cross_attention_flops,
    crossovers,
    layer_flops,
    scores_exceed_ffn,
    scores_exceed_linear,
)
from core.analysis.counting.memory import (
    BYTES_PER_VALUE,
    CACHE_PRESETS,
    CachePreset,
    format_bytes,
    kv_cache_bytes,
    mebibytes,
    preset_in_words,
)
from core.analysis.counting.paper_table import Table3Row, table3
from core.analysis.counting.parameter_words import (
    count_in_words,
    row_label,
    table3_bars,
    table3_columns,
    table3_in_words,
    vocabulary_in_words,
    vocabulary_table,
)
from core.analysis.counting.parameters import (
    FeedForwardShare,
    LayerParameters,
    ParameterCount,
    feed_forward_share,
    parameter_count,
)
