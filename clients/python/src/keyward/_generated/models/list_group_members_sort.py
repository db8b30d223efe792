from typing import Literal

ListGroupMembersSort = Literal["-addedAt", "addedAt"]
"""The order by time; `-` means newest first"""
