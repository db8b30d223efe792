"""Answers as the contract shows them."""

import json
from pathlib import Path
from typing import Any

_CONTRACT = json.loads((Path(__file__).parents[3] / "generated/openapi.json").read_text(encoding="utf-8"))


def example(schema: str) -> dict[str, Any]:
    found: dict[str, Any] = _CONTRACT["components"]["schemas"][schema]["example"]
    return dict(found)


IDENTITY = example("Identity")
VERIFICATION = example("Verification")
DELETED = example("Deleted")
PAGE = {"page": 1, "limit": 1, "total": 2, "totalPages": 2, "hasMore": True}


def refusal(code: str) -> dict[str, Any]:
    return {"error": "No", "code": code, "details": {"name": "too short"}, "requestId": "req_1"}
