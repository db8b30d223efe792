from typing import Literal

ListDeliveriesSort = Literal["-createdAt", "createdAt"]
"""The order by time; `-` means newest first"""
