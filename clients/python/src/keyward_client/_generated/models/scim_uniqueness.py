from typing import Literal

ScimUniqueness = Literal["global", "none", "server"]
"""Within what the values of an attribute are unique (RFC 7643 section 7)"""
