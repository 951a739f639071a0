"""The one way in which a size is refused."""


def check_sizes(least: int = 1, **sizes) -> None:
    """Raise ValueError, naming the value and what is allowed, unless every size is a whole number of at least `least`.

    Example:
        >>> check_sizes(length=0)
        Traceback (most recent call last):
        ValueError: length=0 must be a whole number of at least 1
    """
    for name, value in sizes.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"{name}={value!r} must be a whole number of at least {least}")


def check_heads(d_model: int, n_heads: int, kv_heads: int, head_size: int | None = None) -> None:
    """Raise ValueError unless the heads divide the width (or have a size of their own) and the key–value heads divide
    the heads."""
    check_sizes(d_model=d_model, n_heads=n_heads, kv_heads=kv_heads)
    if head_size is not None:
        check_sizes(head_size=head_size)
    elif d_model % n_heads:
        raise ValueError(f"n_heads={n_heads} does not divide d_model={d_model}")
    if n_heads % kv_heads:
        raise ValueError(f"kv_heads={kv_heads} does not divide n_heads={n_heads}")
