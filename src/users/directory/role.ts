import { type ManagementScope, scopeCatalogue } from '../../lib/scope.ts';

/** The roles that decide what a user may do in the dashboard (decisions 6.13). */
export const roles = ['OWNER', 'ADMIN', 'SECURITY', 'DEVELOPER', 'HELPDESK', 'AUDITOR', 'MEMBER'] as const;

export type Role = (typeof roles)[number];

/**
 * Names every scope, not `audit.*`, so that the grant rule asks for the rights that exist. A scope that is added to
 * the catalogue later is in no bundle until a developer adds it. Only OWNER holds `*`, so that no ADMIN can change an
 * OWNER.
 */
const bundles: Readonly<Record<Role, readonly (ManagementScope | '*')[]>> = {
  OWNER: ['*'],
  ADMIN: scopeCatalogue,
  SECURITY: [
    'identities.read',
    'credentials.read',
    'credentials.revoke',
    'policies.read',
    'policies.write',
    'audit.read',
    'audit.export',
    'anomalies.read',
    'anomalies.write',
    'alerts.read',
    'alerts.write',
    'reports.read',
    'conditional_access.read',
    'conditional_access.write',
    'conditional_access.simulate',
  ],
  DEVELOPER: [
    'identities.read',
    'identities.write',
    'credentials.read',
    'credentials.write',
    'credentials.verify',
    'credentials.rotate',
    'credentials.revoke',
    'webhooks.read',
    'webhooks.write',
    'oidc.read',
    'oidc.write',
  ],
  HELPDESK: ['directory.read', 'directory.write', 'groups.read'],
  AUDITOR: [
    'identities.read',
    'credentials.read',
    'policies.read',
    'audit.read',
    'audit.export',
    'anomalies.read',
    'alerts.read',
    'reports.read',
    'webhooks.read',
    'auth_config.read',
    'passkeys.read',
    'oidc.read',
    'directory.read',
    'groups.read',
    'scim_tokens.read',
    'saml.read',
    'federation.read',
    'conditional_access.read',
    'keys.read',
    'org.read',
  ],
  MEMBER: [],
};

/** Every scope that these roles carry, each once. */
export function scopesOf(held: readonly Role[]): string[] {
  return [...new Set(held.flatMap((role) => bundles[role]))];
}
