from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.identity_status import IdentityStatus
from ..models.identity_type import IdentityType
from ..models.risk_level import RiskLevel

if TYPE_CHECKING:
    from ..models.federated_subject import FederatedSubject
    from ..models.metadata import Metadata
    from ..models.risk_factor import RiskFactor


T = TypeVar("T", bound="Identity")


@_attrs_define
class Identity:
    """A machine that holds credentials

    Example:
        {'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy-bot', 'type': 'CI_CD', 'status': 'ACTIVE',
            'description': None, 'ownerUserId': None, 'tags': ['payments'], 'allowedScopes': None, 'allowedIps': None,
            'federatedSubjects': [], 'metadata': {}, 'expiresAt': None, 'riskScore': 0, 'riskLevel': 'LOW', 'riskFactors':
            [], 'lastActivityAt': None, 'credentialCount': 0, 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        id (str):
        name (str):
        type_ (IdentityType | str): The kind of machine
        status (IdentityStatus | str): `SUSPENDED` can be undone, `REVOKED` cannot; the credentials of both verify as
            invalid
        description (None | str):
        owner_user_id (None | str): The person who answers for it
        tags (list[str]):
        allowed_scopes (list[str] | None): The scopes its credentials may carry; null means any
        allowed_ips (list[str] | None): Where its credentials may be used from; null means anywhere
        federated_subjects (list[FederatedSubject]):
        metadata (Metadata): Your own notes, up to 10 KB as JSON; never interpreted Example: {'team': 'payments'}.
        expires_at (datetime.datetime | None): When it is revoked by itself
        risk_score (int):
        risk_level (RiskLevel | str): `riskScore` in words
        risk_factors (list[RiskFactor]): The factors that make up the score
        last_activity_at (datetime.datetime | None): When a credential of it was last used
        credential_count (int):
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    name: str
    type_: IdentityType | str
    status: IdentityStatus | str
    description: None | str
    owner_user_id: None | str
    tags: list[str]
    allowed_scopes: list[str] | None
    allowed_ips: list[str] | None
    federated_subjects: list[FederatedSubject]
    metadata: Metadata
    expires_at: datetime.datetime | None
    risk_score: int
    risk_level: RiskLevel | str
    risk_factors: list[RiskFactor]
    last_activity_at: datetime.datetime | None
    credential_count: int
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        type_: str
        type_ = self.type_

        status: str
        status = self.status

        description: None | str
        description = self.description

        owner_user_id: None | str
        owner_user_id = self.owner_user_id

        tags = self.tags

        allowed_scopes: list[str] | None
        if isinstance(self.allowed_scopes, list):
            allowed_scopes = self.allowed_scopes

        else:
            allowed_scopes = self.allowed_scopes

        allowed_ips: list[str] | None
        if isinstance(self.allowed_ips, list):
            allowed_ips = self.allowed_ips

        else:
            allowed_ips = self.allowed_ips

        federated_subjects = []
        for federated_subjects_item_data in self.federated_subjects:
            federated_subjects_item = federated_subjects_item_data.to_dict()

            federated_subjects.append(federated_subjects_item)

        metadata = self.metadata

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        risk_score = self.risk_score

        risk_level: str
        risk_level = self.risk_level

        risk_factors = []
        for risk_factors_item_data in self.risk_factors:
            risk_factors_item = risk_factors_item_data.to_dict()

            risk_factors.append(risk_factors_item)

        last_activity_at: None | str
        if isinstance(self.last_activity_at, datetime.datetime):
            last_activity_at = self.last_activity_at.isoformat()
        else:
            last_activity_at = self.last_activity_at

        credential_count = self.credential_count

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "type": type_,
                "status": status,
                "description": description,
                "ownerUserId": owner_user_id,
                "tags": tags,
                "allowedScopes": allowed_scopes,
                "allowedIps": allowed_ips,
                "federatedSubjects": federated_subjects,
                "metadata": metadata,
                "expiresAt": expires_at,
                "riskScore": risk_score,
                "riskLevel": risk_level,
                "riskFactors": risk_factors,
                "lastActivityAt": last_activity_at,
                "credentialCount": credential_count,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.federated_subject import FederatedSubject  # noqa: PLC0415
        from ..models.risk_factor import RiskFactor  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_type_(data: object) -> IdentityType | str:
            return cast(IdentityType | str, data)

        type_ = _parse_type_(d.pop("type"))

        def _parse_status(data: object) -> IdentityStatus | str:
            return cast(IdentityStatus | str, data)

        status = _parse_status(d.pop("status"))

        def _parse_description(data: object) -> None | str:
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        def _parse_owner_user_id(data: object) -> None | str:
            return cast(None | str, data)

        owner_user_id = _parse_owner_user_id(d.pop("ownerUserId"))

        tags = cast(list[str], d.pop("tags"))

        def _parse_allowed_scopes(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                allowed_scopes_type_0 = cast(list[str], data)

                return allowed_scopes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_scopes = _parse_allowed_scopes(d.pop("allowedScopes"))

        def _parse_allowed_ips(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                allowed_ips_type_0 = cast(list[str], data)

                return allowed_ips_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_ips = _parse_allowed_ips(d.pop("allowedIps"))

        federated_subjects = []
        _federated_subjects = d.pop("federatedSubjects")
        for federated_subjects_item_data in _federated_subjects:
            federated_subjects_item = FederatedSubject.from_dict(federated_subjects_item_data)

            federated_subjects.append(federated_subjects_item)

        metadata = d.pop("metadata")

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        risk_score = d.pop("riskScore")

        def _parse_risk_level(data: object) -> RiskLevel | str:
            return cast(RiskLevel | str, data)

        risk_level = _parse_risk_level(d.pop("riskLevel"))

        risk_factors = []
        _risk_factors = d.pop("riskFactors")
        for risk_factors_item_data in _risk_factors:
            risk_factors_item = RiskFactor.from_dict(risk_factors_item_data)

            risk_factors.append(risk_factors_item)

        def _parse_last_activity_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_activity_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_activity_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_activity_at = _parse_last_activity_at(d.pop("lastActivityAt"))

        credential_count = d.pop("credentialCount")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        identity = cls(
            id=id,
            name=name,
            type_=type_,
            status=status,
            description=description,
            owner_user_id=owner_user_id,
            tags=tags,
            allowed_scopes=allowed_scopes,
            allowed_ips=allowed_ips,
            federated_subjects=federated_subjects,
            metadata=metadata,
            expires_at=expires_at,
            risk_score=risk_score,
            risk_level=risk_level,
            risk_factors=risk_factors,
            last_activity_at=last_activity_at,
            credential_count=credential_count,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return identity
