from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.oidc_agent_resource import OidcAgentResource


T = TypeVar("T", bound="OidcAgentGrant")


@_attrs_define
class OidcAgentGrant:
    """What one user allowed an agent

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'userName': 'Ada Lovelace', 'scopes': ['openid'], 'resources':
            [{'resource': 'https://mcp.example.com/', 'scopes': ['tickets.read']}], 'grantedAt': '2026-01-15T10:30:00.000Z',
            'lastUsedAt': '2026-01-16T08:00:00.000Z'}

    Attributes:
        user_id (str):
        user_name (str): The name of the user, or else the username
        scopes (list[str]): What the user allowed for the agent itself
        resources (list[OidcAgentResource]): What was allowed at resources Example: [{'resource':
            'https://mcp.example.com/', 'scopes': ['tickets.read']}].
        granted_at (datetime.datetime):
        last_used_at (datetime.datetime | None): When the agent last got a token for the user; null if it never did
    """

    user_id: str
    user_name: str
    scopes: list[str]
    resources: list[OidcAgentResource]
    granted_at: datetime.datetime
    last_used_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        user_name = self.user_name

        scopes = self.scopes

        resources = []
        for componentsschemas_oidc_agent_resources_item_data in self.resources:
            componentsschemas_oidc_agent_resources_item = (
                componentsschemas_oidc_agent_resources_item_data.to_dict()
            )

            resources.append(componentsschemas_oidc_agent_resources_item)

        granted_at = self.granted_at.isoformat()

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "userName": user_name,
                "scopes": scopes,
                "resources": resources,
                "grantedAt": granted_at,
                "lastUsedAt": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.oidc_agent_resource import OidcAgentResource  # noqa: PLC0415

        d = dict(src_dict)
        user_id = d.pop("userId")

        user_name = d.pop("userName")

        scopes = cast(list[str], d.pop("scopes"))

        resources = []
        _resources = d.pop("resources")
        for componentsschemas_oidc_agent_resources_item_data in _resources:
            componentsschemas_oidc_agent_resources_item = OidcAgentResource.from_dict(
                componentsschemas_oidc_agent_resources_item_data
            )

            resources.append(componentsschemas_oidc_agent_resources_item)

        granted_at = datetime.datetime.fromisoformat(d.pop("grantedAt").replace("Z", "+00:00"))

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_used_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        oidc_agent_grant = cls(
            user_id=user_id,
            user_name=user_name,
            scopes=scopes,
            resources=resources,
            granted_at=granted_at,
            last_used_at=last_used_at,
        )

        return oidc_agent_grant
