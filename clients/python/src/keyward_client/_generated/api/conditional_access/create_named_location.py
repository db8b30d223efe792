import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.named_location import NamedLocation
from ...models.named_location_input import NamedLocationInput
from ...models.named_location_type import NamedLocationType
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    type_: NamedLocationType | str,
    ip_ranges: builtins.list[str] | Unset = UNSET,
    countries: builtins.list[str] | Unset = UNSET,
    is_trusted: bool | Unset = UNSET,
    include_unknown: bool | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = NamedLocationInput(
        name=name,
        type_=type_,
        ip_ranges=ip_ranges,
        countries=countries,
        is_trusted=is_trusted,
        include_unknown=include_unknown,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/conditional-access/named-locations",
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
