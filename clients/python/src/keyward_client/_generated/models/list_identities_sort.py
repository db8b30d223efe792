from typing import Literal

ListIdentitiesSort = Literal["-createdAt", "-name", "-riskScore", "createdAt", "name", "riskScore"]
"""The order; `-` means descending"""
