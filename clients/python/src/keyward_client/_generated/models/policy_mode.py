from typing import Literal

PolicyMode = Literal["DISABLED", "ENFORCE", "REPORT_ONLY"]
"""`ENFORCE` acts; `REPORT_ONLY` only tells what it would have done; `DISABLED` is not asked"""
