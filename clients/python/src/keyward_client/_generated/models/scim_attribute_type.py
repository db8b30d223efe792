from typing import Literal

ScimAttributeType = Literal[
    "binary", "boolean", "complex", "dateTime", "decimal", "integer", "reference", "string"
]
"""The type of an attribute (RFC 7643 section 2.3)"""
