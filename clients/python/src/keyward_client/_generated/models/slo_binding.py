from typing import Literal

SloBinding = Literal["HTTP-POST", "HTTP-Redirect"]
"""How a logout message reaches `sloUrl`, with the browser (Bindings sections 3.4 and 3.5)"""
