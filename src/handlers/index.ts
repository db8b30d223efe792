import type { Families } from '../../generated/operations.ts';
import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import type { AtOnce, Handlers } from '../operation.ts';
import { credentials, credentialsAtOnce } from './credentials.ts';
import { service } from './service.ts';

/**
 * Every family of the contract, once: a missing or surplus one does not compile. Most are loaded by the first request that needs them,
 * before a transaction begins, or by `WARM_UP` before the node is ready. They are 350 modules. Keys and probes wait for nothing.
 */
export const handlers: { [Family in keyof Families]: Handlers<Family> | (() => Promise<Handlers<Family>>) } =
  {
    account: codeAtFirstUse(async () => (await import('./account.ts')).account),
    'audit-logs': codeAtFirstUse(async () => (await import('./audit-logs.ts')).auditLogs),
    'auth-config': codeAtFirstUse(async () => (await import('./auth-config.ts')).authConfig),
    alerts: codeAtFirstUse(async () => (await import('./alerts.ts')).alerts),
    anomalies: codeAtFirstUse(async () => (await import('./anomalies.ts')).anomalies),
    'conditional-access': codeAtFirstUse(
      async () => (await import('./conditional-access.ts')).conditionalAccess,
    ),
    credentials,
    dashboard: codeAtFirstUse(async () => (await import('./dashboard.ts')).dashboard),
    federation: codeAtFirstUse(async () => (await import('./federation.ts')).federation),
    groups: codeAtFirstUse(async () => (await import('./groups.ts')).groups),
    'hosted-passkeys': codeAtFirstUse(async () => (await import('./hosted-passkeys.ts')).hostedPasskeys),
    identities: codeAtFirstUse(async () => (await import('./identities.ts')).identities),
    passkeys: codeAtFirstUse(async () => (await import('./passkeys.ts')).passkeys),
    'mailed-links': codeAtFirstUse(async () => (await import('./mailed-links.ts')).mailedLinks),
    registration: codeAtFirstUse(async () => (await import('./registration.ts')).registration),
    me: codeAtFirstUse(async () => (await import('./me.ts')).me),
    reports: codeAtFirstUse(async () => (await import('./reports.ts')).reports),
    policies: codeAtFirstUse(async () => (await import('./policies.ts')).policies),
    'oidc-clients': codeAtFirstUse(async () => (await import('./oidc-clients.ts')).oidcClients),
    'oidc-scopes': codeAtFirstUse(async () => (await import('./oidc-scopes.ts')).oidcScopes),
    'oidc-protocol': codeAtFirstUse(async () => (await import('./oidc-protocol.ts')).oidcProtocol),
    'oidc-interaction': codeAtFirstUse(async () => (await import('./oidc-interaction.ts')).oidcInteraction),
    'service-providers': codeAtFirstUse(
      async () => (await import('./service-providers.ts')).serviceProviders,
    ),
    'saml-protocol': codeAtFirstUse(async () => (await import('./saml-protocol.ts')).samlProtocol),
    'signing-keys': codeAtFirstUse(async () => (await import('./signing-keys.ts')).signingKeys),
    scim: codeAtFirstUse(async () => (await import('./scim.ts')).scim),
    'scim-groups': codeAtFirstUse(async () => (await import('./scim-groups.ts')).scimGroups),
    'scim-tokens': codeAtFirstUse(async () => (await import('./scim-tokens.ts')).scimTokens),
    'scim-users': codeAtFirstUse(async () => (await import('./scim-users.ts')).scimUsers),
    'second-factors': codeAtFirstUse(async () => (await import('./second-factors.ts')).secondFactors),
    service,
    setup: codeAtFirstUse(async () => (await import('./setup.ts')).setup),
    'sign-in': codeAtFirstUse(async () => (await import('./sign-in.ts')).signIn),
    'social-providers': codeAtFirstUse(async () => (await import('./social-providers.ts')).socialProviders),
    users: codeAtFirstUse(async () => (await import('./users.ts')).users),
    webhooks: codeAtFirstUse(async () => (await import('./webhooks.ts')).webhooks),
  };

/** The operations that the statement which lets their caller in can answer. */
export const atOnce: { [Family in keyof Families]?: AtOnce<Family> } = { credentials: credentialsAtOnce };
