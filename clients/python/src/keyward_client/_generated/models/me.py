from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.environment import Environment
from ..models.me_type import MeType
from ..models.user_role import UserRole

if TYPE_CHECKING:
    from ..models.me_organization import MeOrganization
    from ..models.me_signed_in import MeSignedIn


T = TypeVar("T", bound="Me")


@_attrs_define
class Me:
    """Who calls

    Example:
        {'type': 'USER', 'id': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Ada Lovelace', 'roles': ['OWNER'], 'scopes':
            ['*'], 'orgId': 'org_01kahz5v3be4nr7q2m8x9c0d1e', 'environment': 'live', 'authTime': '2026-01-15T09:30:00.000Z',
            'organization': {'name': 'Acme', 'liveOrgId': 'org_01kahz5v3be4nr7q2m8x9c0d1e', 'testOrgId':
            'org_01kahz5v3be4nr7q2m8x9c0d1f'}, 'organizations': [{'name': 'Acme', 'liveOrgId':
            'org_01kahz5v3be4nr7q2m8x9c0d1e', 'testOrgId': 'org_01kahz5v3be4nr7q2m8x9c0d1f'}]}

    Attributes:
        type_ (MeType | str): `USER` is a user by the session of a browser, `API_KEY` a credential
        id (str): The ID of the user or of the credential
        name (str):
        roles (list[str | UserRole]): The roles of the user; none of a key
        scopes (list[str]): The scopes of the key, or those of the roles and groups of the user
        org_id (str): The tenant that the call works in
        environment (Environment): Which data it reaches
        auth_time (datetime.datetime | None): When the user proved their identity; null for a key, and if an identity
            provider did not say
        organization (MeOrganization): The organization of the tenant, and its two tenants Example: {'name': 'Acme',
            'liveOrgId': 'org_01kahz5v3be4nr7q2m8x9c0d1e', 'testOrgId': 'org_01kahz5v3be4nr7q2m8x9c0d1f'}.
        organizations (list[MeSignedIn]): The organizations that the browser of the user has a session of, by name, 50
            at most; none of a key
    """

    type_: MeType | str
    id: str
    name: str
    roles: list[str | UserRole]
    scopes: list[str]
    org_id: str
    environment: Environment
    auth_time: datetime.datetime | None
    organization: MeOrganization
    organizations: list[MeSignedIn]

    def to_dict(self) -> dict[str, Any]:
        type_: str
        type_ = self.type_

        id = self.id

        name = self.name

        roles = []
        for roles_item_data in self.roles:
            roles_item: str
            roles_item = roles_item_data
            roles.append(roles_item)

        scopes = self.scopes

        org_id = self.org_id

        environment = self.environment

        auth_time: None | str
        if isinstance(self.auth_time, datetime.datetime):
            auth_time = self.auth_time.isoformat()
        else:
            auth_time = self.auth_time

        organization = self.organization.to_dict()

        organizations = []
        for organizations_item_data in self.organizations:
            organizations_item = organizations_item_data.to_dict()

            organizations.append(organizations_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "id": id,
                "name": name,
                "roles": roles,
                "scopes": scopes,
                "orgId": org_id,
                "environment": environment,
                "authTime": auth_time,
                "organization": organization,
                "organizations": organizations,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.me_organization import MeOrganization  # noqa: PLC0415
        from ..models.me_signed_in import MeSignedIn  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_type_(data: object) -> MeType | str:
            return cast(MeType | str, data)

        type_ = _parse_type_(d.pop("type"))

        id = d.pop("id")

        name = d.pop("name")

        roles = []
        _roles = d.pop("roles")
        for roles_item_data in _roles:

            def _parse_roles_item(data: object) -> str | UserRole:
                return cast(str | UserRole, data)

            roles_item = _parse_roles_item(roles_item_data)

            roles.append(roles_item)

        scopes = cast(list[str], d.pop("scopes"))

        org_id = d.pop("orgId")

        environment = d.pop("environment")

        def _parse_auth_time(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                auth_time_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return auth_time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        auth_time = _parse_auth_time(d.pop("authTime"))

        organization = MeOrganization.from_dict(d.pop("organization"))

        organizations = []
        _organizations = d.pop("organizations")
        for organizations_item_data in _organizations:
            organizations_item = MeSignedIn.from_dict(organizations_item_data)

            organizations.append(organizations_item)

        me = cls(
            type_=type_,
            id=id,
            name=name,
            roles=roles,
            scopes=scopes,
            org_id=org_id,
            environment=environment,
            auth_time=auth_time,
            organization=organization,
            organizations=organizations,
        )

        return me
