import type { Families } from '../../generated/operations.ts';
import type { AtOnce, Handlers } from '../operation.ts';
import { auditLogs } from './audit-logs.ts';
import { authConfig } from './auth-config.ts';
import { account } from './account.ts';
import { alerts } from './alerts.ts';
import { anomalies } from './anomalies.ts';
import { conditionalAccess } from './conditional-access.ts';
import { credentials, credentialsAtOnce } from './credentials.ts';
import { dashboard } from './dashboard.ts';
import { federation } from './federation.ts';
import { groups } from './groups.ts';
import { hostedPasskeys } from './hosted-passkeys.ts';
import { identities } from './identities.ts';
import { passkeys } from './passkeys.ts';
import { registration } from './registration.ts';
import { me } from './me.ts';
import { reports } from './reports.ts';
import { mailedLinks } from './mailed-links.ts';
import { policies } from './policies.ts';
import { oidcClients } from './oidc-clients.ts';
import { oidcInteraction } from './oidc-interaction.ts';
import { oidcProtocol } from './oidc-protocol.ts';
import { oidcScopes } from './oidc-scopes.ts';
import { scim } from './scim.ts';
import { scimGroups } from './scim-groups.ts';
import { scimTokens } from './scim-tokens.ts';
import { scimUsers } from './scim-users.ts';
import { secondFactors } from './second-factors.ts';
import { service } from './service.ts';
import { samlProtocol } from './saml-protocol.ts';
import { serviceProviders } from './service-providers.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';
import { signingKeys } from './signing-keys.ts';
import { socialProviders } from './social-providers.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** Every family of the contract, once: a missing or surplus one does not compile. */
export const handlers: { [Family in keyof Families]: Handlers<Family> } = {
  account,
  'audit-logs': auditLogs,
  'auth-config': authConfig,
  alerts,
  anomalies,
  'conditional-access': conditionalAccess,
  credentials,
  dashboard,
  federation,
  groups,
  'hosted-passkeys': hostedPasskeys,
  identities,
  passkeys,
  'mailed-links': mailedLinks,
  registration,
  me,
  reports,
  policies,
  'oidc-clients': oidcClients,
  'oidc-scopes': oidcScopes,
  'oidc-protocol': oidcProtocol,
  'oidc-interaction': oidcInteraction,
  'service-providers': serviceProviders,
  'saml-protocol': samlProtocol,
  'signing-keys': signingKeys,
  scim,
  'scim-groups': scimGroups,
  'scim-tokens': scimTokens,
  'scim-users': scimUsers,
  'second-factors': secondFactors,
  service,
  setup,
  'sign-in': signIn,
  'social-providers': socialProviders,
  users,
  webhooks,
};

/** The operations that the statement which lets their caller in can answer. */
export const atOnce: { [Family in keyof Families]?: AtOnce<Family> } = { credentials: credentialsAtOnce };
