from __future__ import annotations

from typing import Any

GetOpenapiJsonResponse200 = dict[str, Any]
"""An OpenAPI 3.1 document"""
