from typing import Literal

PreviewUnwritten = Literal["ATTRIBUTES", "DIRECTORY"]
"""Why values are not written. `DIRECTORY`: no field is written, because SCIM provisions the user.
`ATTRIBUTES`: no attribute is written, because the result breaks the attribute schema"""
