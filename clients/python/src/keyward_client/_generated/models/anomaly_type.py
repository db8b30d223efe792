from typing import Literal

AnomalyType = Literal[
    "DORMANT_REUSE",
    "FAILURE_BURST",
    "GEO_VELOCITY",
    "LEAKED_SECRET",
    "NEW_COUNTRY",
    "NEW_IP",
    "NEW_SCOPE",
    "OFF_HOURS",
    "USAGE_SPIKE",
]
"""What was found; each has parameters of its own"""
