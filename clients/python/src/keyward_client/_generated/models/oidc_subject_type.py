from typing import Literal

OidcSubjectType = Literal["pairwise", "public"]
"""`pairwise` gives the client identifiers of people that no other client knows; all its redirect URIs
are then https and of one host"""
