from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.connection_preview_request_claims import ConnectionPreviewRequestClaims
    from ..models.given_assertion import GivenAssertion


T = TypeVar("T", bound="ConnectionPreviewRequest")


@_attrs_define
class ConnectionPreviewRequest:
    """What the identity provider says of an account: `claims` for an OpenID Connect connection, and `assertion` for a SAML
    connection. Send the one of the type of the connection

        Example:
            {'claims': {'sub': '00u1a2b3c4', 'email': 'ada@acme.example', 'email_verified': True, 'given_name': 'Ada',
                'groups': ['engineering']}}

        Attributes:
            claims (ConnectionPreviewRequestClaims | Unset): As the identity provider sends them. The response to a token
                request has them in the ID token; UserInfo may add more
            assertion (GivenAssertion | Unset): What an assertion says of a user (SAML core section 2) Example: {'nameId':
                {'value': '00u1a2b3c4', 'format': 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}, 'attributes':
                [{'name': 'email', 'values': ['ada@acme.example']}]}.
    """

    claims: ConnectionPreviewRequestClaims | Unset = UNSET
    assertion: GivenAssertion | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        claims = self.claims

        assertion: dict[str, Any] | Unset = UNSET
        if not isinstance(self.assertion, Unset):
            assertion = self.assertion.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if claims is not UNSET:
            field_dict["claims"] = claims
        if assertion is not UNSET:
            field_dict["assertion"] = assertion

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.given_assertion import GivenAssertion  # noqa: PLC0415

        d = dict(src_dict)
        claims = d.pop("claims", UNSET)

        _assertion = d.pop("assertion", UNSET)
        assertion: GivenAssertion | Unset
        if isinstance(_assertion, Unset):
            assertion = UNSET
        else:
            assertion = GivenAssertion.from_dict(_assertion)

        connection_preview_request = cls(
            claims=claims,
            assertion=assertion,
        )

        return connection_preview_request
