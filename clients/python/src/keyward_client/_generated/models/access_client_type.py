from typing import Literal

AccessClientType = Literal["browser", "machine", "native"]
"""`machine` is every key, and every client that signs in without a user"""
