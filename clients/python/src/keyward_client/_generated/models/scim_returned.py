from typing import Literal

ScimReturned = Literal["always", "default", "never", "request"]
"""When an attribute is shown (RFC 7643 section 7)"""
