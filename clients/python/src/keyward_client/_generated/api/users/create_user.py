import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.postal_address_type_0 import PostalAddressType0
from ...models.user import User
from ...models.user_attributes import UserAttributes
from ...models.user_input import UserInput
from ...models.user_role import UserRole
from ...types import UNSET, Unset


def request(
    *,
    email: str,
    email_verified: bool | Unset = UNSET,
    username: str | Unset = UNSET,
    first_name: None | str | Unset = UNSET,
    last_name: None | str | Unset = UNSET,
    display_name: None | str | Unset = UNSET,
    nickname: None | str | Unset = UNSET,
    title: None | str | Unset = UNSET,
    department: None | str | Unset = UNSET,
    division: None | str | Unset = UNSET,
    organization: None | str | Unset = UNSET,
    cost_center: None | str | Unset = UNSET,
    employee_number: None | str | Unset = UNSET,
    manager_id: None | str | Unset = UNSET,
    phone_number: None | str | Unset = UNSET,
    phone_number_verified: bool | Unset = UNSET,
    locale: None | str | Unset = UNSET,
    timezone: None | str | Unset = UNSET,
    picture: None | str | Unset = UNSET,
    external_id: None | str | Unset = UNSET,
    middle_name: None | str | Unset = UNSET,
    birthdate: None | str | Unset = UNSET,
    gender: None | str | Unset = UNSET,
    website: None | str | Unset = UNSET,
    profile_url: None | str | Unset = UNSET,
    address: None | PostalAddressType0 | Unset = UNSET,
    attributes: UserAttributes | Unset = UNSET,
    roles: builtins.list[str | UserRole] | Unset = UNSET,
    password: str | Unset = UNSET,
    send_invite: bool | Unset = UNSET,
    expires_at: datetime.datetime | None | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = UserInput(
        email=email,
        email_verified=email_verified,
        username=username,
        first_name=first_name,
        last_name=last_name,
        display_name=display_name,
        nickname=nickname,
        title=title,
        department=department,
        division=division,
        organization=organization,
        cost_center=cost_center,
        employee_number=employee_number,
        manager_id=manager_id,
        phone_number=phone_number,
        phone_number_verified=phone_number_verified,
        locale=locale,
        timezone=timezone,
        picture=picture,
        external_id=external_id,
        middle_name=middle_name,
        birthdate=birthdate,
        gender=gender,
        website=website,
        profile_url=profile_url,
        address=address,
        attributes=attributes,
        roles=roles,
        password=password,
        send_invite=send_invite,
        expires_at=expires_at,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/directory/users",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> User:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = User.from_dict(data)

    return response_200
