from __future__ import annotations

from typing import Any

ScimBulkRequest = dict[str, Any]
"""Operations on several resources (RFC 7644 section 3.7)"""
