from typing import Literal

PolicyDecision = Literal["ALLOW", "DENY"]
"""Whether the attempt would go on"""
