from typing import Literal

PreviewLogin = Literal["MULTI_FACTOR", "OTHER", "PASSWORD"]
"""How the user signs in"""
