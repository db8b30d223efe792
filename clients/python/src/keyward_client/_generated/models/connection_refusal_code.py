from typing import Literal

ConnectionRefusalCode = Literal[
    "CLOCK_SKEW",
    "CONNECTED_ELSEWHERE",
    "DOMAIN_NOT_VERIFIED",
    "EMAIL_TAKEN",
    "FEDERATION_CONN_FAILED",
    "INCOMPLETE",
    "NO_ROOM",
    "NOT_ACTIVE",
    "NOT_ALLOWED",
    "NOT_CONNECTED",
    "NOT_FRESH",
    "PROVE_FIRST",
    "SIGN_IN_FIRST",
]
"""The code that the page of the user shows (docs/federation.md, "How accounts belong to users")"""
