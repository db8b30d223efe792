from typing import Literal

Environment = Literal["live", "test"]
"""Which data it reaches"""
