from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.signing_key_algorithm import SigningKeyAlgorithm
from ..models.signing_key_status import SigningKeyStatus
from ..models.signing_key_use import SigningKeyUse

if TYPE_CHECKING:
    from ..models.public_key import PublicKey


T = TypeVar("T", bound="SigningKey")


@_attrs_define
class SigningKey:
    """A key that signs tokens or SAML messages, or that decrypts assertions. Its private half is never shown

    Example:
        {'id': 'key_01kahz5v3be4nr7q2m8x9c0d1e', 'use': 'OIDC', 'algorithm': 'ES256', 'status': 'ACTIVE', 'publicKey':
            {'kty': 'EC', 'kid': 'key_01kahz5v3be4nr7q2m8x9c0d1e', 'alg': 'ES256', 'use': 'sig', 'crv': 'P-256', 'x':
            'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y': 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'},
            'certificate': None, 'certificateExpiresAt': None, 'createdAt': '2026-01-15T10:30:00.000Z', 'activatesAt':
            '2026-01-15T10:30:00.000Z', 'retiredAt': None, 'removedAt': None}

    Attributes:
        id (str): The identifier of a signing key; the `kid` of what it signs Example: key_01kahz5v3be4nr7q2m8x9c0d1e.
        use (SigningKeyUse | str): `OIDC` signs tokens. `SAML` signs assertions and metadata; it has a certificate, and
            signs until an administrator activates another key. `SAML_ENCRYPTION` signs nothing: identity providers encrypt
            assertions for it
        algorithm (SigningKeyAlgorithm | str): What it signs with, or what is encrypted for it
        status (SigningKeyStatus | str): `UPCOMING` is published and waits to sign; `ACTIVE` signs; `RETIRED` is
            published for what it signed
        public_key (PublicKey): The public key, as relying parties find it in the JSON Web Key Set of the provider (RFC
            7517) Example: {'kty': 'EC', 'kid': 'key_01kahz5v3be4nr7q2m8x9c0d1e', 'alg': 'ES256', 'use': 'sig', 'crv':
            'P-256', 'x': 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y':
            'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}.
        certificate (None | str): The certificate of a SAML key in PEM, for service providers that take no metadata
        certificate_expires_at (datetime.datetime | None):
        created_at (datetime.datetime):
        activates_at (datetime.datetime): From when on it signs. A SAML key may sign from then on, and does so when an
            administrator activates it
        retired_at (datetime.datetime | None): Since when it signs no more
        removed_at (datetime.datetime | None): From when on it is not published any more; null while it signs
    """

    id: str
    use: SigningKeyUse | str
    algorithm: SigningKeyAlgorithm | str
    status: SigningKeyStatus | str
    public_key: PublicKey
    certificate: None | str
    certificate_expires_at: datetime.datetime | None
    created_at: datetime.datetime
    activates_at: datetime.datetime
    retired_at: datetime.datetime | None
    removed_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        use: str
        use = self.use

        algorithm: str
        algorithm = self.algorithm

        status: str
        status = self.status

        public_key = self.public_key.to_dict()

        certificate: None | str
        certificate = self.certificate

        certificate_expires_at: None | str
        if isinstance(self.certificate_expires_at, datetime.datetime):
            certificate_expires_at = self.certificate_expires_at.isoformat()
        else:
            certificate_expires_at = self.certificate_expires_at

        created_at = self.created_at.isoformat()

        activates_at = self.activates_at.isoformat()

        retired_at: None | str
        if isinstance(self.retired_at, datetime.datetime):
            retired_at = self.retired_at.isoformat()
        else:
            retired_at = self.retired_at

        removed_at: None | str
        if isinstance(self.removed_at, datetime.datetime):
            removed_at = self.removed_at.isoformat()
        else:
            removed_at = self.removed_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "use": use,
                "algorithm": algorithm,
                "status": status,
                "publicKey": public_key,
                "certificate": certificate,
                "certificateExpiresAt": certificate_expires_at,
                "createdAt": created_at,
                "activatesAt": activates_at,
                "retiredAt": retired_at,
                "removedAt": removed_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.public_key import PublicKey  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_use(data: object) -> SigningKeyUse | str:
            return cast(SigningKeyUse | str, data)

        use = _parse_use(d.pop("use"))

        def _parse_algorithm(data: object) -> SigningKeyAlgorithm | str:
            return cast(SigningKeyAlgorithm | str, data)

        algorithm = _parse_algorithm(d.pop("algorithm"))

        def _parse_status(data: object) -> SigningKeyStatus | str:
            return cast(SigningKeyStatus | str, data)

        status = _parse_status(d.pop("status"))

        public_key = PublicKey.from_dict(d.pop("publicKey"))

        def _parse_certificate(data: object) -> None | str:
            return cast(None | str, data)

        certificate = _parse_certificate(d.pop("certificate"))

        def _parse_certificate_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                certificate_expires_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return certificate_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        certificate_expires_at = _parse_certificate_expires_at(d.pop("certificateExpiresAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        activates_at = datetime.datetime.fromisoformat(d.pop("activatesAt").replace("Z", "+00:00"))

        def _parse_retired_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                retired_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return retired_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        retired_at = _parse_retired_at(d.pop("retiredAt"))

        def _parse_removed_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                removed_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return removed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        removed_at = _parse_removed_at(d.pop("removedAt"))

        signing_key = cls(
            id=id,
            use=use,
            algorithm=algorithm,
            status=status,
            public_key=public_key,
            certificate=certificate,
            certificate_expires_at=certificate_expires_at,
            created_at=created_at,
            activates_at=activates_at,
            retired_at=retired_at,
            removed_at=removed_at,
        )

        return signing_key
