from typing import Literal

ListAlertsSort = Literal["-triggeredAt", "triggeredAt"]
"""The order by time; `-` means newest first"""
