from typing import Literal

AuditResult = Literal["DENIED", "FAILURE", "SUCCESS"]
"""`DENIED` for lack of a right, `FAILURE` for what was found"""
