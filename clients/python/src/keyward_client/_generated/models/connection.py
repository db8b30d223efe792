from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_account_linking import (
    ConnectionAccountLinking,
)
from ..models.connection_health import ConnectionHealth
from ..models.connection_status import ConnectionStatus
from ..models.connection_type import ConnectionType

if TYPE_CHECKING:
    from ..models.connection_attribute_mapping import ConnectionAttributeMapping
    from ..models.group_mapping import GroupMapping


T = TypeVar("T", bound="Connection")


@_attrs_define
class Connection:
    """A connection of any type, with the fields that all types have

    Example:
        {'id': 'fed_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'OIDC', 'name': 'Acme', 'status': 'ACTIVE', 'isDraft': False,
            'health': 'HEALTHY', 'domains': ['acme.example'], 'enforced': False, 'jitProvisioning': True, 'accountLinking':
            'VERIFIED_DOMAIN', 'attributeMapping': {}, 'groupMapping': [], 'allowedGroups': None, 'logoutUpstream': False,
            'lastTestedAt': '2026-01-15T10:30:00.000Z', 'lastLoginAt': None, 'lastError': None, 'metadataRefreshedAt':
            '2026-01-15T10:30:00.000Z', 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z',
            'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        id (str): The ID of the connection Example: fed_01kahz5v3be4nr7q2m8x9c0d1e.
        type_ (ConnectionType | str): The protocol of the identity provider
        name (str): Shown to users
        status (ConnectionStatus | str): `DISABLED`: no user signs in by it, also not in a sign-in that has begun
        is_draft (bool): Whether the identity provider is not known yet, as in `SamlConnection`; false for OpenID
            Connect
        health (ConnectionHealth | str): `UNKNOWN` until the connection is used or tested. `FAILING` after a use, a test
            or the daily check that failed; `lastError` then says why
        domains (list[str]): Domains whose users sign in by this connection. Each must be verified before it routes,
            links or provisions users. A domain has one connection, and includes no subdomains. Public mail domains are
            refused Example: ['acme.example'].
        enforced (bool): Whether users of the verified domains sign in by this connection only
        jit_provisioning (bool): Whether an unknown account becomes a new user
        account_linking (ConnectionAccountLinking | str): How an unknown account of the identity provider is linked with
            an existing user. `VERIFIED_DOMAIN`: by email address, if the identity provider vouches for the address and its
            domain is a verified domain of this connection; never with a user who holds management scopes. Signed-in users
            may also connect the account on the account page. `EXPLICIT`: on the account page only. `NONE`: never
        attribute_mapping (ConnectionAttributeMapping): Which fields of the user are set from which claims, at each
            sign-in. A field is `firstName`, `lastName`, `displayName`, `nickname`, `title`, `department`, `division`,
            `organization`, `costCenter`, `employeeNumber`, `phoneNumber`, `locale`, `timezone`, `picture`, or an attribute
            such as `attributes.floor`. A claim without a value changes nothing. Without an entry, the standard claims set
            `firstName`, `lastName` and `displayName` of new users Example: {'firstName': {'from': ['given_name']},
            'department': {'from': ['department'], 'lowerCase': True}}.
        group_mapping (list[GroupMapping]): At each sign-in, the user becomes a member of the groups that the claim
            `groupsClaim` names, with the source `FEDERATION`, and leaves other groups of this list that have this source.
            Members with other sources stay Example: [{'value': 'engineering', 'groupId':
            'grp_01kahz5v3be4nr7q2m8x9c0d1e'}].
        allowed_groups (list[str] | None): Only members of one of these groups may sign in; null lets everybody in
            Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
        logout_upstream (bool): Whether users who sign out of Keyward are signed out at the identity provider
        last_tested_at (datetime.datetime | None): When it was last tested
        last_login_at (datetime.datetime | None): When a user last signed in by it
        last_error (None | str): What failed last; null after a success
        metadata_refreshed_at (datetime.datetime | None): When its metadata was last read
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or person that created it
    """

    id: str
    type_: ConnectionType | str
    name: str
    status: ConnectionStatus | str
    is_draft: bool
    health: ConnectionHealth | str
    domains: list[str]
    enforced: bool
    jit_provisioning: bool
    account_linking: ConnectionAccountLinking | str
    attribute_mapping: ConnectionAttributeMapping
    group_mapping: list[GroupMapping]
    allowed_groups: list[str] | None
    logout_upstream: bool
    last_tested_at: datetime.datetime | None
    last_login_at: datetime.datetime | None
    last_error: None | str
    metadata_refreshed_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_: str
        type_ = self.type_

        name = self.name

        status: str
        status = self.status

        is_draft = self.is_draft

        health: str
        health = self.health

        domains = self.domains

        enforced = self.enforced

        jit_provisioning = self.jit_provisioning

        account_linking: str
        account_linking = self.account_linking

        attribute_mapping = self.attribute_mapping

        group_mapping = []
        for componentsschemas_group_mappings_item_data in self.group_mapping:
            componentsschemas_group_mappings_item = (
                componentsschemas_group_mappings_item_data.to_dict()
            )

            group_mapping.append(componentsschemas_group_mappings_item)

        allowed_groups: list[str] | None
        if isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        logout_upstream = self.logout_upstream

        last_tested_at: None | str
        if isinstance(self.last_tested_at, datetime.datetime):
            last_tested_at = self.last_tested_at.isoformat()
        else:
            last_tested_at = self.last_tested_at

        last_login_at: None | str
        if isinstance(self.last_login_at, datetime.datetime):
            last_login_at = self.last_login_at.isoformat()
        else:
            last_login_at = self.last_login_at

        last_error: None | str
        last_error = self.last_error

        metadata_refreshed_at: None | str
        if isinstance(self.metadata_refreshed_at, datetime.datetime):
            metadata_refreshed_at = self.metadata_refreshed_at.isoformat()
        else:
            metadata_refreshed_at = self.metadata_refreshed_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "name": name,
                "status": status,
                "isDraft": is_draft,
                "health": health,
                "domains": domains,
                "enforced": enforced,
                "jitProvisioning": jit_provisioning,
                "accountLinking": account_linking,
                "attributeMapping": attribute_mapping,
                "groupMapping": group_mapping,
                "allowedGroups": allowed_groups,
                "logoutUpstream": logout_upstream,
                "lastTestedAt": last_tested_at,
                "lastLoginAt": last_login_at,
                "lastError": last_error,
                "metadataRefreshedAt": metadata_refreshed_at,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.group_mapping import GroupMapping  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_type_(data: object) -> ConnectionType | str:
            return cast(ConnectionType | str, data)

        type_ = _parse_type_(d.pop("type"))

        name = d.pop("name")

        def _parse_status(data: object) -> ConnectionStatus | str:
            return cast(ConnectionStatus | str, data)

        status = _parse_status(d.pop("status"))

        is_draft = d.pop("isDraft")

        def _parse_health(data: object) -> ConnectionHealth | str:
            return cast(ConnectionHealth | str, data)

        health = _parse_health(d.pop("health"))

        domains = cast(list[str], d.pop("domains"))

        enforced = d.pop("enforced")

        jit_provisioning = d.pop("jitProvisioning")

        def _parse_account_linking(data: object) -> ConnectionAccountLinking | str:
            return cast(ConnectionAccountLinking | str, data)

        account_linking = _parse_account_linking(d.pop("accountLinking"))

        attribute_mapping = d.pop("attributeMapping")

        group_mapping = []
        _group_mapping = d.pop("groupMapping")
        for componentsschemas_group_mappings_item_data in _group_mapping:
            componentsschemas_group_mappings_item = GroupMapping.from_dict(
                componentsschemas_group_mappings_item_data
            )

            group_mapping.append(componentsschemas_group_mappings_item)

        def _parse_allowed_groups(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_oidc_allowed_groups_type_0 = cast(list[str], data)

                return componentsschemas_oidc_allowed_groups_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_groups = _parse_allowed_groups(d.pop("allowedGroups"))

        logout_upstream = d.pop("logoutUpstream")

        def _parse_last_tested_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_tested_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_tested_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_tested_at = _parse_last_tested_at(d.pop("lastTestedAt"))

        def _parse_last_login_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_login_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_login_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_login_at = _parse_last_login_at(d.pop("lastLoginAt"))

        def _parse_last_error(data: object) -> None | str:
            return cast(None | str, data)

        last_error = _parse_last_error(d.pop("lastError"))

        def _parse_metadata_refreshed_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                metadata_refreshed_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return metadata_refreshed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        metadata_refreshed_at = _parse_metadata_refreshed_at(d.pop("metadataRefreshedAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        connection = cls(
            id=id,
            type_=type_,
            name=name,
            status=status,
            is_draft=is_draft,
            health=health,
            domains=domains,
            enforced=enforced,
            jit_provisioning=jit_provisioning,
            account_linking=account_linking,
            attribute_mapping=attribute_mapping,
            group_mapping=group_mapping,
            allowed_groups=allowed_groups,
            logout_upstream=logout_upstream,
            last_tested_at=last_tested_at,
            last_login_at=last_login_at,
            last_error=last_error,
            metadata_refreshed_at=metadata_refreshed_at,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return connection
