from typing import Literal

AccessBacktestStatus = Literal["COMPLETED", "FAILED", "RUNNING", "WAITING"]
"""How far a back-test is"""
