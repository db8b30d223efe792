from typing import Literal

IdentityType = Literal["AI_AGENT", "API_KEY", "CI_CD", "SERVICE_ACCOUNT"]
"""The kind of machine"""
