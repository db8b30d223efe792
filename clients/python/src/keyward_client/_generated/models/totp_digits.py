from typing import Literal

TotpDigits = Literal[6, 8]
"""How long a code is"""
