from typing import Literal

DirectorySource = Literal["FEDERATION", "IMPORT", "LOCAL", "SCIM"]
"""`LOCAL` was made here; anything else comes from a system that provisions this directory"""
