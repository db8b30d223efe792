from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webauthn_attachment import WebauthnAttachment
from ..models.webauthn_attestation import WebauthnAttestation
from ..models.webauthn_preference import WebauthnPreference
from ..types import UNSET, Unset

T = TypeVar("T", bound="WebauthnConfigChange")


@_attrs_define
class WebauthnConfigChange:
    """What to change; fields that are left out keep their values

    Example:
        {'passwordless': False, 'userVerification': 'preferred'}

    Attributes:
        enabled (bool | Unset): Whether they can be registered and are accepted
        passwordless (bool | Unset): Whether one signs in alone, without a password; else it is a second factor
        rp_id (None | str | Unset):
        rp_name (None | str | Unset):
        origins (list[str] | None | Unset):
        user_verification (str | Unset | WebauthnPreference): The words of WebAuthn
        resident_key (str | Unset | WebauthnPreference): The words of WebAuthn
        attestation (str | Unset | WebauthnAttestation): Whether an authenticator must prove its model; with
            `allowedAaguids` it must
        authenticator_attachment (None | str | Unset | WebauthnAttachment): `platform`: part of the device; `cross-
            platform`: a thing of its own; null: either
        allowed_aaguids (list[str] | None | Unset): The models of authenticators that may be registered; null for all
        timeout_ms (int | Unset): How long the browser waits for the user
    """

    enabled: bool | Unset = UNSET
    passwordless: bool | Unset = UNSET
    rp_id: None | str | Unset = UNSET
    rp_name: None | str | Unset = UNSET
    origins: list[str] | None | Unset = UNSET
    user_verification: str | Unset | WebauthnPreference = UNSET
    resident_key: str | Unset | WebauthnPreference = UNSET
    attestation: str | Unset | WebauthnAttestation = UNSET
    authenticator_attachment: None | str | Unset | WebauthnAttachment = UNSET
    allowed_aaguids: list[str] | None | Unset = UNSET
    timeout_ms: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        enabled = self.enabled

        passwordless = self.passwordless

        rp_id: None | str | Unset
        if isinstance(self.rp_id, Unset):
            rp_id = UNSET
        else:
            rp_id = self.rp_id

        rp_name: None | str | Unset
        if isinstance(self.rp_name, Unset):
            rp_name = UNSET
        else:
            rp_name = self.rp_name

        origins: list[str] | None | Unset
        if isinstance(self.origins, Unset):
            origins = UNSET
        elif isinstance(self.origins, list):
            origins = self.origins

        else:
            origins = self.origins

        user_verification: str | Unset
        if isinstance(self.user_verification, Unset):
            user_verification = UNSET
        else:
            user_verification = self.user_verification

        resident_key: str | Unset
        if isinstance(self.resident_key, Unset):
            resident_key = UNSET
        else:
            resident_key = self.resident_key

        attestation: str | Unset
        if isinstance(self.attestation, Unset):
            attestation = UNSET
        else:
            attestation = self.attestation

        authenticator_attachment: None | str | Unset
        if isinstance(self.authenticator_attachment, Unset):
            authenticator_attachment = UNSET
        else:
            authenticator_attachment = self.authenticator_attachment

        allowed_aaguids: list[str] | None | Unset
        if isinstance(self.allowed_aaguids, Unset):
            allowed_aaguids = UNSET
        elif isinstance(self.allowed_aaguids, list):
            allowed_aaguids = self.allowed_aaguids

        else:
            allowed_aaguids = self.allowed_aaguids

        timeout_ms = self.timeout_ms

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if passwordless is not UNSET:
            field_dict["passwordless"] = passwordless
        if rp_id is not UNSET:
            field_dict["rpId"] = rp_id
        if rp_name is not UNSET:
            field_dict["rpName"] = rp_name
        if origins is not UNSET:
            field_dict["origins"] = origins
        if user_verification is not UNSET:
            field_dict["userVerification"] = user_verification
        if resident_key is not UNSET:
            field_dict["residentKey"] = resident_key
        if attestation is not UNSET:
            field_dict["attestation"] = attestation
        if authenticator_attachment is not UNSET:
            field_dict["authenticatorAttachment"] = authenticator_attachment
        if allowed_aaguids is not UNSET:
            field_dict["allowedAaguids"] = allowed_aaguids
        if timeout_ms is not UNSET:
            field_dict["timeoutMs"] = timeout_ms

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enabled = d.pop("enabled", UNSET)

        passwordless = d.pop("passwordless", UNSET)

        def _parse_rp_id(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        rp_id = _parse_rp_id(d.pop("rpId", UNSET))

        def _parse_rp_name(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        rp_name = _parse_rp_name(d.pop("rpName", UNSET))

        def _parse_origins(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                origins_type_0 = cast(list[str], data)

                return origins_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        origins = _parse_origins(d.pop("origins", UNSET))

        def _parse_user_verification(data: object) -> str | Unset | WebauthnPreference:
            return cast(str | Unset | WebauthnPreference, data)

        user_verification = _parse_user_verification(d.pop("userVerification", UNSET))

        def _parse_resident_key(data: object) -> str | Unset | WebauthnPreference:
            return cast(str | Unset | WebauthnPreference, data)

        resident_key = _parse_resident_key(d.pop("residentKey", UNSET))

        def _parse_attestation(data: object) -> str | Unset | WebauthnAttestation:
            return cast(str | Unset | WebauthnAttestation, data)

        attestation = _parse_attestation(d.pop("attestation", UNSET))

        def _parse_authenticator_attachment(
            data: object,
        ) -> None | str | Unset | WebauthnAttachment:
            return cast(None | str | Unset | WebauthnAttachment, data)

        authenticator_attachment = _parse_authenticator_attachment(
            d.pop("authenticatorAttachment", UNSET)
        )

        def _parse_allowed_aaguids(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_allowed_aaguids_type_0 = cast(list[str], data)

                return componentsschemas_allowed_aaguids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        allowed_aaguids = _parse_allowed_aaguids(d.pop("allowedAaguids", UNSET))

        timeout_ms = d.pop("timeoutMs", UNSET)

        webauthn_config_change = cls(
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
        )

        return webauthn_config_change
