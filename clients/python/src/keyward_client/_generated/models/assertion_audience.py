from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="AssertionAudience")


@_attrs_define
class AssertionAudience:
    """An authorization server of another system, for which a client may ask for identity assertions (draft-ietf-oauth-
    identity-assertion-authz-grant)

        Example:
            {'issuer': 'https://auth.chat.example', 'clientId': 'wiki-at-chat', 'signInClientId':
                'cli_01kahz5v3be4nr7q2m8x9c0d1f', 'scopes': ['chat.read'], 'resources': ['https://api.chat.example']}

        Attributes:
            issuer (str): The issuer of the other server, compared character by character. It is the `aud` of the assertions
            client_id (str): How the other server names the client. It is the `client_id` of the assertions
            sign_in_client_id (str): The client that the other server signs users in with. It decides the `sub`, the
                algorithm and the users of the assertions
            scopes (list[str]): The scopes of the other server that an assertion may name
            resources (list[str]): The resources of the other server that an assertion may name (RFC 8707), as absolute URIs
                without a fragment
    """

    issuer: str
    client_id: str
    sign_in_client_id: str
    scopes: list[str]
    resources: list[str]

    def to_dict(self) -> dict[str, Any]:
        issuer = self.issuer

        client_id = self.client_id

        sign_in_client_id = self.sign_in_client_id

        scopes = self.scopes

        resources = self.resources

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "issuer": issuer,
                "clientId": client_id,
                "signInClientId": sign_in_client_id,
                "scopes": scopes,
                "resources": resources,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        issuer = d.pop("issuer")

        client_id = d.pop("clientId")

        sign_in_client_id = d.pop("signInClientId")

        scopes = cast(list[str], d.pop("scopes"))

        resources = cast(list[str], d.pop("resources"))

        assertion_audience = cls(
            issuer=issuer,
            client_id=client_id,
            sign_in_client_id=sign_in_client_id,
            scopes=scopes,
            resources=resources,
        )

        return assertion_audience
