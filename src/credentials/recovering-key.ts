import { recordAudit } from '../audit/audit.ts';
import { Credential } from './entities/credential.ts';
import { Identity } from './entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { newId } from '../lib/id.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { makeSecret } from './credentials.ts';
import { operatorsIdentity, operatorsKey } from './operator-made.ts';
import { systemActor } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';

/**
 * Makes a new key with scope `*`, as the operator of the service may: for a tenant that has lost its last one. Quotas and
 * policies do not apply, because they may be what locks the tenant out. The caller must show the secret before it commits.
 * @returns the credential, and its secret, which is shown once and never stored; flushed
 */
export async function recoverKey(tx: Tx): Promise<{ credential: Credential; secret: string }> {
  const { orgId, environment } = tenancyOf(tx);
  await lockTenant(tx, orgId);
  const identity = tx.create(Identity, {
    ...operatorsIdentity('recovery', 'Made by the operator with make key-recover'),
    id: newId('idn'),
  });
  const { id: identityId, name: identityName, type, tags, ownerUserId } = identity;
  await tx.flush();
  const { secret, facts } = makeSecret(environment === 'live' ? 'kd_live_' : 'kd_test_');
  const credential = tx.create(Credential, {
    ...operatorsKey('recovery'),
    ...facts,
    id: newId('cred'),
    identityId,
  });
  await tx.flush();
  const { id: credentialId, name, scopes, isTemporary, maxUsageCount } = credential;
  await emit(tx, [
    {
      type: 'identity.created',
      data: { identityId, identityName, type, status: 'ACTIVE', tags, ownerUserId, createdBy: systemActor },
    },
    {
      type: 'credential.created',
      data: {
        credentialId,
        identityId,
        identityName,
        name,
        type: credential.type,
        scopes,
        isTemporary,
        maxUsageCount,
        expiresAt: null,
        createdBy: systemActor,
      },
    },
  ]);
  await recordAudit(tx, [
    { ...entry, action: 'identity.create', targetId: identityId, targetName: identityName },
    { ...entry, action: 'credential.create', targetId: credentialId, targetName: name },
  ]);
  return { credential, secret };
}

const entry = { actor: systemActor, result: 'SUCCESS' as const, reason: 'make key-recover' };
