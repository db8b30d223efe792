from typing import Literal

AttributeNameFormat = Literal["basic", "unspecified", "uri"]
"""How the name of an attribute is read (Core section 8.2)"""
