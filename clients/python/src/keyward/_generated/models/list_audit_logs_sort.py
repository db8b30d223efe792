from typing import Literal

ListAuditLogsSort = Literal["-timestamp", "timestamp"]
"""The order by time; `-` means newest first"""
