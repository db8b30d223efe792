from __future__ import annotations

from typing import Any

PayloadData = dict[str, Any]
"""What it is depends on the type of the event"""
