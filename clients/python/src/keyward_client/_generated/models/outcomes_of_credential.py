from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.outcome_count import OutcomeCount


T = TypeVar("T", bound="OutcomesOfCredential")


@_attrs_define
class OutcomesOfCredential:
    """The verifications of a credential

    Example:
        {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'identityId':
            'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'identityName': 'deploy-bot', 'codes': [{'code': 'EXPIRED', 'count': 37}]}

    Attributes:
        credential_id (str):
        name (None | str): Null if the credential was removed
        identity_id (None | str): Null if the credential was removed
        identity_name (None | str):
        codes (list[OutcomeCount]): The codes that occurred
    """

    credential_id: str
    name: None | str
    identity_id: None | str
    identity_name: None | str
    codes: list[OutcomeCount]

    def to_dict(self) -> dict[str, Any]:
        credential_id = self.credential_id

        name: None | str
        name = self.name

        identity_id: None | str
        identity_id = self.identity_id

        identity_name: None | str
        identity_name = self.identity_name

        codes = []
        for codes_item_data in self.codes:
            codes_item = codes_item_data.to_dict()

            codes.append(codes_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "credentialId": credential_id,
                "name": name,
                "identityId": identity_id,
                "identityName": identity_name,
                "codes": codes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.outcome_count import OutcomeCount  # noqa: PLC0415

        d = dict(src_dict)
        credential_id = d.pop("credentialId")

        def _parse_name(data: object) -> None | str:
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_identity_id(data: object) -> None | str:
            return cast(None | str, data)

        identity_id = _parse_identity_id(d.pop("identityId"))

        def _parse_identity_name(data: object) -> None | str:
            return cast(None | str, data)

        identity_name = _parse_identity_name(d.pop("identityName"))

        codes = []
        _codes = d.pop("codes")
        for codes_item_data in _codes:
            codes_item = OutcomeCount.from_dict(codes_item_data)

            codes.append(codes_item)

        outcomes_of_credential = cls(
            credential_id=credential_id,
            name=name,
            identity_id=identity_id,
            identity_name=identity_name,
            codes=codes,
        )

        return outcomes_of_credential
