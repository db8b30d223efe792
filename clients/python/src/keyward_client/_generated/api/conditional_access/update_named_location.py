import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.named_location import NamedLocation
from ...models.named_location_change import NamedLocationChange
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    name: str | Unset = UNSET,
    ip_ranges: builtins.list[str] | Unset = UNSET,
    countries: builtins.list[str] | Unset = UNSET,
    is_trusted: bool | Unset = UNSET,
    include_unknown: bool | Unset = UNSET,
    acknowledge_lockout: bool | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = NamedLocationChange(
        name=name,
        ip_ranges=ip_ranges,
        countries=countries,
        is_trusted=is_trusted,
        include_unknown=include_unknown,
        acknowledge_lockout=acknowledge_lockout,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/conditional-access/named-locations/{segment(id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> NamedLocation:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = NamedLocation.from_dict(data)

    return response_200
