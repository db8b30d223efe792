from typing import Literal

ListProvisioningLogSort = Literal["-at", "at"]
"""The order by time; `-` means newest first"""
