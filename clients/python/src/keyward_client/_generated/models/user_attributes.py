from __future__ import annotations

from typing import Any

UserAttributes = dict[str, Any]
"""What else you know of the person, up to 16 KB as JSON; held against your schema of attributes, if
there is one"""
