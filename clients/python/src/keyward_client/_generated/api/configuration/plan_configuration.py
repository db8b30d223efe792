import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.configuration_kind import ConfigurationKind
from ...models.configuration_object import ConfigurationObject
from ...models.configuration_plan import ConfigurationPlan
from ...models.configuration_plan_request import ConfigurationPlanRequest
from ...types import UNSET, Unset


def request(
    *,
    objects: builtins.list[ConfigurationObject],
    prune: bool | Unset = UNSET,
    kinds: builtins.list[ConfigurationKind | str] | Unset = UNSET,
) -> Request:

    _body = ConfigurationPlanRequest(
        objects=objects,
        prune=prune,
        kinds=kinds,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/config/plan",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ConfigurationPlan:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ConfigurationPlan.from_dict(data)

    return response_200
