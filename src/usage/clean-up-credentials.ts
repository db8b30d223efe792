import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type NewEvent } from '../platform/events.ts';
import { ungrantable } from '../lib/scope.ts';
import { endCredentials, unusedCredentialsToEnd, type UnusedOne } from './sql/unused-credentials.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { type Grantor, requireAlso, systemActor } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';
import { lastFullKey } from '../credentials/last-full-key.ts';

export interface CleanUpInput {
  unusedForDays: number;
  action: 'SUSPEND' | 'REVOKE';
  dryRun: boolean;
  identityTypes?: string[];
  tags?: string[];
  credentialIds?: string[];
  limit: number;
  after?: string;
  reason?: string;
}

export interface CleanedUp {
  done: UnusedOne[];
  left: { one: UnusedOne; reason: 'TOO_NEW' | 'SCOPE_NOT_GRANTABLE' | 'LOCKOUT_RISK' }[];
  /** Where the next call goes on; null at the end. */
  next: string | null;
}

/**
 * Suspends or revokes unused credentials, at most `limit` in one transaction. The transaction locks the tenant, and
 * so must be short.
 * @throws {Failure} INSUFFICIENT_SCOPE
 */
export async function cleanUpCredentials(tx: Tx, input: CleanUpInput, grantor: Grantor): Promise<CleanedUp> {
  const { orgId } = tenancyOf(tx);
  const { unusedForDays, action, dryRun, limit } = input;
  requireAlso(grantor, 'credentials.read');
  const tenant = dryRun ? 'DRY_RUN' : await lockTenant(tx, orgId);
  const statuses = action === 'SUSPEND' ? ['ACTIVE'] : ['ACTIVE', 'SUSPENDED'];
  const found = await unusedCredentialsToEnd(
    tx,
    orgId,
    { ...input, statuses },
    { most: limit + 1, lock: !dryRun },
  );
  const looked = found.slice(0, limit);
  const left: CleanedUp['left'] = [];
  const chosen: UnusedOne[] = [];
  for (const one of looked) {
    if (!one.due) left.push({ one, reason: 'TOO_NEW' });
    else if (ungrantable(grantor.scopes, one.scopes).length > 0)
      left.push({ one, reason: 'SCOPE_NOT_GRANTABLE' });
    else chosen.push(one);
  }
  const full = chosen.filter(({ scopes }) => scopes.includes('*')).map(({ id }) => id);
  const kept = await lastFullKey(tx, tenant, full);
  const done = chosen.filter(({ id }) => id !== kept);
  for (const one of chosen) if (one.id === kept) left.push({ one, reason: 'LOCKOUT_RISK' });
  if (tenant !== 'DRY_RUN' && done.length > 0) {
    const reason = input.reason ?? `Not used for ${unusedForDays} days`;
    const status = action === 'SUSPEND' ? 'SUSPENDED' : 'REVOKED';
    const ids = done.map(({ id }) => id);
    await endCredentials(tx, tenant, ids, { status, reason });
    await tell(tx, done, status, reason, grantor);
  }
  return { done, left, next: found.length > limit ? (looked.at(-1)?.id ?? null) : null };
}

async function tell(
  tx: Tx,
  ended: readonly UnusedOne[],
  status: 'SUSPENDED' | 'REVOKED',
  reason: string,
  { actor }: Grantor,
): Promise<void> {
  const revokedAt = tenancyOf(tx).now.toISOString();
  const subjectOf = ({ id, identityId, identityName }: UnusedOne) => ({
    credentialId: id,
    identityId,
    identityName,
  });
  const rotated = ended.filter(({ graceEnded }) => graceEnded);
  await emit(
    tx,
    status === 'SUSPENDED'
      ? ended.map(
          (one): NewEvent => ({
            type: 'credential.suspended',
            data: { ...subjectOf(one), reason, suspendedBy: actor },
          }),
        )
      : [
          // The sweeper has not told of the end of these old secrets yet, and now it has nothing left to find.
          ...rotated.map(
            (one): NewEvent => ({
              type: 'credential.revoked',
              data: { ...subjectOf(one), reason: 'ROTATED', revokedBy: systemActor, revokedAt },
            }),
          ),
          ...ended.map(
            (one): NewEvent => ({
              type: 'credential.revoked',
              data: { ...subjectOf(one), reason: 'MANUAL', revokedBy: actor, revokedAt },
            }),
          ),
        ],
  );
}
