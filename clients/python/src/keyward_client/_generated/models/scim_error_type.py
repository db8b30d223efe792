from typing import Literal

ScimErrorType = Literal[
    "invalidCursor",
    "invalidFilter",
    "invalidPath",
    "invalidSyntax",
    "invalidValue",
    "invalidVers",
    "mutability",
    "noTarget",
    "sensitive",
    "tooMany",
    "uniqueness",
]
"""The kind of refusal, where RFC 7644 (section 3.12) or RFC 9865 has a word for it"""
