from typing import Literal

ListScimGroupsSortOrder = Literal["ascending", "descending"]
"""Which way to sort"""
