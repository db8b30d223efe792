from typing import Literal

ConnectionTestStatus = Literal["FAILED", "SUCCESS"]
"""`FAILED` if one check failed"""
