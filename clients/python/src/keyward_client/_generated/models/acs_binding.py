from typing import Literal

AcsBinding = Literal["HTTP-POST"]
"""How a response reaches the service provider (Bindings section 3.5)"""
