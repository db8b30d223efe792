from typing import Literal

PolicyOutcomeOfEvaluation = Literal["DENIED", "NOT_APPLICABLE", "PASSED", "REPORTED"]
"""What a policy says of the attempt; `NOT_APPLICABLE` when it is not about it"""
