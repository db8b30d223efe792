from typing import Literal

ConnectionTraceOutcome = Literal["FAILED", "SUCCESS"]
"""`FAILED`: the user did not sign in by the connection"""
