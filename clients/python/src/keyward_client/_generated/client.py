"""Every family of the contract as an attribute of the client."""

from keyward_client._transport import AsyncTransport, Transport

from .api.alerts import AlertsFamily, AsyncAlertsFamily
from .api.anomalies import AnomaliesFamily, AsyncAnomaliesFamily
from .api.audit_logs import AsyncAuditLogsFamily, AuditLogsFamily
from .api.auth_config import AsyncAuthConfigFamily, AuthConfigFamily
from .api.client_registration import AsyncClientRegistrationFamily, ClientRegistrationFamily
from .api.conditional_access import AsyncConditionalAccessFamily, ConditionalAccessFamily
from .api.configuration import AsyncConfigurationFamily, ConfigurationFamily
from .api.credentials import AsyncCredentialsFamily, CredentialsFamily
from .api.federation import AsyncFederationFamily, FederationFamily
from .api.groups import AsyncGroupsFamily, GroupsFamily
from .api.identities import AsyncIdentitiesFamily, IdentitiesFamily
from .api.me import AsyncMeFamily, MeFamily
from .api.oidc_agents import AsyncOidcAgentsFamily, OidcAgentsFamily
from .api.oidc_clients import AsyncOidcClientsFamily, OidcClientsFamily
from .api.oidc_resources import AsyncOidcResourcesFamily, OidcResourcesFamily
from .api.oidc_scopes import AsyncOidcScopesFamily, OidcScopesFamily
from .api.passkeys import AsyncPasskeysFamily, PasskeysFamily
from .api.policies import AsyncPoliciesFamily, PoliciesFamily
from .api.reports import AsyncReportsFamily, ReportsFamily
from .api.scim import AsyncScimFamily, ScimFamily
from .api.scim_groups import AsyncScimGroupsFamily, ScimGroupsFamily
from .api.scim_tokens import AsyncScimTokensFamily, ScimTokensFamily
from .api.scim_users import AsyncScimUsersFamily, ScimUsersFamily
from .api.service import AsyncServiceFamily, ServiceFamily
from .api.service_providers import AsyncServiceProvidersFamily, ServiceProvidersFamily
from .api.signing_keys import AsyncSigningKeysFamily, SigningKeysFamily
from .api.social_providers import AsyncSocialProvidersFamily, SocialProvidersFamily
from .api.users import AsyncUsersFamily, UsersFamily
from .api.webhooks import AsyncWebhooksFamily, WebhooksFamily


class Families:
    def __init__(self, transport: Transport) -> None:
        self.me = MeFamily(transport)
        self.identities = IdentitiesFamily(transport)
        self.credentials = CredentialsFamily(transport)
        self.reports = ReportsFamily(transport)
        self.policies = PoliciesFamily(transport)
        self.conditional_access = ConditionalAccessFamily(transport)
        self.scim_tokens = ScimTokensFamily(transport)
        self.users = UsersFamily(transport)
        self.passkeys = PasskeysFamily(transport)
        self.groups = GroupsFamily(transport)
        self.scim_users = ScimUsersFamily(transport)
        self.scim_groups = ScimGroupsFamily(transport)
        self.scim = ScimFamily(transport)
        self.auth_config = AuthConfigFamily(transport)
        self.oidc_clients = OidcClientsFamily(transport)
        self.oidc_agents = OidcAgentsFamily(transport)
        self.oidc_scopes = OidcScopesFamily(transport)
        self.client_registration = ClientRegistrationFamily(transport)
        self.oidc_resources = OidcResourcesFamily(transport)
        self.service_providers = ServiceProvidersFamily(transport)
        self.signing_keys = SigningKeysFamily(transport)
        self.social_providers = SocialProvidersFamily(transport)
        self.federation = FederationFamily(transport)
        self.webhooks = WebhooksFamily(transport)
        self.audit_logs = AuditLogsFamily(transport)
        self.anomalies = AnomaliesFamily(transport)
        self.alerts = AlertsFamily(transport)
        self.configuration = ConfigurationFamily(transport)
        self.service = ServiceFamily(transport)


class AsyncFamilies:
    def __init__(self, transport: AsyncTransport) -> None:
        self.me = AsyncMeFamily(transport)
        self.identities = AsyncIdentitiesFamily(transport)
        self.credentials = AsyncCredentialsFamily(transport)
        self.reports = AsyncReportsFamily(transport)
        self.policies = AsyncPoliciesFamily(transport)
        self.conditional_access = AsyncConditionalAccessFamily(transport)
        self.scim_tokens = AsyncScimTokensFamily(transport)
        self.users = AsyncUsersFamily(transport)
        self.passkeys = AsyncPasskeysFamily(transport)
        self.groups = AsyncGroupsFamily(transport)
        self.scim_users = AsyncScimUsersFamily(transport)
        self.scim_groups = AsyncScimGroupsFamily(transport)
        self.scim = AsyncScimFamily(transport)
        self.auth_config = AsyncAuthConfigFamily(transport)
        self.oidc_clients = AsyncOidcClientsFamily(transport)
        self.oidc_agents = AsyncOidcAgentsFamily(transport)
        self.oidc_scopes = AsyncOidcScopesFamily(transport)
        self.client_registration = AsyncClientRegistrationFamily(transport)
        self.oidc_resources = AsyncOidcResourcesFamily(transport)
        self.service_providers = AsyncServiceProvidersFamily(transport)
        self.signing_keys = AsyncSigningKeysFamily(transport)
        self.social_providers = AsyncSocialProvidersFamily(transport)
        self.federation = AsyncFederationFamily(transport)
        self.webhooks = AsyncWebhooksFamily(transport)
        self.audit_logs = AsyncAuditLogsFamily(transport)
        self.anomalies = AsyncAnomaliesFamily(transport)
        self.alerts = AsyncAlertsFamily(transport)
        self.configuration = AsyncConfigurationFamily(transport)
        self.service = AsyncServiceFamily(transport)
