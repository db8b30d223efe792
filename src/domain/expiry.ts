import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit.ts';
import { Identity } from '../entities/identity.ts';
import { tenancyOf } from '../entities/owned.ts';
import { emit } from '../events.ts';
import { endGracePeriods, expireCredentials } from '../queries/expire-credentials.ts';
import { lockTenant } from '../queries/lock-tenant.ts';
import { systemActor } from './grants.ts';
import { endIdentity } from './identities.ts';

/**
 * Writes what the clock has already decided in one tenant: identities and credentials past their expiry, and old
 * secrets whose grace period is over. Each emits its event once.
 * @returns how many rows it ended; at most a few hundred, so call again until it is 0
 */
export async function endWhatIsDue(em: EntityManager): Promise<number> {
  const identities = await revokeExpiredIdentities(em);
  const { orgId, now } = tenancyOf(em);
  // Before the credentials: expiry forgets an old secret, and its end would go untold.
  const ended = await endGracePeriods(em, orgId);
  await emit(
    em,
    ended.map(({ id, identityId, identityName }) => ({
      type: 'credential.revoked',
      data: {
        credentialId: id,
        identityId,
        identityName,
        reason: 'ROTATED' as const,
        revokedBy: systemActor,
        revokedAt: now.toISOString(),
      },
    })),
  );
  const expired = await expireCredentials(em, orgId);
  await emit(
    em,
    expired.map(({ id, ...data }) => ({
      type: 'credential.expired',
      data: { credentialId: id, ...data, reason: 'TIME' as const },
    })),
  );
  await recordAudit(
    em,
    expired.map(({ id }) => ({
      action: 'credential.expire',
      actor: systemActor,
      targetId: id,
      result: 'SUCCESS' as const,
    })),
  );
  return identities + expired.length + ended.length;
}

async function revokeExpiredIdentities(em: EntityManager): Promise<number> {
  const { orgId, now } = tenancyOf(em);
  const due = { status: { $ne: 'REVOKED' as const }, expiresAt: { $lte: now } };
  if ((await em.count(Identity, due)) === 0) return 0;
  await lockTenant(em, orgId);
  const identities = await em.find(Identity, due, {
    limit: 50,
    orderBy: { id: 'asc' },
    lockMode: LockMode.PESSIMISTIC_WRITE,
  });
  for (const identity of identities) {
    await endIdentity(em, identity, { reason: 'EXPIRED', deleted: false }, systemActor);
  }
  await recordAudit(
    em,
    identities.map(({ id, name }) => ({
      action: 'identity.revoke',
      actor: systemActor,
      targetId: id,
      targetName: name,
      result: 'SUCCESS' as const,
      reason: 'EXPIRED',
    })),
  );
  await em.flush();
  return identities.length;
}
