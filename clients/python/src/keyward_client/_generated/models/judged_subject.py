from typing import Literal

JudgedSubject = Literal["machine", "user"]
"""Whether a user signed in, or a key or client was used"""
