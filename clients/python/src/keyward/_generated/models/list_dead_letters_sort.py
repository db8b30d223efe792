from typing import Literal

ListDeadLettersSort = Literal["-failedAt", "failedAt"]
"""The order by time; `-` means newest first"""
