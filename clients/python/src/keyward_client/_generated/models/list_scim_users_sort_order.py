from typing import Literal

ListScimUsersSortOrder = Literal["ascending", "descending"]
"""Which way to sort"""
