import type { Families } from '../../generated/operations.ts';
import { atFirstUse } from '../lib/at-first-use.ts';
import type { AtOnce, Handlers } from '../operation.ts';
import { credentials, credentialsAtOnce } from './credentials.ts';
import { service } from './service.ts';

/**
 * Every family of the contract, once: a missing or surplus one does not compile. Most are loaded by the first request that needs them,
 * before a transaction begins: 350 modules, which a start does not need. Keys and probes wait for nothing.
 */
export const handlers: { [Family in keyof Families]: Handlers<Family> | (() => Promise<Handlers<Family>>) } =
  {
    account: atFirstUse(async () => (await import('./account.ts')).account),
    'audit-logs': atFirstUse(async () => (await import('./audit-logs.ts')).auditLogs),
    'auth-config': atFirstUse(async () => (await import('./auth-config.ts')).authConfig),
    alerts: atFirstUse(async () => (await import('./alerts.ts')).alerts),
    anomalies: atFirstUse(async () => (await import('./anomalies.ts')).anomalies),
    'conditional-access': atFirstUse(async () => (await import('./conditional-access.ts')).conditionalAccess),
    credentials,
    dashboard: atFirstUse(async () => (await import('./dashboard.ts')).dashboard),
    federation: atFirstUse(async () => (await import('./federation.ts')).federation),
    groups: atFirstUse(async () => (await import('./groups.ts')).groups),
    'hosted-passkeys': atFirstUse(async () => (await import('./hosted-passkeys.ts')).hostedPasskeys),
    identities: atFirstUse(async () => (await import('./identities.ts')).identities),
    passkeys: atFirstUse(async () => (await import('./passkeys.ts')).passkeys),
    'mailed-links': atFirstUse(async () => (await import('./mailed-links.ts')).mailedLinks),
    registration: atFirstUse(async () => (await import('./registration.ts')).registration),
    me: atFirstUse(async () => (await import('./me.ts')).me),
    reports: atFirstUse(async () => (await import('./reports.ts')).reports),
    policies: atFirstUse(async () => (await import('./policies.ts')).policies),
    'oidc-clients': atFirstUse(async () => (await import('./oidc-clients.ts')).oidcClients),
    'oidc-scopes': atFirstUse(async () => (await import('./oidc-scopes.ts')).oidcScopes),
    'oidc-protocol': atFirstUse(async () => (await import('./oidc-protocol.ts')).oidcProtocol),
    'oidc-interaction': atFirstUse(async () => (await import('./oidc-interaction.ts')).oidcInteraction),
    'service-providers': atFirstUse(async () => (await import('./service-providers.ts')).serviceProviders),
    'saml-protocol': atFirstUse(async () => (await import('./saml-protocol.ts')).samlProtocol),
    'signing-keys': atFirstUse(async () => (await import('./signing-keys.ts')).signingKeys),
    scim: atFirstUse(async () => (await import('./scim.ts')).scim),
    'scim-groups': atFirstUse(async () => (await import('./scim-groups.ts')).scimGroups),
    'scim-tokens': atFirstUse(async () => (await import('./scim-tokens.ts')).scimTokens),
    'scim-users': atFirstUse(async () => (await import('./scim-users.ts')).scimUsers),
    'second-factors': atFirstUse(async () => (await import('./second-factors.ts')).secondFactors),
    service,
    setup: atFirstUse(async () => (await import('./setup.ts')).setup),
    'sign-in': atFirstUse(async () => (await import('./sign-in.ts')).signIn),
    'social-providers': atFirstUse(async () => (await import('./social-providers.ts')).socialProviders),
    users: atFirstUse(async () => (await import('./users.ts')).users),
    webhooks: atFirstUse(async () => (await import('./webhooks.ts')).webhooks),
  };

/** The operations that the statement which lets their caller in can answer. */
export const atOnce: { [Family in keyof Families]?: AtOnce<Family> } = { credentials: credentialsAtOnce };
