from __future__ import annotations

FederatedSubjectClaims = dict[str, str]
"""More claims that must have these values, or a list that holds them"""
