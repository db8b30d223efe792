"""Makes the calls that come as JSON on its standard input, and prints what the client returned for each."""

import json
import sys

from keyward import Keyward

calls = json.load(sys.stdin)
with Keyward(base_url=sys.argv[1], api_key="kd_test_mock") as keyward:
    for call in calls:
        method = getattr(getattr(keyward, call["family"]), call["method"])
        answer = method(*call["path"], **call["fields"])
        print(json.dumps(answer.to_dict() if hasattr(answer, "to_dict") else answer))
