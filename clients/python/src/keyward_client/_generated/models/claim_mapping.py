from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ClaimMapping")


@_attrs_define
class ClaimMapping:
    """A claim of the ID token and of userinfo

    Example:
        {'claim': 'floor', 'source': 'attributes.floor'}

    Attributes:
        claim (str): The claim. Claims that a token has by itself are not allowed, such as `iss`, `sub`, `aud`, `exp`,
            `acr`, `amr`, `sid`, `azp` and `nonce`. Claims of the standard scopes are not allowed either, such as `email`
            Example: department.
        source (str): Where its value stands: a field of the user (`id`, `email`, `username`, `firstName`, `lastName`,
            `displayName`, `nickname`, `title`, `department`, `division`, `organization`, `costCenter`, `employeeNumber`,
            `managerId`, `phoneNumber`, `locale`, `timezone`, `picture`, `externalId`, `roles`), one of their attributes
            (`attributes.floor`), or the names of their groups (`groups`) Example: attributes.floor.
    """

    claim: str
    source: str

    def to_dict(self) -> dict[str, Any]:
        claim = self.claim

        source = self.source

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "claim": claim,
                "source": source,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        claim = d.pop("claim")

        source = d.pop("source")

        claim_mapping = cls(
            claim=claim,
            source=source,
        )

        return claim_mapping
