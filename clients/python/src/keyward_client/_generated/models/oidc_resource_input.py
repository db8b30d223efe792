from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.oidc_access_token_format import OidcAccessTokenFormat
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.resource_scope import ResourceScope


T = TypeVar("T", bound="OidcResourceInput")


@_attrs_define
class OidcResourceInput:
    """A resource to create

    Example:
        {'identifier': 'https://mcp.example.com', 'name': 'Project tools', 'scopes': [{'name': 'projects:read',
            'displayName': 'Read your projects'}], 'agents': True}

    Attributes:
        identifier (str): The absolute URI that clients send as `resource` and that tokens have as `aud` (RFC 8707).
            Addresses of http and https have the form of the URL standard: a host in lowercase and no default port. It
            cannot be the API of Keyward Example: https://mcp.example.com.
        name (str): Shown to users when they are asked for consent
        description (None | str | Unset): Shown to administrators only
        scopes (list[ResourceScope] | Unset): What clients may do at the resource; each name once. No standard scope
            such as `openid`, and no right over this service Example: [{'name': 'projects:read', 'displayName': 'Read your
            projects', 'description': None}].
        access_token_ttl (int | Unset): How long access tokens for it live, in seconds. Signed tokens of agents live 300
            seconds at most
        access_token_format (OidcAccessTokenFormat | str | Unset): `jwt` (RFC 9068) can be verified without asking;
            `opaque` only by introspection
        clients (list[str] | None | Unset): The clients that may ask for tokens with all scopes of the resource; null
            for all clients that administrators registered. Another client may ask if it lists the identifier in its own
            `resources`, and gets the scopes that it has itself, too Example: ['cli_01kahz5v3be4nr7q2m8x9c0d1e'].
        agents (bool | Unset): Whether clients that no administrator registered may ask for it: agents with a client ID
            metadata document, and those that registered themselves. Users consent each time that one asks for more
        served_by (list[str] | Unset): The clients that are the resource. They may introspect its tokens, and exchange
            them for tokens of their own. Clients with the identifier in their own `servedResources` may, too Example:
            ['cli_01kahz5v3be4nr7q2m8x9c0d1f'].
    """

    identifier: str
    name: str
    description: None | str | Unset = UNSET
    scopes: list[ResourceScope] | Unset = UNSET
    access_token_ttl: int | Unset = UNSET
    access_token_format: OidcAccessTokenFormat | str | Unset = UNSET
    clients: list[str] | None | Unset = UNSET
    agents: bool | Unset = UNSET
    served_by: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        identifier = self.identifier

        name = self.name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        scopes: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = []
            for componentsschemas_resource_scopes_item_data in self.scopes:
                componentsschemas_resource_scopes_item = (
                    componentsschemas_resource_scopes_item_data.to_dict()
                )

                scopes.append(componentsschemas_resource_scopes_item)

        access_token_ttl = self.access_token_ttl

        access_token_format: str | Unset
        if isinstance(self.access_token_format, Unset):
            access_token_format = UNSET
        else:
            access_token_format = self.access_token_format

        clients: list[str] | None | Unset
        if isinstance(self.clients, Unset):
            clients = UNSET
        elif isinstance(self.clients, list):
            clients = self.clients

        else:
            clients = self.clients

        agents = self.agents

        served_by: list[str] | Unset = UNSET
        if not isinstance(self.served_by, Unset):
            served_by = self.served_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "identifier": identifier,
                "name": name,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if access_token_ttl is not UNSET:
            field_dict["accessTokenTtl"] = access_token_ttl
        if access_token_format is not UNSET:
            field_dict["accessTokenFormat"] = access_token_format
        if clients is not UNSET:
            field_dict["clients"] = clients
        if agents is not UNSET:
            field_dict["agents"] = agents
        if served_by is not UNSET:
            field_dict["servedBy"] = served_by

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.resource_scope import ResourceScope  # noqa: PLC0415

        d = dict(src_dict)
        identifier = d.pop("identifier")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        _scopes = d.pop("scopes", UNSET)
        scopes: list[ResourceScope] | Unset = UNSET
        if _scopes is not UNSET:
            scopes = []
            for componentsschemas_resource_scopes_item_data in _scopes:
                componentsschemas_resource_scopes_item = ResourceScope.from_dict(
                    componentsschemas_resource_scopes_item_data
                )

                scopes.append(componentsschemas_resource_scopes_item)

        access_token_ttl = d.pop("accessTokenTtl", UNSET)

        def _parse_access_token_format(data: object) -> OidcAccessTokenFormat | str | Unset:
            return cast(OidcAccessTokenFormat | str | Unset, data)

        access_token_format = _parse_access_token_format(d.pop("accessTokenFormat", UNSET))

        def _parse_clients(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_resource_clients_type_0 = cast(list[str], data)

                return componentsschemas_resource_clients_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        clients = _parse_clients(d.pop("clients", UNSET))

        agents = d.pop("agents", UNSET)

        served_by = cast(list[str], d.pop("servedBy", UNSET))

        oidc_resource_input = cls(
            identifier=identifier,
            name=name,
            description=description,
            scopes=scopes,
            access_token_ttl=access_token_ttl,
            access_token_format=access_token_format,
            clients=clients,
            agents=agents,
            served_by=served_by,
        )

        return oidc_resource_input
