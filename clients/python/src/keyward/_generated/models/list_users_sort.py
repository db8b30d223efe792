from typing import Literal

ListUsersSort = Literal["-createdAt", "createdAt"]
"""The order by time; `-` means newest first"""
