from __future__ import annotations

from typing import Any

ScimSearchRequest = dict[str, Any]
"""A search in a body (RFC 7644 section 3.4.3), with the meanings of the list's parameters"""
