import datetime
from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key

from ...models.access_backtest import AccessBacktest
from ...models.access_backtest_input import AccessBacktestInput
from ...models.access_policy_fields import AccessPolicyFields
from ...types import UNSET, Unset


def request(
    *,
    from_: datetime.datetime,
    to: datetime.datetime,
    policy: AccessPolicyFields,
    in_place_of: None | str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = AccessBacktestInput(
        from_=from_,
        to=to,
        policy=policy,
        in_place_of=in_place_of,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/conditional-access/backtest",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> AccessBacktest:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessBacktest.from_dict(data)

    return response_200
