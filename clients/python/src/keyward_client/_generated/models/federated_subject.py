from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.federated_subject_claims import FederatedSubjectClaims


T = TypeVar("T", bound="FederatedSubject")


@_attrs_define
class FederatedSubject:
    """The subject whose tokens of another issuer stand for this identity. To write one, the caller must hold
    `credentials.write` and every management scope of `allowedScopes`, since the token gets these scopes

        Example:
            {'issuer': 'https://token.actions.example', 'audience': 'keyward', 'subject':
                'repo:acme/shop:ref:refs/heads/main', 'claims': {}}

        Attributes:
            issuer (str): The `iss` of the token, an https URL
            audience (str): The `aud` of the token, or one of them
            subject (str): The `sub` of the token; `*` stands for any characters, `/` and `:` too. One that begins with `*`
                needs claims
            claims (FederatedSubjectClaims | Unset): More claims that must have these values, or a list that holds them
            may_give_lasting (bool | Unset): Whether the credentials that are obtained by it may give what lasts, such as
                clients, webhooks and settings, although they end. They may not if it is absent. To set it, the caller must have
                no bounds itself
    """

    issuer: str
    audience: str
    subject: str
    claims: FederatedSubjectClaims | Unset = UNSET
    may_give_lasting: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        issuer = self.issuer

        audience = self.audience

        subject = self.subject

        claims = self.claims

        may_give_lasting = self.may_give_lasting

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "issuer": issuer,
                "audience": audience,
                "subject": subject,
            }
        )
        if claims is not UNSET:
            field_dict["claims"] = claims
        if may_give_lasting is not UNSET:
            field_dict["mayGiveLasting"] = may_give_lasting

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        issuer = d.pop("issuer")

        audience = d.pop("audience")

        subject = d.pop("subject")

        claims = d.pop("claims", UNSET)

        may_give_lasting = d.pop("mayGiveLasting", UNSET)

        federated_subject = cls(
            issuer=issuer,
            audience=audience,
            subject=subject,
            claims=claims,
            may_give_lasting=may_give_lasting,
        )

        return federated_subject
