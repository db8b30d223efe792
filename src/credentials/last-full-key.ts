import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import { Failure } from '../failure.ts';
import type { TenantLock } from '../platform/sql/lock-tenant.ts';
import { otherFullKey } from './sql/other-full-key.ts';

/**
 * Of credentials with scope `*` that are all to lose it, the one that must not, or nobody could manage the tenant any more.
 * @param _lock of the tenant; a dry run has none, because nothing follows from what it finds
 * @returns undefined when another one is left that works, or none of these does
 */
export async function lastFullKey(
  em: EntityManager,
  _lock: TenantLock | 'DRY_RUN',
  ids: readonly string[],
): Promise<string | undefined> {
  const { orgId } = tenancyOf(em);
  const remains = (without: readonly string[], proven = true) =>
    otherFullKey(em, orgId, { credentialIds: without }, { proven });
  if (ids.length === 0 || (await remains(ids))) return undefined;
  // One that was never used is better than none.
  for (const proven of [true, false])
    for (const id of ids) {
      const others = ids.filter((other) => other !== id);
      if (await remains(others, proven)) return id;
    }
  return undefined;
}

/** The refusal to take the last working key with scope `*` away, which says what counts as another one. */
export const lastFullKeyRefused = (): Failure =>
  new Failure('LOCKOUT_RISK', {
    reason:
      'no other key with scope * works. Another one counts when it is ACTIVE, has uses left, may be used from some address and was used since its secret was made: call the API with it once',
  });
