from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="OidcAgentResource")


@_attrs_define
class OidcAgentResource:
    """What the agent may do at one resource (RFC 8707)

    Example:
        {'resource': 'https://mcp.example.com/', 'scopes': ['tickets.read']}

    Attributes:
        resource (str): The identifier of the resource
        scopes (list[str]): The scopes there
    """

    resource: str
    scopes: list[str]

    def to_dict(self) -> dict[str, Any]:
        resource = self.resource

        scopes = self.scopes

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "resource": resource,
                "scopes": scopes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        resource = d.pop("resource")

        scopes = cast(list[str], d.pop("scopes"))

        oidc_agent_resource = cls(
            resource=resource,
            scopes=scopes,
        )

        return oidc_agent_resource
