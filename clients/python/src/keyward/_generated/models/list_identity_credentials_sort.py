from typing import Literal

ListIdentityCredentialsSort = Literal["-createdAt", "createdAt"]
"""The order by time; `-` means newest first"""
