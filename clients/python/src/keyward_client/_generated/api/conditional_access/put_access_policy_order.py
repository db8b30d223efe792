import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.access_policy_order import AccessPolicyOrder
from ...models.access_policy_order_change import AccessPolicyOrderChange
from ...types import UNSET, Unset


def request(
    *,
    policy_ids: builtins.list[str],
    acknowledge_lockout: bool | Unset = UNSET,
) -> Request:

    _body = AccessPolicyOrderChange(
        policy_ids=policy_ids,
        acknowledge_lockout=acknowledge_lockout,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/conditional-access/policies/order",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> AccessPolicyOrder:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessPolicyOrder.from_dict(data)

    return response_200
