from __future__ import annotations

from typing import Any

PayloadData = dict[str, Any]
"""The data of the event; its fields depend on the type"""
