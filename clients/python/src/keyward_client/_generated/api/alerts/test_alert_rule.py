from typing import Any

from keyward_client._request import Request, segment

from ...models.alert_rule_test import AlertRuleTest


def request(
    id: str,
) -> Request:

    return Request(
        "POST",
        f"/api/v1/alert-rules/{segment(id)}/test",
        accept="application/json",
    )


def answer(data: Any) -> AlertRuleTest:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AlertRuleTest.from_dict(data)

    return response_200
