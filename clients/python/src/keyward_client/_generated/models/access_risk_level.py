from typing import Literal

AccessRiskLevel = Literal["CRITICAL", "HIGH", "LOW", "MEDIUM"]
"""The risk of the sign-in, or of the identity"""
