from typing import Literal

RiskLevel = Literal["CRITICAL", "HIGH", "LOW", "MEDIUM"]
"""`riskScore` in words"""
