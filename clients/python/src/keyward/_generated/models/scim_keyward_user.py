from __future__ import annotations

ScimKeywardUser = dict[str, str]
"""Our own extension, `extensionAttribute1` to `extensionAttribute15`, for what no other attribute is
for"""
