from __future__ import annotations

from typing import Any

ScimPatchRequest = dict[str, Any]
"""Operations on one resource (RFC 7644 section 3.5.2)"""
