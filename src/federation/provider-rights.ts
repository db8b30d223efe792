import type { EntityManager } from '@mikro-orm/postgresql';
import { requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import type { FieldChange } from '../platform/events.ts';
import { type Grantor, requireRecentProof } from '../platform/grants.ts';
import { requireMayEndReach, requireMayReach } from './connection-rights.ts';
import type { SocialProvider } from './entities/social-provider.ts';

/** How long ago a user may have signed in who decides which server vouches for users. */
const recentSeconds = 300;

/**
 * Applies the rules of connections to a social provider at a server of the tenant's own (docs/decisions/0094). Its operator can sign in
 * as each user that is linked with it, and names users of `allowedDomains`. Providers at their well-known issuer choose no user.
 * @param domains what `allowedDomains` was, and what it is after the change
 * @throws {Failure} SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, REAUTHENTICATION_REQUIRED
 */
export async function requireMayVouch(
  em: EntityManager,
  { id, issuer }: Pick<SocialProvider, 'id' | 'issuer'>,
  domains: readonly string[],
  grantor: Grantor,
): Promise<void> {
  if (issuer === null) return;
  await requireMayReach(em, { id, mappings: [], addedDomains: domains }, grantor);
  // Users sign in by it after the key has ended.
  await requireWithinOwnBounds(em, grantor, unbounded);
  requireRecentProof(grantor, recentSeconds);
}

/**
 * The same for a change or an end that gives nothing. A leak must not wait, so that it asks for no recent proof.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export async function requireMayNarrow(
  em: EntityManager,
  { id, issuer, allowedDomains }: Pick<SocialProvider, 'id' | 'issuer' | 'allowedDomains'>,
  grantor: Grantor,
): Promise<void> {
  if (issuer === null) return;
  await requireMayEndReach(em, { id, mappings: [], addedDomains: allowedDomains }, grantor);
}

/** Tells whether a change of a provider gives nothing to anyone: another name, or less than before. */
export function isNarrowing({ field, from, to }: FieldChange): boolean {
  if (field === 'name') return true;
  if (field === 'enabled' || field === 'allowSignUp') return to === false;
  if (field === 'accountLinking') return to === 'NONE';
  // An empty list admits every domain.
  return field === 'allowedDomains' && isPartOf(to, from);
}

const isPartOf = (part: unknown, whole: unknown): boolean =>
  Array.isArray(part) &&
  Array.isArray(whole) &&
  part.length > 0 &&
  part.every((one) => whole.length === 0 || whole.includes(one));
