from typing import Literal

ScimPermission = Literal["groups.read", "groups.write", "users.read", "users.write"]
"""What a SCIM token may do"""
