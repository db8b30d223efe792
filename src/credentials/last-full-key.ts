import { tenancyOf } from '../platform/entities/owned.ts';
import { Failure } from '../failure.ts';
import type { Locked } from '../platform/locked.ts';
import type { TenantLock } from '../platform/sql/tenants.ts';
import type { Tx } from '../platform/tx.ts';
import type { Credential } from './entities/credential.ts';
import { Identity } from './entities/identity.ts';
import { otherFullKey } from './sql/full-keys.ts';
import { identityActivity } from './sql/identities.ts';

/**
 * Finds, among credentials with scope `*` that are all to lose it, the one that must keep it. Otherwise no key could
 * manage the tenant any longer.
 * @param _lock of the tenant; a dry run has none, because nothing follows from what it finds
 * @returns undefined when another one is left that works, or none of these does
 */
export async function lastFullKey(
  tx: Tx,
  _lock: TenantLock | 'DRY_RUN',
  ids: readonly string[],
): Promise<string | undefined> {
  const { orgId } = tenancyOf(tx);
  const remains = (without: readonly string[], proven = true) =>
    otherFullKey(tx, orgId, { credentialIds: without }, { proven });
  if (ids.length === 0 || (await remains(ids))) return undefined;
  // A key that was never used is better than no key.
  for (const proven of [true, false])
    for (const id of ids) {
      const others = ids.filter((other) => other !== id);
      if (await remains(others, proven)) return id;
    }
  return undefined;
}

/**
 * Requires another working key with scope `*` before a credential, or all credentials of an identity, may stop working.
 * Without one, no caller could manage the tenant.
 * @throws {Failure} LOCKOUT_RISK
 */
export async function requireAnotherFullKey(
  tx: Tx,
  { orgId }: TenantLock,
  ending: Locked<Credential> | Locked<Identity>,
): Promise<void> {
  if (ending.statusAt(tenancyOf(tx).now) !== 'ACTIVE') return;
  const ofIdentity = ending instanceof Identity;
  const scopes = ofIdentity ? (await identityActivity(tx, orgId, ending.id)).liveScopes : ending.scopes;
  if (!scopes.includes('*')) return;
  const without = ofIdentity ? { identityId: ending.id } : { credentialIds: [ending.id] };
  if (!(await otherFullKey(tx, orgId, without))) throw lastFullKeyRefused();
}

/** The refusal to take the last working key with scope `*` away, which says what counts as another one. */
const lastFullKeyRefused = (): Failure =>
  new Failure('LOCKOUT_RISK', {
    reason:
      'no other key with scope * works. Another key counts if it is ACTIVE, has uses left, may be used from some address and was used since its secret was created: call the API with it once',
  });
