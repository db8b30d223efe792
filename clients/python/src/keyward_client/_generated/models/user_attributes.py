from __future__ import annotations

from typing import Any

UserAttributes = dict[str, Any]
"""Other data that you store about the user, up to 16 KB as JSON. If you set a schema of attributes,
the data must fit it"""
