from typing import Any

from keyward_client._request import Request

from ...models.configuration_export import ConfigurationExport
from ...models.configuration_kind import ConfigurationKind
from ...types import UNSET, Unset


def request(
    *,
    kind: ConfigurationKind | str | Unset = UNSET,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_kind: str | Unset
    if isinstance(kind, Unset):
        json_kind = UNSET
    else:
        json_kind = kind
    params["kind"] = json_kind

    params["limit"] = limit

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/config/export",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> ConfigurationExport:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ConfigurationExport.from_dict(data)

    return response_200
