from typing import Literal

ScimMutability = Literal["immutable", "readOnly", "readWrite", "writeOnly"]
"""Whether an attribute may be written (RFC 7643 section 7)"""
