"""Makes the calls that come as JSON on its standard input, and prints what the client returned for each."""

import inspect
import json
import sys
from datetime import datetime
from typing import get_args, get_origin

from keyward_client import Keyward


def typed(method, name, value):
    """JSON has neither moments nor models: what the method wants as one is made one, as the samples do."""
    wants = inspect.signature(method, eval_str=True).parameters[name].annotation
    kinds = (wants, *getattr(wants, "__args__", ()))
    if datetime in kinds:
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    if isinstance(value, list):
        kinds = [item for kind in kinds if get_origin(kind) is list for item in get_args(kind)]
        return [modelled(kinds, one) for one in value]
    return modelled(kinds, value)


def modelled(kinds, value):
    models = [kind for kind in kinds if isinstance(value, dict) and hasattr(kind, "from_dict")]
    return models[0].from_dict(value) if models else value


calls = json.load(sys.stdin)
with Keyward(base_url=sys.argv[1], api_key="kd_test_mock") as keyward:
    for call in calls:
        method = getattr(getattr(keyward, call["family"]), call["method"])
        answer = method(*call["path"], **{name: typed(method, name, value) for name, value in call["fields"].items()})
        print(json.dumps(answer.to_dict() if hasattr(answer, "to_dict") else answer))
