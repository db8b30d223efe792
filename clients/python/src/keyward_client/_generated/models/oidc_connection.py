from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_account_linking import (
    ConnectionAccountLinking,
)
from ..models.connection_health import ConnectionHealth
from ..models.connection_status import ConnectionStatus
from ..models.connection_type import ConnectionType
from ..models.token_endpoint_auth_method import (
    TokenEndpointAuthMethod,
)

if TYPE_CHECKING:
    from ..models.connection_attribute_mapping import ConnectionAttributeMapping
    from ..models.group_mapping import GroupMapping


T = TypeVar("T", bound="OidcConnection")


@_attrs_define
class OidcConnection:
    """A connection to an OpenID Connect provider

    Example:
        {'id': 'fed_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'OIDC', 'name': 'Acme', 'status': 'ACTIVE', 'health':
            'HEALTHY', 'issuer': 'https://login.example.com', 'discoveryUrl': None, 'clientId': '0oa1b2c3d4',
            'clientSecretSet': True, 'tokenEndpointAuthMethod': 'client_secret_basic', 'scopes': ['openid', 'profile',
            'email'], 'pkce': True, 'userInfo': True, 'callbackUrl':
            'https://id.example.com/api/v1/federation/oidc/fed_01kahz5v3be4nr7q2m8x9c0d1e/callback', 'backchannelLogoutUrl':
            'https://id.example.com/api/v1/federation/oidc/fed_01kahz5v3be4nr7q2m8x9c0d1e/backchannel-logout',
            'logoutUpstream': False, 'postLogoutRedirectUrl':
            'https://id.example.com/api/v1/federation/oidc/fed_01kahz5v3be4nr7q2m8x9c0d1e/logged-out', 'domains':
            ['acme.example'], 'enforced': False, 'jitProvisioning': True, 'accountLinking': 'VERIFIED_DOMAIN', 'trustEmail':
            False, 'trustMfa': False, 'acceptAssertions': False, 'attributeMapping': {'firstName': {'from': ['given_name']},
            'department': {'from': ['department'], 'lowerCase': True}}, 'groupsClaim': 'groups', 'groupMapping': [],
            'allowedGroups': None, 'maxSessionSeconds': None, 'product': 'okta', 'lastTestedAt': '2026-01-15T10:30:00.000Z',
            'lastLoginAt': None, 'lastError': None, 'metadataRefreshedAt': '2026-01-15T10:30:00.000Z', 'createdAt':
            '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        id (str): The ID of the connection Example: fed_01kahz5v3be4nr7q2m8x9c0d1e.
        type_ (ConnectionType | str): The protocol of the identity provider
        name (str): Shown to users
        status (ConnectionStatus | str): `DISABLED`: no user signs in by it, also not in a sign-in that has begun
        health (ConnectionHealth | str): `UNKNOWN` until the connection is used or tested. `FAILING` after a use, a test
            or the daily check that failed; `lastError` then says why
        issuer (str): The issuer identifier (OpenID Connect Discovery section 3), an https URL without query and
            fragment. It cannot change, because subjects of another issuer are other users. The issuers `common` and
            `organizations` of Entra ID are refused Example: https://login.example.com.
        discovery_url (None | str): The address of the discovery document, if it does not follow from the issuer; https
        client_id (str): The client ID that the identity provider gave Example: 0oa1b2c3d4.
        client_secret_set (bool): Whether there is a client secret
        token_endpoint_auth_method (str | TokenEndpointAuthMethod): How Keyward authenticates at the token endpoint
            (OpenID Connect Core section 9). `private_key_jwt` uses the signing key of the tenant, which its `jwks.json`
            publishes
        scopes (list[str]): The scopes that are requested; `openid` is one of them Example: ['openid', 'profile',
            'email'].
        pkce (bool): Whether PKCE with S256 is used (RFC 7636)
        user_info (bool): Whether claims that the ID token lacks are read from the UserInfo endpoint, if there is one
        callback_url (str): The redirect URI to register at the identity provider
        backchannel_logout_url (str): The back-channel logout URI to register at the identity provider
        logout_upstream (bool): Whether users who sign out of Keyward are signed out at the identity provider
        post_logout_redirect_url (str): The post-logout redirect URI to register at the identity provider, for
            `logoutUpstream`
        domains (list[str]): Domains whose users sign in by this connection. Each must be verified before it routes,
            links or provisions users. A domain has one connection, and includes no subdomains. Public mail domains are
            refused Example: ['acme.example'].
        enforced (bool): Whether users whose email address has a verified domain of this connection sign in by it only.
            A user with the role `OWNER` may always sign in with two factors of Keyward
        jit_provisioning (bool): Whether an unknown account, with a vouched-for address of a verified domain, becomes a
            new user
        account_linking (ConnectionAccountLinking | str): How an unknown account of the identity provider is linked with
            an existing user. `VERIFIED_DOMAIN`: by email address, if the identity provider vouches for the address and its
            domain is a verified domain of this connection; never with a user who holds management scopes. Signed-in users
            may also connect the account on the account page. `EXPLICIT`: on the account page only. `NONE`: never
        trust_email (bool): Whether an address without `email_verified` counts as vouched for. Only for a provider whose
            users cannot choose their address. `email_verified: false` never counts
        trust_mfa (bool): Whether `amr` or `acr` of the identity provider counts as a second factor
        accept_assertions (bool): Whether clients get access tokens for identity assertions of this identity provider
            (`urn:ietf:params:oauth:grant-type:jwt-bearer`), without the user. One connection of an issuer at most
        attribute_mapping (ConnectionAttributeMapping): Which fields of the user are set from which claims, at each
            sign-in. A field is `firstName`, `lastName`, `displayName`, `nickname`, `title`, `department`, `division`,
            `organization`, `costCenter`, `employeeNumber`, `phoneNumber`, `locale`, `timezone`, `picture`, or an attribute
            such as `attributes.floor`. A claim without a value changes nothing. Without an entry, the standard claims set
            `firstName`, `lastName` and `displayName` of new users Example: {'firstName': {'from': ['given_name']},
            'department': {'from': ['department'], 'lowerCase': True}}.
        groups_claim (str): The name of a claim or SAML attribute. If there is none with this name, dots lead into
            objects, as in `address.locality` Example: given_name.
        group_mapping (list[GroupMapping]): At each sign-in, the user becomes a member of the groups that the claim
            `groupsClaim` names, with the source `FEDERATION`, and leaves other groups of this list that have this source.
            Members with other sources stay Example: [{'value': 'engineering', 'groupId':
            'grp_01kahz5v3be4nr7q2m8x9c0d1e'}].
        allowed_groups (list[str] | None): Only members of one of these groups may sign in; null lets everybody in
            Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
        max_session_seconds (int | None): How long a session by this connection may last, with all tokens that came of
            it; null for as long as others
        product (None | str): The product of the identity provider, such as `okta`, `entra`, `google` or `adfs`. The
            dashboard shows the steps of this product. It decides nothing else Example: okta.
        last_tested_at (datetime.datetime | None): When it was last tested
        last_login_at (datetime.datetime | None): When a user last signed in by it
        last_error (None | str): What failed last, or a warning of a connection that works; null without both
        metadata_refreshed_at (datetime.datetime | None): When the discovery document was last read by a test or the
            daily check
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or person that created it
    """

    id: str
    type_: ConnectionType | str
    name: str
    status: ConnectionStatus | str
    health: ConnectionHealth | str
    issuer: str
    discovery_url: None | str
    client_id: str
    client_secret_set: bool
    token_endpoint_auth_method: str | TokenEndpointAuthMethod
    scopes: list[str]
    pkce: bool
    user_info: bool
    callback_url: str
    backchannel_logout_url: str
    logout_upstream: bool
    post_logout_redirect_url: str
    domains: list[str]
    enforced: bool
    jit_provisioning: bool
    account_linking: ConnectionAccountLinking | str
    trust_email: bool
    trust_mfa: bool
    accept_assertions: bool
    attribute_mapping: ConnectionAttributeMapping
    groups_claim: str
    group_mapping: list[GroupMapping]
    allowed_groups: list[str] | None
    max_session_seconds: int | None
    product: None | str
    last_tested_at: datetime.datetime | None
    last_login_at: datetime.datetime | None
    last_error: None | str
    metadata_refreshed_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_: str
        type_ = self.type_

        name = self.name

        status: str
        status = self.status

        health: str
        health = self.health

        issuer = self.issuer

        discovery_url: None | str
        discovery_url = self.discovery_url

        client_id = self.client_id

        client_secret_set = self.client_secret_set

        token_endpoint_auth_method: str
        token_endpoint_auth_method = self.token_endpoint_auth_method

        scopes = self.scopes

        pkce = self.pkce

        user_info = self.user_info

        callback_url = self.callback_url

        backchannel_logout_url = self.backchannel_logout_url

        logout_upstream = self.logout_upstream

        post_logout_redirect_url = self.post_logout_redirect_url

        domains = self.domains

        enforced = self.enforced

        jit_provisioning = self.jit_provisioning

        account_linking: str
        account_linking = self.account_linking

        trust_email = self.trust_email

        trust_mfa = self.trust_mfa

        accept_assertions = self.accept_assertions

        attribute_mapping = self.attribute_mapping

        groups_claim = self.groups_claim

        group_mapping = []
        for componentsschemas_group_mappings_item_data in self.group_mapping:
            componentsschemas_group_mappings_item = (
                componentsschemas_group_mappings_item_data.to_dict()
            )

            group_mapping.append(componentsschemas_group_mappings_item)

        allowed_groups: list[str] | None
        if isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        max_session_seconds: int | None
        max_session_seconds = self.max_session_seconds

        product: None | str
        product = self.product

        last_tested_at: None | str
        if isinstance(self.last_tested_at, datetime.datetime):
            last_tested_at = self.last_tested_at.isoformat()
        else:
            last_tested_at = self.last_tested_at

        last_login_at: None | str
        if isinstance(self.last_login_at, datetime.datetime):
            last_login_at = self.last_login_at.isoformat()
        else:
            last_login_at = self.last_login_at

        last_error: None | str
        last_error = self.last_error

        metadata_refreshed_at: None | str
        if isinstance(self.metadata_refreshed_at, datetime.datetime):
            metadata_refreshed_at = self.metadata_refreshed_at.isoformat()
        else:
            metadata_refreshed_at = self.metadata_refreshed_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "name": name,
                "status": status,
                "health": health,
                "issuer": issuer,
                "discoveryUrl": discovery_url,
                "clientId": client_id,
                "clientSecretSet": client_secret_set,
                "tokenEndpointAuthMethod": token_endpoint_auth_method,
                "scopes": scopes,
                "pkce": pkce,
                "userInfo": user_info,
                "callbackUrl": callback_url,
                "backchannelLogoutUrl": backchannel_logout_url,
                "logoutUpstream": logout_upstream,
                "postLogoutRedirectUrl": post_logout_redirect_url,
                "domains": domains,
                "enforced": enforced,
                "jitProvisioning": jit_provisioning,
                "accountLinking": account_linking,
                "trustEmail": trust_email,
                "trustMfa": trust_mfa,
                "acceptAssertions": accept_assertions,
                "attributeMapping": attribute_mapping,
                "groupsClaim": groups_claim,
                "groupMapping": group_mapping,
                "allowedGroups": allowed_groups,
                "maxSessionSeconds": max_session_seconds,
                "product": product,
                "lastTestedAt": last_tested_at,
                "lastLoginAt": last_login_at,
                "lastError": last_error,
                "metadataRefreshedAt": metadata_refreshed_at,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.group_mapping import GroupMapping  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_type_(data: object) -> ConnectionType | str:
            return cast(ConnectionType | str, data)

        type_ = _parse_type_(d.pop("type"))

        name = d.pop("name")

        def _parse_status(data: object) -> ConnectionStatus | str:
            return cast(ConnectionStatus | str, data)

        status = _parse_status(d.pop("status"))

        def _parse_health(data: object) -> ConnectionHealth | str:
            return cast(ConnectionHealth | str, data)

        health = _parse_health(d.pop("health"))

        issuer = d.pop("issuer")

        def _parse_discovery_url(data: object) -> None | str:
            return cast(None | str, data)

        discovery_url = _parse_discovery_url(d.pop("discoveryUrl"))

        client_id = d.pop("clientId")

        client_secret_set = d.pop("clientSecretSet")

        def _parse_token_endpoint_auth_method(data: object) -> str | TokenEndpointAuthMethod:
            return cast(str | TokenEndpointAuthMethod, data)

        token_endpoint_auth_method = _parse_token_endpoint_auth_method(
            d.pop("tokenEndpointAuthMethod")
        )

        scopes = cast(list[str], d.pop("scopes"))

        pkce = d.pop("pkce")

        user_info = d.pop("userInfo")

        callback_url = d.pop("callbackUrl")

        backchannel_logout_url = d.pop("backchannelLogoutUrl")

        logout_upstream = d.pop("logoutUpstream")

        post_logout_redirect_url = d.pop("postLogoutRedirectUrl")

        domains = cast(list[str], d.pop("domains"))

        enforced = d.pop("enforced")

        jit_provisioning = d.pop("jitProvisioning")

        def _parse_account_linking(data: object) -> ConnectionAccountLinking | str:
            return cast(ConnectionAccountLinking | str, data)

        account_linking = _parse_account_linking(d.pop("accountLinking"))

        trust_email = d.pop("trustEmail")

        trust_mfa = d.pop("trustMfa")

        accept_assertions = d.pop("acceptAssertions")

        attribute_mapping = d.pop("attributeMapping")

        groups_claim = d.pop("groupsClaim")

        group_mapping = []
        _group_mapping = d.pop("groupMapping")
        for componentsschemas_group_mappings_item_data in _group_mapping:
            componentsschemas_group_mappings_item = GroupMapping.from_dict(
                componentsschemas_group_mappings_item_data
            )

            group_mapping.append(componentsschemas_group_mappings_item)

        def _parse_allowed_groups(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_oidc_allowed_groups_type_0 = cast(list[str], data)

                return componentsschemas_oidc_allowed_groups_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_groups = _parse_allowed_groups(d.pop("allowedGroups"))

        def _parse_max_session_seconds(data: object) -> int | None:
            return cast(int | None, data)

        max_session_seconds = _parse_max_session_seconds(d.pop("maxSessionSeconds"))

        def _parse_product(data: object) -> None | str:
            return cast(None | str, data)

        product = _parse_product(d.pop("product"))

        def _parse_last_tested_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_tested_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_tested_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_tested_at = _parse_last_tested_at(d.pop("lastTestedAt"))

        def _parse_last_login_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_login_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_login_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_login_at = _parse_last_login_at(d.pop("lastLoginAt"))

        def _parse_last_error(data: object) -> None | str:
            return cast(None | str, data)

        last_error = _parse_last_error(d.pop("lastError"))

        def _parse_metadata_refreshed_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                metadata_refreshed_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return metadata_refreshed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        metadata_refreshed_at = _parse_metadata_refreshed_at(d.pop("metadataRefreshedAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        oidc_connection = cls(
            id=id,
            type_=type_,
            name=name,
            status=status,
            health=health,
            issuer=issuer,
            discovery_url=discovery_url,
            client_id=client_id,
            client_secret_set=client_secret_set,
            token_endpoint_auth_method=token_endpoint_auth_method,
            scopes=scopes,
            pkce=pkce,
            user_info=user_info,
            callback_url=callback_url,
            backchannel_logout_url=backchannel_logout_url,
            logout_upstream=logout_upstream,
            post_logout_redirect_url=post_logout_redirect_url,
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
            last_tested_at=last_tested_at,
            last_login_at=last_login_at,
            last_error=last_error,
            metadata_refreshed_at=metadata_refreshed_at,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return oidc_connection
