import { isObject, ownValue } from '../../lib/object.ts';

/**
 * The claims of an identity provider about a user. A signature proves who sent the claims, except those of
 * UserInfo. The values of claims are not checked.
 */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the value at a path. If there is a claim with the name of the whole path, it is this one. Otherwise dots lead into
 * objects.
 */
export function claimAt(claims: Claims, path: string): unknown {
  const whole = ownValue(claims, path);
  if (whole !== undefined && whole !== null) return whole;
  let value: unknown = claims;
  for (const name of path.split('.')) value = isObject(value) ? ownValue(value, name) : undefined;
  return value ?? undefined;
}

/** How many groups of a user are read. */
const mostGroups = 2_000;

/**
 * Returns the groups of a user. A single text is one group.
 * @returns undefined if the identity provider left them out because there are too many (Entra ID, `_claim_names`)
 */
export function groupsAt(claims: Claims, path: string): ReadonlySet<string> | undefined {
  const value = claimAt(claims, path);
  if (value === undefined && ownValue(claims['_claim_names'], path) !== undefined) return undefined;
  const list: unknown[] = Array.isArray(value) ? value.slice(0, mostGroups) : [value];
  return new Set(list.filter((one) => typeof one === 'string'));
}
