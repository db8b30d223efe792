from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.oidc_access_token_format import OidcAccessTokenFormat

if TYPE_CHECKING:
    from ..models.resource_scope import ResourceScope


T = TypeVar("T", bound="OidcResource")


@_attrs_define
class OidcResource:
    """An API that clients ask tokens for

    Example:
        {'id': 'rsc_01kahz5v3be4nr7q2m8x9c0d1e', 'identifier': 'https://mcp.example.com', 'name': 'Project tools',
            'description': None, 'scopes': [{'name': 'projects:read', 'displayName': 'Read your projects', 'description':
            None}], 'accessTokenTtl': 600, 'accessTokenFormat': 'jwt', 'clients': [], 'agents': True, 'servedBy':
            ['cli_01kahz5v3be4nr7q2m8x9c0d1f'], 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        id (str):
        identifier (str): The absolute URI that clients send as `resource` and that tokens have as `aud` (RFC 8707).
            Addresses of http and https have the form of the URL standard: a host in lowercase and no default port. It
            cannot be the API of Keyward Example: https://mcp.example.com.
        name (str):
        description (None | str):
        scopes (list[ResourceScope]): What clients may do at the resource; each name once. No standard scope such as
            `openid`, and no right over this service Example: [{'name': 'projects:read', 'displayName': 'Read your
            projects', 'description': None}].
        access_token_ttl (int): How long access tokens for it live, in seconds. Signed tokens of agents live 300 seconds
            at most
        access_token_format (OidcAccessTokenFormat | str): `jwt` (RFC 9068) can be verified without asking; `opaque`
            only by introspection
        clients (list[str] | None): The clients that may ask for tokens with all scopes of the resource; null for all
            clients that administrators registered. Another client may ask if it lists the identifier in its own
            `resources`, and gets the scopes that it has itself, too Example: ['cli_01kahz5v3be4nr7q2m8x9c0d1e'].
        agents (bool): Whether clients that no administrator registered may ask for it: agents with a client ID metadata
            document, and those that registered themselves. Users consent each time that one asks for more
        served_by (list[str]): The clients that are the resource. They may introspect its tokens, and exchange them for
            tokens of their own. Clients with the identifier in their own `servedResources` may, too Example:
            ['cli_01kahz5v3be4nr7q2m8x9c0d1f'].
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    identifier: str
    name: str
    description: None | str
    scopes: list[ResourceScope]
    access_token_ttl: int
    access_token_format: OidcAccessTokenFormat | str
    clients: list[str] | None
    agents: bool
    served_by: list[str]
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        identifier = self.identifier

        name = self.name

        description: None | str
        description = self.description

        scopes = []
        for componentsschemas_resource_scopes_item_data in self.scopes:
            componentsschemas_resource_scopes_item = (
                componentsschemas_resource_scopes_item_data.to_dict()
            )

            scopes.append(componentsschemas_resource_scopes_item)

        access_token_ttl = self.access_token_ttl

        access_token_format: str
        access_token_format = self.access_token_format

        clients: list[str] | None
        if isinstance(self.clients, list):
            clients = self.clients

        else:
            clients = self.clients

        agents = self.agents

        served_by = self.served_by

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "identifier": identifier,
                "name": name,
                "description": description,
                "scopes": scopes,
                "accessTokenTtl": access_token_ttl,
                "accessTokenFormat": access_token_format,
                "clients": clients,
                "agents": agents,
                "servedBy": served_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.resource_scope import ResourceScope  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        identifier = d.pop("identifier")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        scopes = []
        _scopes = d.pop("scopes")
        for componentsschemas_resource_scopes_item_data in _scopes:
            componentsschemas_resource_scopes_item = ResourceScope.from_dict(
                componentsschemas_resource_scopes_item_data
            )

            scopes.append(componentsschemas_resource_scopes_item)

        access_token_ttl = d.pop("accessTokenTtl")

        def _parse_access_token_format(data: object) -> OidcAccessTokenFormat | str:
            return cast(OidcAccessTokenFormat | str, data)

        access_token_format = _parse_access_token_format(d.pop("accessTokenFormat"))

        def _parse_clients(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_resource_clients_type_0 = cast(list[str], data)

                return componentsschemas_resource_clients_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        clients = _parse_clients(d.pop("clients"))

        agents = d.pop("agents")

        served_by = cast(list[str], d.pop("servedBy"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        oidc_resource = cls(
            id=id,
            identifier=identifier,
            name=name,
            description=description,
            scopes=scopes,
            access_token_ttl=access_token_ttl,
            access_token_format=access_token_format,
            clients=clients,
            agents=agents,
            served_by=served_by,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return oidc_resource
