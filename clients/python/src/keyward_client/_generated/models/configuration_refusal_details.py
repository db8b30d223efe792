from __future__ import annotations

from typing import Any

ConfigurationRefusalDetails = dict[str, Any]
"""Fields are JSON pointers into the request, such as `/objects/3/spec/name`"""
