from typing import Literal

OidcSubjectType = Literal["pairwise", "public"]
"""`pairwise` gives the client identifiers of users that no other client knows. All its redirect URIs
must then be https and have the same host"""
