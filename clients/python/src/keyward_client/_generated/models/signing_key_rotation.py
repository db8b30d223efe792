from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.signing_key_use import SigningKeyUse
from ..types import UNSET, Unset

T = TypeVar("T", bound="SigningKeyRotation")


@_attrs_define
class SigningKeyRotation:
    """How to rotate

    Example:
        {'emergency': False}

    Attributes:
        use (SigningKeyUse | str | Unset): `OIDC` signs tokens. `SAML` signs assertions and metadata; it has a
            certificate, and signs until an administrator activates another key. `SAML_ENCRYPTION` signs nothing: identity
            providers encrypt assertions for it
        emergency (bool | Unset): The current keys are compromised: new keys sign at once, and tokens that the old keys
            signed become invalid
        reason (None | str | Unset): Kept in the audit log
    """

    use: SigningKeyUse | str | Unset = UNSET
    emergency: bool | Unset = UNSET
    reason: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        use: str | Unset
        if isinstance(self.use, Unset):
            use = UNSET
        else:
            use = self.use

        emergency = self.emergency

        reason: None | str | Unset
        if isinstance(self.reason, Unset):
            reason = UNSET
        else:
            reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if use is not UNSET:
            field_dict["use"] = use
        if emergency is not UNSET:
            field_dict["emergency"] = emergency
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_use(data: object) -> SigningKeyUse | str | Unset:
            return cast(SigningKeyUse | str | Unset, data)

        use = _parse_use(d.pop("use", UNSET))

        emergency = d.pop("emergency", UNSET)

        def _parse_reason(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        reason = _parse_reason(d.pop("reason", UNSET))

        signing_key_rotation = cls(
            use=use,
            emergency=emergency,
            reason=reason,
        )

        return signing_key_rotation
