from typing import Literal

PolicyType = Literal[
    "CREDENTIAL_LIFETIME",
    "INACTIVITY",
    "IP_ALLOWLIST",
    "OWNER_REQUIRED",
    "ROTATION_AGE",
    "SCOPE_RESTRICTION",
    "TIME_WINDOW",
    "USAGE_RATE",
]
"""What a policy judges; `parameters` are of this type"""
