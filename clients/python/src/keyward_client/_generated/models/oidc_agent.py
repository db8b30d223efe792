from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.oidc_agent_origin import OidcAgentOrigin

if TYPE_CHECKING:
    from ..models.oidc_agent_resource import OidcAgentResource


T = TypeVar("T", bound="OidcAgent")


@_attrs_define
class OidcAgent:
    """A client that no administrator made

    Example:
        {'id': 'agt_01kahz5v3be4nr7q2m8x9c0d1e', 'clientId': 'https://agents.example.com/client.json', 'origin':
            'METADATA_DOCUMENT', 'name': 'Example agent', 'host': 'agents.example.com', 'redirectHosts': ['127.0.0.1'],
            'loopbackOnly': True, 'userCount': 2, 'scopes': ['openid'], 'resources': [{'resource':
            'https://mcp.example.com/', 'scopes': ['tickets.read']}], 'blocked': False, 'identityId': None, 'createdAt':
            '2026-01-15T10:30:00.000Z', 'lastUsedAt': '2026-01-16T08:00:00.000Z'}

    Attributes:
        id (str): The ID of the agent. It follows from the tenant and the `client_id`, so an agent that comes back has
            it again Example: agt_01kahz5v3be4nr7q2m8x9c0d1e.
        client_id (str): The `client_id`: the address of the metadata document, or the ID of the registration
        origin (OidcAgentOrigin | str): `METADATA_DOCUMENT`: a host publishes the client (client ID metadata document).
            `REGISTRATION`: a program registered itself (RFC 7591)
        name (str): What the agent calls itself. Only its host vouches for it
        host (None | str): The host of the metadata document; null for a registration
        redirect_hosts (list[str]): Where users are sent back to
        loopback_only (bool): Whether all of them are programs on the computer of the user
        user_count (int): How many users have let it in
        scopes (list[str]): What all users together allowed for itself
        resources (list[OidcAgentResource]): What was allowed at resources Example: [{'resource':
            'https://mcp.example.com/', 'scopes': ['tickets.read']}].
        blocked (bool): Whether one of its hosts is blocked, or its identity is not active
        identity_id (None | str): The identity of an approved agent; null if no administrator approved it
        created_at (datetime.datetime):
        last_used_at (datetime.datetime | None): When it last got tokens, to the minute or so; null if it never did
    """

    id: str
    client_id: str
    origin: OidcAgentOrigin | str
    name: str
    host: None | str
    redirect_hosts: list[str]
    loopback_only: bool
    user_count: int
    scopes: list[str]
    resources: list[OidcAgentResource]
    blocked: bool
    identity_id: None | str
    created_at: datetime.datetime
    last_used_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        client_id = self.client_id

        origin: str
        origin = self.origin

        name = self.name

        host: None | str
        host = self.host

        redirect_hosts = self.redirect_hosts

        loopback_only = self.loopback_only

        user_count = self.user_count

        scopes = self.scopes

        resources = []
        for componentsschemas_oidc_agent_resources_item_data in self.resources:
            componentsschemas_oidc_agent_resources_item = (
                componentsschemas_oidc_agent_resources_item_data.to_dict()
            )

            resources.append(componentsschemas_oidc_agent_resources_item)

        blocked = self.blocked

        identity_id: None | str
        identity_id = self.identity_id

        created_at = self.created_at.isoformat()

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "clientId": client_id,
                "origin": origin,
                "name": name,
                "host": host,
                "redirectHosts": redirect_hosts,
                "loopbackOnly": loopback_only,
                "userCount": user_count,
                "scopes": scopes,
                "resources": resources,
                "blocked": blocked,
                "identityId": identity_id,
                "createdAt": created_at,
                "lastUsedAt": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.oidc_agent_resource import OidcAgentResource  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        client_id = d.pop("clientId")

        def _parse_origin(data: object) -> OidcAgentOrigin | str:
            return cast(OidcAgentOrigin | str, data)

        origin = _parse_origin(d.pop("origin"))

        name = d.pop("name")

        def _parse_host(data: object) -> None | str:
            return cast(None | str, data)

        host = _parse_host(d.pop("host"))

        redirect_hosts = cast(list[str], d.pop("redirectHosts"))

        loopback_only = d.pop("loopbackOnly")

        user_count = d.pop("userCount")

        scopes = cast(list[str], d.pop("scopes"))

        resources = []
        _resources = d.pop("resources")
        for componentsschemas_oidc_agent_resources_item_data in _resources:
            componentsschemas_oidc_agent_resources_item = OidcAgentResource.from_dict(
                componentsschemas_oidc_agent_resources_item_data
            )

            resources.append(componentsschemas_oidc_agent_resources_item)

        blocked = d.pop("blocked")

        def _parse_identity_id(data: object) -> None | str:
            return cast(None | str, data)

        identity_id = _parse_identity_id(d.pop("identityId"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

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

        oidc_agent = cls(
            id=id,
            client_id=client_id,
            origin=origin,
            name=name,
            host=host,
            redirect_hosts=redirect_hosts,
            loopback_only=loopback_only,
            user_count=user_count,
            scopes=scopes,
            resources=resources,
            blocked=blocked,
            identity_id=identity_id,
            created_at=created_at,
            last_used_at=last_used_at,
        )

        return oidc_agent
