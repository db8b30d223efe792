"""Makes the calls that come as JSON on its standard input, and prints what the client returned for each."""

import inspect
import json
import sys
from datetime import datetime

from keyward import Keyward


def typed(method, name, value):
    """JSON has no moments: what the method wants as a datetime is made one, as the samples do."""
    wants = inspect.signature(method, eval_str=True).parameters[name].annotation
    moment = wants is datetime or datetime in getattr(wants, "__args__", ())
    return datetime.fromisoformat(value.replace("Z", "+00:00")) if moment else value


calls = json.load(sys.stdin)
with Keyward(base_url=sys.argv[1], api_key="kd_test_mock") as keyward:
    for call in calls:
        method = getattr(getattr(keyward, call["family"]), call["method"])
        answer = method(*call["path"], **{name: typed(method, name, value) for name, value in call["fields"].items()})
        print(json.dumps(answer.to_dict() if hasattr(answer, "to_dict") else answer))
