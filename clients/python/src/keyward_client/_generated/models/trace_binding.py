from typing import Literal

TraceBinding = Literal["HTTP-POST", "HTTP-Redirect", "SOAP"]
"""How the message travelled (Bindings section 3)"""
