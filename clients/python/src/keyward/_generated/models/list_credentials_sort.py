from typing import Literal

ListCredentialsSort = Literal["-createdAt", "createdAt"]
"""The order by time; `-` means newest first"""
