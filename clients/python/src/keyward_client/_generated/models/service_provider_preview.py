from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.preview_attribute import PreviewAttribute
    from ..models.preview_authn_context import PreviewAuthnContext
    from ..models.preview_name_id import PreviewNameId
    from ..models.preview_reading import PreviewReading
    from ..models.preview_refusal import PreviewRefusal


T = TypeVar("T", bound="ServiceProviderPreview")


@_attrs_define
class ServiceProviderPreview:
    """What a user would get of a service provider

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'allowed': False, 'refusals': [{'code': 'NOT_IN_ALLOWED_GROUPS',
            'reason': 'The user is in none of the groups in allowedGroups. Add the user to a group, or change
            allowedGroups.', 'status': 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied'}], 'nameId': {'format':
            'emailAddress', 'value': 'ada@example.com', 'isExample': False}, 'attributes': [{'name': 'mail', 'nameFormat':
            'basic', 'values': ['ada@example.com']}], 'acsUrl': 'https://app.example.com/saml/acs', 'audiences':
            ['https://app.example.com/saml/metadata'], 'authnContexts': [{'login': 'PASSWORD', 'class':
            'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'}, {'login': 'MULTI_FACTOR', 'class':
            'https://refeds.org/profile/mfa'}, {'login': 'OTHER', 'class':
            'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified'}], 'assertionTtl': 300, 'sessionTtl': 28800,
            'signAssertions': True, 'signResponses': True, 'encryptAssertions': False, 'independentReading': {'library':
            'samlify 2.13.1', 'verdict': 'NOT_READ', 'reason': 'The user would get no assertion.'}}

    Attributes:
        user_id (str):
        allowed (bool): Whether the user would get an assertion
        refusals (list[PreviewRefusal]): Why not; empty if the user would get one. A sign-on ends at the first
        name_id (None | PreviewNameId): The identifier; null if the user has none
        attributes (list[PreviewAttribute]): Attributes without a value are left out. Empty for a user who may not sign
            in
        acs_url (str): An https URL of the service provider, or http with `localhost`, `127.0.0.1` or `[::1]`. Without
            fragment, user and password; compared character by character Example: https://app.example.com/saml/acs.
        audiences (list[str]):
        authn_contexts (list[PreviewAuthnContext]):
        assertion_ttl (int): How long the assertion may be presented; in seconds
        session_ttl (int): How long the session may last, unless the session at Keyward ends earlier; in seconds
        sign_assertions (bool):
        sign_responses (bool):
        encrypt_assertions (bool):
        independent_reading (PreviewReading): What another implementation of SAML says to the response that Keyward
            would send after a sign-in with a password. It is advice: other products may know more or fewer algorithms, and
            no sign-on depends on it. An encrypted assertion is encrypted for a key that stands in for the key of the
            service provider Example: {'library': 'samlify 2.13.1', 'verdict': 'NOT_READ', 'reason': 'The user would get no
            assertion.'}.
    """

    user_id: str
    allowed: bool
    refusals: list[PreviewRefusal]
    name_id: None | PreviewNameId
    attributes: list[PreviewAttribute]
    acs_url: str
    audiences: list[str]
    authn_contexts: list[PreviewAuthnContext]
    assertion_ttl: int
    session_ttl: int
    sign_assertions: bool
    sign_responses: bool
    encrypt_assertions: bool
    independent_reading: PreviewReading

    def to_dict(self) -> dict[str, Any]:
        from ..models.preview_name_id import PreviewNameId  # noqa: PLC0415

        user_id = self.user_id

        allowed = self.allowed

        refusals = []
        for refusals_item_data in self.refusals:
            refusals_item = refusals_item_data.to_dict()

            refusals.append(refusals_item)

        name_id: dict[str, Any] | None
        if isinstance(self.name_id, PreviewNameId):
            name_id = self.name_id.to_dict()

        else:
            name_id = self.name_id

        attributes = []
        for attributes_item_data in self.attributes:
            attributes_item = attributes_item_data.to_dict()

            attributes.append(attributes_item)

        acs_url = self.acs_url

        audiences = self.audiences

        authn_contexts = []
        for authn_contexts_item_data in self.authn_contexts:
            authn_contexts_item = authn_contexts_item_data.to_dict()

            authn_contexts.append(authn_contexts_item)

        assertion_ttl = self.assertion_ttl

        session_ttl = self.session_ttl

        sign_assertions = self.sign_assertions

        sign_responses = self.sign_responses

        encrypt_assertions = self.encrypt_assertions

        independent_reading = self.independent_reading.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "allowed": allowed,
                "refusals": refusals,
                "nameId": name_id,
                "attributes": attributes,
                "acsUrl": acs_url,
                "audiences": audiences,
                "authnContexts": authn_contexts,
                "assertionTtl": assertion_ttl,
                "sessionTtl": session_ttl,
                "signAssertions": sign_assertions,
                "signResponses": sign_responses,
                "encryptAssertions": encrypt_assertions,
                "independentReading": independent_reading,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.preview_attribute import PreviewAttribute  # noqa: PLC0415
        from ..models.preview_authn_context import PreviewAuthnContext  # noqa: PLC0415
        from ..models.preview_name_id import PreviewNameId  # noqa: PLC0415
        from ..models.preview_reading import PreviewReading  # noqa: PLC0415
        from ..models.preview_refusal import PreviewRefusal  # noqa: PLC0415

        d = dict(src_dict)
        user_id = d.pop("userId")

        allowed = d.pop("allowed")

        refusals = []
        _refusals = d.pop("refusals")
        for refusals_item_data in _refusals:
            refusals_item = PreviewRefusal.from_dict(refusals_item_data)

            refusals.append(refusals_item)

        def _parse_name_id(data: object) -> None | PreviewNameId:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                name_id_type_0 = PreviewNameId.from_dict(data)

                return name_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PreviewNameId, data)

        name_id = _parse_name_id(d.pop("nameId"))

        attributes = []
        _attributes = d.pop("attributes")
        for attributes_item_data in _attributes:
            attributes_item = PreviewAttribute.from_dict(attributes_item_data)

            attributes.append(attributes_item)

        acs_url = d.pop("acsUrl")

        audiences = cast(list[str], d.pop("audiences"))

        authn_contexts = []
        _authn_contexts = d.pop("authnContexts")
        for authn_contexts_item_data in _authn_contexts:
            authn_contexts_item = PreviewAuthnContext.from_dict(authn_contexts_item_data)

            authn_contexts.append(authn_contexts_item)

        assertion_ttl = d.pop("assertionTtl")

        session_ttl = d.pop("sessionTtl")

        sign_assertions = d.pop("signAssertions")

        sign_responses = d.pop("signResponses")

        encrypt_assertions = d.pop("encryptAssertions")

        independent_reading = PreviewReading.from_dict(d.pop("independentReading"))

        service_provider_preview = cls(
            user_id=user_id,
            allowed=allowed,
            refusals=refusals,
            name_id=name_id,
            attributes=attributes,
            acs_url=acs_url,
            audiences=audiences,
            authn_contexts=authn_contexts,
            assertion_ttl=assertion_ttl,
            session_ttl=session_ttl,
            sign_assertions=sign_assertions,
            sign_responses=sign_responses,
            encrypt_assertions=encrypt_assertions,
            independent_reading=independent_reading,
        )

        return service_provider_preview
