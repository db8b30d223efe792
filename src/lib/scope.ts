/** Every management scope there is (the table of decisions 6.13), in the table's order. */
export const scopeCatalogue = [
  'identities.read',
  'identities.write',
  'credentials.read',
  'credentials.write',
  'credentials.verify',
  'credentials.rotate',
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
  'webhooks.read',
  'webhooks.write',
  'auth_config.read',
  'auth_config.write',
  'passkeys.read',
  'passkeys.write',
  'oidc.read',
  'oidc.write',
  'directory.read',
  'directory.write',
  'groups.read',
  'groups.write',
  'scim_tokens.read',
  'scim_tokens.write',
  'saml.read',
  'saml.write',
  'federation.read',
  'federation.write',
  'conditional_access.read',
  'conditional_access.write',
  'conditional_access.simulate',
  'keys.read',
  'keys.write',
  'org.read',
  'org.write',
  'config.export',
  'config.apply',
] as const;

export type ManagementScope = (typeof scopeCatalogue)[number];

/** First segments that are ours from the first release: the table's resources, `keyward` for later ones. */
const reserved = new Set(['keyward', ...scopeCatalogue.map(firstSegment)]);

/**
 * Returns whether holding `held` gives `wanted`. `*` covers everything. `x.*` covers scopes that start with `x.`
 * (`x.y`, `x.y.z`, `x.*`) but not `x`; `x:*` likewise with `x:`. Any other scope covers itself.
 */
export function covers(held: string, wanted: string): boolean {
  if (held === wanted || held === '*') return true;
  if (!held.endsWith('.*') && !held.endsWith(':*')) return false;
  const stem = held.slice(0, -1);
  return wanted.length > stem.length && wanted.startsWith(stem);
}

/** Returns every scope that covers `wanted`, in the sense of {@link covers}. */
export function covering(wanted: string): string[] {
  const all = new Set([wanted, '*']);
  for (let end = 1; end < wanted.length; end++) {
    const last = wanted[end - 1];
    if (last === '.' || last === ':') all.add(`${wanted.slice(0, end)}*`);
  }
  return [...all];
}

/** Whether one of the scopes held covers `wanted`. */
export function holds(held: readonly string[], wanted: string): boolean {
  for (const scope of held) if (covers(scope, wanted)) return true;
  return false;
}

/**
 * Whether a scope is, or may become, a right over this service: `*`, and every scope whose first segment
 * is a reserved name, catalogued or not, so that no customer's scope turns into a right later.
 */
export function isManagementScope(scope: string): boolean {
  return scope === '*' || reserved.has(firstSegment(scope));
}

/**
 * Returns what two lists of scopes have in common: the scopes of each that the other one covers. `['*']` and `['a.read']` have `a.read` in
 * common, and so have `['a.*']` and `['a.read', 'b.read']`.
 */
export function commonScopes(one: readonly string[], other: readonly string[]): string[] {
  const both = [...one.filter((scope) => holds(other, scope)), ...other.filter((scope) => holds(one, scope))];
  return [...new Set(both)];
}

/** The grant rule of decisions 6.13: the management scopes in `wanted` that the giver does not hold. */
export function ungrantable(held: readonly string[], wanted: readonly string[]): string[] {
  return wanted.filter((scope) => isManagementScope(scope) && !holds(held, scope));
}

/**
 * Returns the fewest and narrowest scopes that give the used ones among those held. They never give more.
 * @param used scopes that were needed, concrete ones or, where a caller asked for wildcards, wildcards
 */
export function narrowest(held: readonly string[], used: readonly string[]): string[] {
  const needed = [...new Set(used)].filter((scope) => holds(held, scope));
  return needed.filter((scope) => !needed.some((other) => other !== scope && covers(other, scope))).sort();
}

/** The scopes held that nothing used needed. */
export const unusedOf = (held: readonly string[], used: readonly string[]): string[] =>
  held.filter((scope) => !used.some((one) => covers(scope, one)));

/** Returns the scopes in `wanted` outside an identity's `allowedScopes`. `null` does not limit them (decisions 6.3). */
export function exceeding(ceiling: readonly string[] | null, wanted: readonly string[]): string[] {
  return ceiling === null ? [] : wanted.filter((scope) => !holds(ceiling, scope));
}

function firstSegment(scope: string): string {
  const end = scope.search(/[.:]/);
  return end === -1 ? scope : scope.slice(0, end);
}
