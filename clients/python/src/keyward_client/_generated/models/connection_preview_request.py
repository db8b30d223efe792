from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.connection_preview_request_claims import ConnectionPreviewRequestClaims


T = TypeVar("T", bound="ConnectionPreviewRequest")


@_attrs_define
class ConnectionPreviewRequest:
    """The claims of an account of the identity provider

    Example:
        {'claims': {'sub': '00u1a2b3c4', 'email': 'ada@acme.example', 'email_verified': True, 'given_name': 'Ada',
            'groups': ['engineering']}}

    Attributes:
        claims (ConnectionPreviewRequestClaims): As the identity provider sends them. The response to a token request
            has them in the ID token; UserInfo may add more
    """

    claims: ConnectionPreviewRequestClaims

    def to_dict(self) -> dict[str, Any]:
        claims = self.claims

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "claims": claims,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        claims = d.pop("claims")

        connection_preview_request = cls(
            claims=claims,
        )

        return connection_preview_request
