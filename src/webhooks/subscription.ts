import { type ManagementScope, scopeCatalogue } from '../lib/scope.ts';

/** The scope that reads the resources of each family of events. */
const readers: ReadonlyMap<string, ManagementScope> = new Map([
  ['identity', 'identities.read'],
  ['credential', 'credentials.read'],
  ['user', 'directory.read'],
  ['session', 'directory.read'],
  ['group', 'groups.read'],
  ['policy', 'policies.read'],
  ['access', 'conditional_access.read'],
  ['anomaly', 'anomalies.read'],
  ['alert', 'alerts.read'],
  ['webhook', 'webhooks.read'],
  ['oidc_client', 'oidc.read'],
  // The consents of a user say more about the user than about the client.
  ['oidc_consent', 'directory.read'],
  ['service_provider', 'saml.read'],
  ['federation', 'federation.read'],
  ['domain', 'federation.read'],
  ['key', 'keys.read'],
]);

/** All that read, for `*`: it stands for events to come, too. */
const everyReader = scopeCatalogue.filter((scope) => scope.endsWith('.read'));

/**
 * The scopes that show what these types of events tell, `*` among them. A type of an unknown family asks for all, so
 * that one that is forgotten above is closed and not open.
 */
export function scopesToRead(types: readonly string[]): ManagementScope[] {
  const scopes = new Set<ManagementScope>();
  for (const type of types) {
    const reader = readers.get(type.split('.', 1)[0] ?? '');
    for (const scope of reader === undefined ? everyReader : [reader]) scopes.add(scope);
  }
  return [...scopes];
}
