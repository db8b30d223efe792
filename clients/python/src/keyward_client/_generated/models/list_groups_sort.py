from typing import Literal

ListGroupsSort = Literal["-createdAt", "-name", "createdAt", "name"]
"""The order; `-` means descending"""
