from typing import Literal

AccessPolicyStatus = Literal["DISABLED", "ENABLED", "REPORT_ONLY"]
"""`ENABLED` decides; `REPORT_ONLY` only counts what it would have decided; `DISABLED` is not asked"""
