from typing import Literal

PolicySeverity = Literal["CRITICAL", "HIGH", "LOW", "MEDIUM"]
"""How bad a violation is; events carry it"""
