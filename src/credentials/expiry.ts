import { lockOne } from '../platform/locked.ts';
import { recordAudit } from '../audit/audit.ts';
import { Identity } from './entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type NewEvent } from '../platform/events.ts';
import { completeCounts as completeCountsOf } from './sql/counts.ts';
import { type DueCredential, endGracePeriods, expireCredentials, takeExpiryNotices } from './sql/expiry.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { systemActor } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';
import { endIdentity } from './identities.ts';

/**
 * Writes what the clock has already decided in one tenant: identities and credentials past their expiry, and old
 * secrets whose grace period is over. Each emits its event once. Also tells what will expire.
 * @returns how many rows it ended; at most a few hundred, so call again until it is 0
 */
export async function endWhatIsDue(tx: Tx): Promise<number> {
  const identities = await revokeExpiredIdentity(tx);
  const { orgId, now } = tenancyOf(tx);
  const rotated = ({ id, identityId, identityName }: DueCredential): NewEvent => ({
    type: 'credential.revoked',
    data: {
      credentialId: id,
      identityId,
      identityName,
      reason: 'ROTATED',
      revokedBy: systemActor,
      revokedAt: now.toISOString(),
    },
  });
  const ended = await endGracePeriods(tx, orgId);
  await emit(tx, ended.map(rotated));
  const expired = await expireCredentials(tx, orgId);
  await emit(tx, [
    // Expiry forgets an old secret, and its end would go untold.
    ...expired.filter(({ endedGrace }) => endedGrace).map(rotated),
    ...expired.map(
      ({ id, identityId, identityName, expiresAt, usageCount }): NewEvent => ({
        type: 'credential.expired',
        data: { credentialId: id, identityId, identityName, expiresAt, reason: 'TIME', usageCount },
      }),
    ),
  ]);
  await recordAudit(
    tx,
    expired.map(({ id }) => ({
      action: 'credential.expire',
      actor: systemActor,
      targetId: id,
      result: 'SUCCESS' as const,
    })),
  );
  return identities + expired.length + ended.length + (await tellOfExpiry(tx));
}

/** Makes the counts of the credentials of one tenant complete. @returns 1 if they were not, or else 0 */
export const completeCounts = (tx: Tx): Promise<number> => completeCountsOf(tx, tenancyOf(tx).orgId);

/** Tells 30, 14, 7 days and 1 ahead what will expire (decisions 6.14). */
async function tellOfExpiry(tx: Tx): Promise<number> {
  const notices = await takeExpiryNotices(tx, tenancyOf(tx).orgId);
  await emit(
    tx,
    notices
      .filter(({ told }) => told)
      .map(
        ({ id, name, identityId, identityName, expiresAt, daysLeft }): NewEvent => ({
          type: 'credential.expiring',
          data: { credentialId: id, identityId, identityName, name, expiresAt, daysLeft },
        }),
      ),
  );
  return notices.length;
}

/**
 * Revokes one identity in one transaction. Its credentials are locked in the order of their ids. The credentials of a
 * second identity would be out of that order. A statement that locks some of both identities could then deadlock with
 * this transaction.
 */
async function revokeExpiredIdentity(tx: Tx): Promise<number> {
  const { orgId, now } = tenancyOf(tx);
  const due = { status: { $ne: 'REVOKED' as const }, expiresAt: { $lte: now } };
  if ((await tx.count(Identity, due)) === 0) return 0;
  const lock = await lockTenant(tx, orgId);
  const identity = await lockOne(tx, Identity, due, { orderBy: { expiresAt: 'asc', id: 'asc' } });
  if (!identity) return 0;
  const { id, name } = identity;
  await endIdentity(tx, lock, identity, { reason: 'EXPIRED', deleted: false }, systemActor);
  await recordAudit(tx, [
    {
      action: 'identity.revoke',
      actor: systemActor,
      targetId: id,
      targetName: name,
      result: 'SUCCESS',
      reason: 'EXPIRED',
    },
  ]);
  await tx.flush();
  return 1;
}
