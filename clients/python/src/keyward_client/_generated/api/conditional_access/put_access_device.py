import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.access_device import AccessDevice
from ...models.access_device_input import AccessDeviceInput
from ...models.device_platform import DevicePlatform
from ...models.written_device_trust import WrittenDeviceTrust
from ...types import UNSET, Unset


def request(
    device_id: str,
    *,
    user_id: str,
    platform: DevicePlatform | str,
    trust: str | WrittenDeviceTrust,
    trust_expires_at: datetime.datetime | None | Unset = UNSET,
    certificate_thumbprints: builtins.list[str] | Unset = UNSET,
    acknowledge_lockout: bool | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = AccessDeviceInput(
        user_id=user_id,
        platform=platform,
        trust=trust,
        trust_expires_at=trust_expires_at,
        certificate_thumbprints=certificate_thumbprints,
        acknowledge_lockout=acknowledge_lockout,
    ).to_dict()
    return Request(
        "PUT",
        f"/api/v1/conditional-access/devices/{segment(device_id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> AccessDevice:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessDevice.from_dict(data)

    return response_200
