from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webauthn_attachment import WebauthnAttachment
from ..models.webauthn_attestation import WebauthnAttestation
from ..models.webauthn_preference import WebauthnPreference

T = TypeVar("T", bound="WebauthnConfig")


@_attrs_define
class WebauthnConfig:
    """How passkeys are used

    Example:
        {'enabled': True, 'passwordless': True, 'rpId': 'login.example.com', 'rpName': 'Example', 'origins':
            ['https://login.example.com'], 'userVerification': 'required', 'residentKey': 'preferred', 'attestation':
            'none', 'authenticatorAttachment': None, 'allowedAaguids': None, 'timeoutMs': 60000, 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'updatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        enabled (bool): Whether they can be registered and are accepted
        passwordless (bool): Whether one signs in alone, without a password; else it is a second factor
        rp_id (str): The domain passkeys belong to: the host of the base URL, or a domain that it is below. Another one
            makes every passkey there is useless. Null in a change is the host of the base URL again Example:
            login.example.com.
        rp_name (str): What browsers show when a passkey is made. Null in a change is the name of the organization again
            Example: Example.
        origins (list[str]): Where passkeys are used: that of the base URL, and others at `rpId` or below it, https or
            on localhost. Null in a change is that of the base URL alone again Example: ['https://login.example.com'].
        user_verification (str | WebauthnPreference): The words of WebAuthn
        resident_key (str | WebauthnPreference): The words of WebAuthn
        attestation (str | WebauthnAttestation): Whether an authenticator must prove its model; with `allowedAaguids` it
            must
        authenticator_attachment (None | str | WebauthnAttachment): `platform`: part of the device; `cross-platform`: a
            thing of its own; null: either
        allowed_aaguids (list[str] | None): The models of authenticators that may be registered; null for all
        timeout_ms (int): How long the browser waits for the user
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    enabled: bool
    passwordless: bool
    rp_id: str
    rp_name: str
    origins: list[str]
    user_verification: str | WebauthnPreference
    resident_key: str | WebauthnPreference
    attestation: str | WebauthnAttestation
    authenticator_attachment: None | str | WebauthnAttachment
    allowed_aaguids: list[str] | None
    timeout_ms: int
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        enabled = self.enabled

        passwordless = self.passwordless

        rp_id = self.rp_id

        rp_name = self.rp_name

        origins = self.origins

        user_verification: str
        user_verification = self.user_verification

        resident_key: str
        resident_key = self.resident_key

        attestation: str
        attestation = self.attestation

        authenticator_attachment: None | str
        authenticator_attachment = self.authenticator_attachment

        allowed_aaguids: list[str] | None
        if isinstance(self.allowed_aaguids, list):
            allowed_aaguids = self.allowed_aaguids

        else:
            allowed_aaguids = self.allowed_aaguids

        timeout_ms = self.timeout_ms

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "enabled": enabled,
                "passwordless": passwordless,
                "rpId": rp_id,
                "rpName": rp_name,
                "origins": origins,
                "userVerification": user_verification,
                "residentKey": resident_key,
                "attestation": attestation,
                "authenticatorAttachment": authenticator_attachment,
                "allowedAaguids": allowed_aaguids,
                "timeoutMs": timeout_ms,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enabled = d.pop("enabled")

        passwordless = d.pop("passwordless")

        rp_id = d.pop("rpId")

        rp_name = d.pop("rpName")

        origins = cast(list[str], d.pop("origins"))

        def _parse_user_verification(data: object) -> str | WebauthnPreference:
            return cast(str | WebauthnPreference, data)

        user_verification = _parse_user_verification(d.pop("userVerification"))

        def _parse_resident_key(data: object) -> str | WebauthnPreference:
            return cast(str | WebauthnPreference, data)

        resident_key = _parse_resident_key(d.pop("residentKey"))

        def _parse_attestation(data: object) -> str | WebauthnAttestation:
            return cast(str | WebauthnAttestation, data)

        attestation = _parse_attestation(d.pop("attestation"))

        def _parse_authenticator_attachment(data: object) -> None | str | WebauthnAttachment:
            return cast(None | str | WebauthnAttachment, data)

        authenticator_attachment = _parse_authenticator_attachment(d.pop("authenticatorAttachment"))

        def _parse_allowed_aaguids(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_allowed_aaguids_type_0 = cast(list[str], data)

                return componentsschemas_allowed_aaguids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_aaguids = _parse_allowed_aaguids(d.pop("allowedAaguids"))

        timeout_ms = d.pop("timeoutMs")

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                updated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        webauthn_config = cls(
            enabled=enabled,
            passwordless=passwordless,
            rp_id=rp_id,
            rp_name=rp_name,
            origins=origins,
            user_verification=user_verification,
            resident_key=resident_key,
            attestation=attestation,
            authenticator_attachment=authenticator_attachment,
            allowed_aaguids=allowed_aaguids,
            timeout_ms=timeout_ms,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return webauthn_config
