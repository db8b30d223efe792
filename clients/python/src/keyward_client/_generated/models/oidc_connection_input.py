from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_account_linking import (
    ConnectionAccountLinking,
)
from ..models.token_endpoint_auth_method import (
    TokenEndpointAuthMethod,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.connection_attribute_mapping import ConnectionAttributeMapping
    from ..models.group_mapping import GroupMapping


T = TypeVar("T", bound="OidcConnectionInput")


@_attrs_define
class OidcConnectionInput:
    """A connection to create. It is `ACTIVE`. `clientSecret` is required with `client_secret_basic` and
    `client_secret_post`, and refused otherwise

        Example:
            {'name': 'Acme', 'issuer': 'https://login.example.com', 'clientId': '0oa1b2c3d4', 'clientSecret': 'a secret of
                the identity provider', 'domains': ['acme.example']}

        Attributes:
            name (str): Shown to users
            issuer (str): The issuer identifier (OpenID Connect Discovery section 3), an https URL without query and
                fragment. It cannot change, because subjects of another issuer are other users. The issuers `common` and
                `organizations` of Entra ID are refused Example: https://login.example.com.
            client_id (str): The client ID that the identity provider gave Example: 0oa1b2c3d4.
            discovery_url (None | str | Unset): The address of the discovery document, if it does not follow from the
                issuer; https
            client_secret (str | Unset): The client secret that the identity provider gave; stored encrypted and never shown
                Example: a secret of the identity provider.
            token_endpoint_auth_method (str | TokenEndpointAuthMethod | Unset): How Keyward authenticates at the token
                endpoint (OpenID Connect Core section 9). `private_key_jwt` uses the signing key of the tenant, which its
                `jwks.json` publishes
            scopes (list[str] | Unset): The scopes that are requested; `openid` is one of them Example: ['openid',
                'profile', 'email'].
            pkce (bool | Unset): Whether PKCE with S256 is used (RFC 7636)
            user_info (bool | Unset): Whether claims that the ID token lacks are read from the UserInfo endpoint, if there
                is one
            logout_upstream (bool | Unset): Whether users who sign out of Keyward are signed out at the identity provider
            domains (list[str] | Unset): Domains whose users sign in by this connection. Each must be verified before it
                routes, links or provisions users. A domain has one connection, and includes no subdomains. Public mail domains
                are refused Example: ['acme.example'].
            enforced (bool | Unset): Whether users whose email address has a verified domain of this connection sign in by
                it only. A user with the role `OWNER` may always sign in with two factors of Keyward
            jit_provisioning (bool | Unset): Whether an unknown account, with a vouched-for address of a verified domain,
                becomes a new user
            account_linking (ConnectionAccountLinking | str | Unset): How an unknown account of the identity provider is
                linked with an existing user. `VERIFIED_DOMAIN`: by email address, if the identity provider vouches for the
                address and its domain is a verified domain of this connection; never with a user who holds management scopes.
                Signed-in users may also connect the account on the account page. `EXPLICIT`: on the account page only. `NONE`:
                never
            trust_email (bool | Unset): Whether an address without `email_verified` counts as vouched for. Only for a
                provider whose users cannot choose their address. `email_verified: false` never counts
            trust_mfa (bool | Unset): Whether `amr` or `acr` of the identity provider counts as a second factor
            accept_assertions (bool | Unset): Whether clients get access tokens for identity assertions of this identity
                provider (`urn:ietf:params:oauth:grant-type:jwt-bearer`), without the user. One connection of an issuer at most
            attribute_mapping (ConnectionAttributeMapping | Unset): Which fields of the user are set from which claims, at
                each sign-in. A field is `firstName`, `lastName`, `displayName`, `nickname`, `title`, `department`, `division`,
                `organization`, `costCenter`, `employeeNumber`, `phoneNumber`, `locale`, `timezone`, `picture`, or an attribute
                such as `attributes.floor`. A claim without a value changes nothing. Without an entry, the standard claims set
                `firstName`, `lastName` and `displayName` of new users Example: {'firstName': {'from': ['given_name']},
                'department': {'from': ['department'], 'lowerCase': True}}.
            groups_claim (str | Unset): The name of a claim or SAML attribute. If there is none with this name, dots lead
                into objects, as in `address.locality` Example: given_name.
            group_mapping (list[GroupMapping] | Unset): At each sign-in, the user becomes a member of the groups that the
                claim `groupsClaim` names, with the source `FEDERATION`, and leaves other groups of this list that have this
                source. Members with other sources stay Example: [{'value': 'engineering', 'groupId':
                'grp_01kahz5v3be4nr7q2m8x9c0d1e'}].
            allowed_groups (list[str] | None | Unset): Only members of one of these groups may sign in; null lets everybody
                in Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
            max_session_seconds (int | None | Unset): How long a session by this connection may last, with all tokens that
                came of it; null for as long as others
            product (None | str | Unset): The product of the identity provider, such as `okta`, `entra`, `google` or `adfs`.
                The dashboard shows the steps of this product. It decides nothing else Example: okta.
    """

    name: str
    issuer: str
    client_id: str
    discovery_url: None | str | Unset = UNSET
    client_secret: str | Unset = UNSET
    token_endpoint_auth_method: str | TokenEndpointAuthMethod | Unset = UNSET
    scopes: list[str] | Unset = UNSET
    pkce: bool | Unset = UNSET
    user_info: bool | Unset = UNSET
    logout_upstream: bool | Unset = UNSET
    domains: list[str] | Unset = UNSET
    enforced: bool | Unset = UNSET
    jit_provisioning: bool | Unset = UNSET
    account_linking: ConnectionAccountLinking | str | Unset = UNSET
    trust_email: bool | Unset = UNSET
    trust_mfa: bool | Unset = UNSET
    accept_assertions: bool | Unset = UNSET
    attribute_mapping: ConnectionAttributeMapping | Unset = UNSET
    groups_claim: str | Unset = UNSET
    group_mapping: list[GroupMapping] | Unset = UNSET
    allowed_groups: list[str] | None | Unset = UNSET
    max_session_seconds: int | None | Unset = UNSET
    product: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        issuer = self.issuer

        client_id = self.client_id

        discovery_url: None | str | Unset
        if isinstance(self.discovery_url, Unset):
            discovery_url = UNSET
        else:
            discovery_url = self.discovery_url

        client_secret = self.client_secret

        token_endpoint_auth_method: str | Unset
        if isinstance(self.token_endpoint_auth_method, Unset):
            token_endpoint_auth_method = UNSET
        else:
            token_endpoint_auth_method = self.token_endpoint_auth_method

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

        pkce = self.pkce

        user_info = self.user_info

        logout_upstream = self.logout_upstream

        domains: list[str] | Unset = UNSET
        if not isinstance(self.domains, Unset):
            domains = self.domains

        enforced = self.enforced

        jit_provisioning = self.jit_provisioning

        account_linking: str | Unset
        if isinstance(self.account_linking, Unset):
            account_linking = UNSET
        else:
            account_linking = self.account_linking

        trust_email = self.trust_email

        trust_mfa = self.trust_mfa

        accept_assertions = self.accept_assertions

        attribute_mapping = self.attribute_mapping

        groups_claim = self.groups_claim

        group_mapping: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.group_mapping, Unset):
            group_mapping = []
            for componentsschemas_group_mappings_item_data in self.group_mapping:
                componentsschemas_group_mappings_item = (
                    componentsschemas_group_mappings_item_data.to_dict()
                )

                group_mapping.append(componentsschemas_group_mappings_item)

        allowed_groups: list[str] | None | Unset
        if isinstance(self.allowed_groups, Unset):
            allowed_groups = UNSET
        elif isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        max_session_seconds: int | None | Unset
        if isinstance(self.max_session_seconds, Unset):
            max_session_seconds = UNSET
        else:
            max_session_seconds = self.max_session_seconds

        product: None | str | Unset
        if isinstance(self.product, Unset):
            product = UNSET
        else:
            product = self.product

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "issuer": issuer,
                "clientId": client_id,
            }
        )
        if discovery_url is not UNSET:
            field_dict["discoveryUrl"] = discovery_url
        if client_secret is not UNSET:
            field_dict["clientSecret"] = client_secret
        if token_endpoint_auth_method is not UNSET:
            field_dict["tokenEndpointAuthMethod"] = token_endpoint_auth_method
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if pkce is not UNSET:
            field_dict["pkce"] = pkce
        if user_info is not UNSET:
            field_dict["userInfo"] = user_info
        if logout_upstream is not UNSET:
            field_dict["logoutUpstream"] = logout_upstream
        if domains is not UNSET:
            field_dict["domains"] = domains
        if enforced is not UNSET:
            field_dict["enforced"] = enforced
        if jit_provisioning is not UNSET:
            field_dict["jitProvisioning"] = jit_provisioning
        if account_linking is not UNSET:
            field_dict["accountLinking"] = account_linking
        if trust_email is not UNSET:
            field_dict["trustEmail"] = trust_email
        if trust_mfa is not UNSET:
            field_dict["trustMfa"] = trust_mfa
        if accept_assertions is not UNSET:
            field_dict["acceptAssertions"] = accept_assertions
        if attribute_mapping is not UNSET:
            field_dict["attributeMapping"] = attribute_mapping
        if groups_claim is not UNSET:
            field_dict["groupsClaim"] = groups_claim
        if group_mapping is not UNSET:
            field_dict["groupMapping"] = group_mapping
        if allowed_groups is not UNSET:
            field_dict["allowedGroups"] = allowed_groups
        if max_session_seconds is not UNSET:
            field_dict["maxSessionSeconds"] = max_session_seconds
        if product is not UNSET:
            field_dict["product"] = product

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.group_mapping import GroupMapping  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        issuer = d.pop("issuer")

        client_id = d.pop("clientId")

        def _parse_discovery_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        discovery_url = _parse_discovery_url(d.pop("discoveryUrl", UNSET))

        client_secret = d.pop("clientSecret", UNSET)

        def _parse_token_endpoint_auth_method(
            data: object,
        ) -> str | TokenEndpointAuthMethod | Unset:
            return cast(str | TokenEndpointAuthMethod | Unset, data)

        token_endpoint_auth_method = _parse_token_endpoint_auth_method(
            d.pop("tokenEndpointAuthMethod", UNSET)
        )

        scopes = cast(list[str], d.pop("scopes", UNSET))

        pkce = d.pop("pkce", UNSET)

        user_info = d.pop("userInfo", UNSET)

        logout_upstream = d.pop("logoutUpstream", UNSET)

        domains = cast(list[str], d.pop("domains", UNSET))

        enforced = d.pop("enforced", UNSET)

        jit_provisioning = d.pop("jitProvisioning", UNSET)

        def _parse_account_linking(data: object) -> ConnectionAccountLinking | str | Unset:
            return cast(ConnectionAccountLinking | str | Unset, data)

        account_linking = _parse_account_linking(d.pop("accountLinking", UNSET))

        trust_email = d.pop("trustEmail", UNSET)

        trust_mfa = d.pop("trustMfa", UNSET)

        accept_assertions = d.pop("acceptAssertions", UNSET)

        attribute_mapping = d.pop("attributeMapping", UNSET)

        groups_claim = d.pop("groupsClaim", UNSET)

        _group_mapping = d.pop("groupMapping", UNSET)
        group_mapping: list[GroupMapping] | Unset = UNSET
        if _group_mapping is not UNSET:
            group_mapping = []
            for componentsschemas_group_mappings_item_data in _group_mapping:
                componentsschemas_group_mappings_item = GroupMapping.from_dict(
                    componentsschemas_group_mappings_item_data
                )

                group_mapping.append(componentsschemas_group_mappings_item)

        def _parse_allowed_groups(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_oidc_allowed_groups_type_0 = cast(list[str], data)

                return componentsschemas_oidc_allowed_groups_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        allowed_groups = _parse_allowed_groups(d.pop("allowedGroups", UNSET))

        def _parse_max_session_seconds(data: object) -> int | None | Unset:
            return cast(int | None | Unset, data)

        max_session_seconds = _parse_max_session_seconds(d.pop("maxSessionSeconds", UNSET))

        def _parse_product(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        product = _parse_product(d.pop("product", UNSET))

        oidc_connection_input = cls(
            name=name,
            issuer=issuer,
            client_id=client_id,
            discovery_url=discovery_url,
            client_secret=client_secret,
            token_endpoint_auth_method=token_endpoint_auth_method,
            scopes=scopes,
            pkce=pkce,
            user_info=user_info,
            logout_upstream=logout_upstream,
            domains=domains,
            enforced=enforced,
            jit_provisioning=jit_provisioning,
            account_linking=account_linking,
            trust_email=trust_email,
            trust_mfa=trust_mfa,
            accept_assertions=accept_assertions,
            attribute_mapping=attribute_mapping,
            groups_claim=groups_claim,
            group_mapping=group_mapping,
            allowed_groups=allowed_groups,
            max_session_seconds=max_session_seconds,
            product=product,
        )

        return oidc_connection_input
