from typing import Literal

AlertTrigger = Literal[
    "access.exclusion_used",
    "access.owners_blocked",
    "anomaly.detected",
    "credential.expiring",
    "credential.leaked",
    "domain.failed",
    "federation.certificate_expiring",
    "federation.change_pending",
    "federation.failed",
    "federation.setup_finished",
    "key.published",
    "policy.violated",
    "service_provider.certificate_expiring",
    "service_provider.change_pending",
    "user.dashboard_link_used",
    "user.deleted",
    "user.deprovisioned",
    "user.local_login",
    "webhook.disabled",
]
"""An event that a rule can wait for; `user.deprovisioned` and `user.deleted` of people who answer for
identities"""
