from typing import Literal

AlertTrigger = Literal[
    "anomaly.detected",
    "credential.expiring",
    "credential.leaked",
    "policy.violated",
    "user.deleted",
    "user.deprovisioned",
    "webhook.disabled",
]
"""An event that a rule can wait for; `user.deprovisioned` and `user.deleted` of people who answer for
identities"""
