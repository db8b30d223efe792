from typing import Literal

VerificationCode = Literal[
    "EXPIRED",
    "IDENTITY_INACTIVE",
    "INSUFFICIENT_SCOPE",
    "IP_NOT_ALLOWED",
    "NOT_FOUND",
    "POLICY_DENIED",
    "REVOKED",
    "SUSPENDED",
    "USAGE_EXCEEDED",
    "VALID",
]
"""Why it is valid or not"""
