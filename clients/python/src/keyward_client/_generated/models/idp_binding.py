from typing import Literal

IdpBinding = Literal["HTTP-POST", "HTTP-Redirect"]
"""How a browser takes messages to the endpoint (Bindings sections 3.4 and 3.5)"""
