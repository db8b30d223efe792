import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.access_client_type import AccessClientType
from ...models.access_policy_fields import AccessPolicyFields
from ...models.access_risk_level import AccessRiskLevel
from ...models.access_simulation import AccessSimulation
from ...models.access_simulation_request import AccessSimulationRequest
from ...models.device_platform import DevicePlatform
from ...models.device_trust import DeviceTrust
from ...types import UNSET, Unset


def request(
    *,
    application: str | Unset = UNSET,
    ip_address: str | Unset = UNSET,
    device_trust: DeviceTrust | str | Unset = UNSET,
    user_id: str | Unset = UNSET,
    identity_id: str | Unset = UNSET,
    groups: builtins.list[str] | Unset = UNSET,
    country: str | Unset = UNSET,
    device_platform: DevicePlatform | str | Unset = UNSET,
    risk_level: AccessRiskLevel | str | Unset = UNSET,
    client_type: AccessClientType | str | Unset = UNSET,
    is_agent: bool | Unset = UNSET,
    at: datetime.datetime | Unset = UNSET,
    include_draft: AccessPolicyFields | Unset = UNSET,
) -> Request:

    _body = AccessSimulationRequest(
        application=application,
        ip_address=ip_address,
        device_trust=device_trust,
        user_id=user_id,
        identity_id=identity_id,
        groups=groups,
        country=country,
        device_platform=device_platform,
        risk_level=risk_level,
        client_type=client_type,
        is_agent=is_agent,
        at=at,
        include_draft=include_draft,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/conditional-access/simulate",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> AccessSimulation:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessSimulation.from_dict(data)

    return response_200
