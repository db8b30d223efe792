import type { Families } from '../../generated/operations.ts';
import { routes as credentialChanges } from '../credentials/routes/changes.ts';
import { routes as credentials } from '../credentials/routes/credentials.ts';
import { routes as leakedSecrets } from '../credentials/routes/leaked-secrets.ts';
import type { Handlers } from '../operation.ts';
import type { Parts } from '../parts.ts';
import { routes as service } from '../platform/routes/service.ts';
import { routes as credentialUsage } from '../usage/routes/credentials.ts';
import { atStart, type Door, later, type Opened, opened } from './doors.ts';

/**
 * Every family of the contract, once: a missing or surplus one does not compile, nor does one that lacks an operation. If several
 * rooms answer a family, it has a door in each. Most doors are loaded by the first request that needs them, before a transaction
 * begins, or by `WARM_UP` before the node is ready. They are 350 modules. Keys and probes wait for nothing.
 */
const doors: { readonly [Family in keyof Families]: Door<Handlers<Family>> } = {
  account: later(
    () => import('../sign-in/routes/account.ts'),
    () => import('../federation/routes/federated-account.ts'),
    () => import('../federation/routes/social-account.ts'),
    () => import('../oidc/routes/account.ts'),
    () => import('../saml/routes/account.ts'),
  ),
  'audit-logs': later(() => import('../audit/routes/audit-logs.ts')),
  'auth-config': later(
    () => import('../users/routes/auth-config.ts'),
    () => import('../users/routes/mail-templates.ts'),
  ),
  alerts: later(() => import('../risk/routes/alerts.ts')),
  anomalies: later(() => import('../risk/routes/anomalies.ts')),
  'conditional-access': later(
    () => import('../conditional-access/resources/routes/policies.ts'),
    () => import('../conditional-access/resources/routes/devices.ts'),
    () => import('../conditional-access/resources/routes/decisions.ts'),
  ),
  configuration: later(() => import('../configuration/routes/configuration.ts')),
  credentials: atStart(credentials, credentialChanges, credentialUsage, leakedSecrets),
  dashboard: later(() => import('../sign-in/routes/dashboard.ts')),
  federation: later(
    () => import('../federation/routes/connections.ts'),
    () => import('../federation/routes/saml-connections.ts'),
    () => import('../federation/routes/connection-tests.ts'),
    () => import('../federation/routes/control.ts'),
    () => import('../federation/routes/setup-links.ts'),
    () => import('../saml/routes/connection-metadata.ts'),
  ),
  groups: later(
    () => import('../users/routes/groups.ts'),
    () => import('../conditional-access/resources/routes/groups.ts'),
  ),
  'hosted-passkeys': later(() => import('../sign-in/routes/passkeys.ts')),
  identities: later(
    () => import('../credentials/routes/identities.ts'),
    () => import('../usage/routes/identities.ts'),
    () => import('../risk/routes/identities.ts'),
  ),
  organizations: later(() => import('../organizations/routes/organizations.ts')),
  passkeys: later(() => import('../users/routes/passkeys.ts')),
  'mailed-links': later(() => import('../sign-in/routes/mailed-links.ts')),
  registration: later(() => import('../sign-in/routes/registration.ts')),
  me: later(() => import('../users/routes/me.ts')),
  reports: later(
    () => import('../usage/routes/reports.ts'),
    () => import('../users/routes/overview.ts'),
  ),
  policies: later(() => import('../policies/resources/routes/policies.ts')),
  'oidc-clients': later(
    () => import('../oidc/routes/clients.ts'),
    () => import('../oidc/routes/client-metadata.ts'),
  ),
  'oidc-agents': later(() => import('../oidc/routes/agents.ts')),
  'oidc-scopes': later(() => import('../oidc/routes/scopes.ts')),
  'client-registration': later(() => import('../oidc/routes/client-registration.ts')),
  'oidc-registration': later(() => import('../oidc/routes/registration.ts')),
  'oidc-resources': later(() => import('../oidc/routes/resources.ts')),
  'oidc-protocol': later(() => import('../oidc/routes/protocol.ts')),
  'oidc-interaction': later(() => import('../oidc/routes/interaction.ts')),
  'service-providers': later(() => import('../saml/routes/service-providers.ts')),
  'saml-protocol': later(
    () => import('../saml/routes/protocol.ts'),
    () => import('../saml/routes/logout.ts'),
  ),
  'signing-keys': later(() => import('../saml/routes/signing-keys.ts')),
  scim: later(() => import('../scim/routes/scim.ts')),
  'scim-groups': later(() => import('../scim/routes/groups.ts')),
  'scim-tokens': later(() => import('../scim/routes/tokens.ts')),
  'scim-users': later(() => import('../scim/routes/users.ts')),
  'second-factors': later(() => import('../sign-in/routes/second-factors.ts')),
  service: atStart(service),
  setup: later(() => import('../federation/routes/setup.ts')),
  'sign-in': later(
    () => import('../sign-in/routes/sign-in.ts'),
    () => import('../federation/routes/federated-sign-in.ts'),
    () => import('../federation/routes/saml-sign-in.ts'),
    () => import('../federation/routes/saml-logout.ts'),
    () => import('../federation/routes/social-sign-in.ts'),
    () => import('../federation/routes/test-sign-ins.ts'),
    () => import('../federation/routes/upstream-logout.ts'),
  ),
  'social-providers': later(() => import('../federation/routes/social-providers.ts')),
  users: later(
    () => import('../users/routes/users.ts'),
    () => import('../federation/routes/users.ts'),
  ),
  webhooks: later(
    () => import('../webhooks/routes/webhooks.ts'),
    () => import('../webhooks/routes/listeners.ts'),
  ),
};

/** Returns the families of a process. */
export const familiesOf = (parts: Parts): Opened<keyof Families> => opened(doors, parts);
