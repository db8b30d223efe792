from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.preview_verdict import PreviewVerdict

T = TypeVar("T", bound="PreviewReading")


@_attrs_define
class PreviewReading:
    """What another implementation of SAML says to the response that Keyward would send after a sign-in with a password. It
    is advice: other products may know more or fewer algorithms, and no sign-on depends on it. An encrypted assertion is
    encrypted for a key that stands in for the key of the service provider

        Example:
            {'library': 'samlify 2.13.1', 'verdict': 'NOT_READ', 'reason': 'The user would get no assertion.'}

        Attributes:
            library (str): The implementation and its version
            verdict (PreviewVerdict | str): Whether the other implementation accepts the response. `ACCEPTED`: it verifies
                the signatures, decrypts the assertion and reads what Keyward writes. `REFUSED`: it does not, and `reason` says
                why. `NOT_READ`: it was not asked, and `reason` says why
            reason (None | str): Why it refuses the response or was not asked; null if it accepts it
    """

    library: str
    verdict: PreviewVerdict | str
    reason: None | str

    def to_dict(self) -> dict[str, Any]:
        library = self.library

        verdict: str
        verdict = self.verdict

        reason: None | str
        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "library": library,
                "verdict": verdict,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        library = d.pop("library")

        def _parse_verdict(data: object) -> PreviewVerdict | str:
            return cast(PreviewVerdict | str, data)

        verdict = _parse_verdict(d.pop("verdict"))

        def _parse_reason(data: object) -> None | str:
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        preview_reading = cls(
            library=library,
            verdict=verdict,
            reason=reason,
        )

        return preview_reading
