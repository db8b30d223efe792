from __future__ import annotations

from typing import Any

ErrorBodyDetails = dict[str, Any]
"""More about it; for validation errors, each field's name and what is allowed"""
