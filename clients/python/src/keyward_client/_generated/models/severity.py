from typing import Literal

Severity = Literal["CRITICAL", "HIGH", "LOW", "MEDIUM"]
"""How much it matters"""
