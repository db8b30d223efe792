from __future__ import annotations

from typing import Any

ConfigurationObjectSpec = dict[str, Any]
"""The fields that the operations of the kind take. `kind/key` in place of an ID refers to another
object. A field that is left out has its default; one without a default keeps its value"""
