"""The end of an axis of counts."""


def quarters(most: int) -> int:
    """The least end of an axis, from `most` on, whose quarters are whole numbers.

    Example:
        >>> quarters(5), quarters(8)
        (8, 8)
    """
    return -(-most // 4) * 4
