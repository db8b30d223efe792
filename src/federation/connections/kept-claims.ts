import { ownValue } from '../../lib/object.ts';
import { type Claims, claimAt, groupsAt } from './claims.ts';
import type { Connection } from './entities/connection.ts';
import { pathsOf } from './mapping.ts';

/** The claims that say whether an address counts (`judgeEmail`). */
const ofAddress = ['email', 'email_verified', 'hd', 'xms_edov'] as const;

/** How much of the claims a sign-in keeps, in bytes of JSON. */
const mostBytes = 8_000;

/** Escapes that Postgres rejects in JSON: zero bytes and halves of surrogate pairs. */
const unstorable = /\\u(0000|d[89a-f][0-9a-f]{2})/i;

/**
 * Returns the claims that decide about a link that waits for another proof, and those of the mappings. Each is kept by its whole
 * path, so that {@link claimAt} finds it. Only the groups that the mapping names are kept. Claims that are too long
 * are left out. If these are the groups, the memberships stay as they are until the next sign-in.
 */
export function keptClaims(
  { attributeMapping, groupsClaim, groupMapping }: Connection,
  claims: Claims,
): Claims {
  const groups = groupsAt(claims, groupsClaim);
  const mappedGroups = new Set(groupMapping.map(({ value }) => value));
  const given: (readonly [string, unknown])[] = [
    ...ofAddress.map((name) => [name, ownValue(claims, name)] as const),
    ...(groups ? [[groupsClaim, [...groups].filter((one) => mappedGroups.has(one))] as const] : []),
    ...pathsOf(attributeMapping)
      .flat()
      .map((path) => [path, claimAt(claims, path)] as const),
  ];
  const kept = new Map<string, unknown>();
  let bytes = 0;
  for (const [name, value] of given) {
    const text = value === undefined || kept.has(name) ? undefined : JSON.stringify({ [name]: value });
    if (text === undefined || unstorable.test(text)) continue;
    if (bytes + Buffer.byteLength(text) > mostBytes) continue;
    bytes += Buffer.byteLength(text);
    kept.set(name, value);
  }
  if (!kept.has(groupsClaim)) kept.set('_claim_names', { [groupsClaim]: 'left out' });
  return Object.fromEntries(kept);
}
