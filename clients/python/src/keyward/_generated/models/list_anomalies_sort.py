from typing import Literal

ListAnomaliesSort = Literal["-detectedAt", "detectedAt"]
"""The order by time; `-` means newest first"""
