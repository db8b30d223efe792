from __future__ import annotations

from typing import Any

Metadata = dict[str, Any]
"""Your own notes, up to 10 KB as JSON; never interpreted"""
