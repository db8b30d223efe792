from __future__ import annotations

from typing import Any

PolicyChangeParameters = dict[str, Any]
"""Merged into those it has; null removes one. What comes of it must be what its type asks for"""
