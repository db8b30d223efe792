import { type AuditEntry, recordAudit } from '../audit/audit.ts';
import type { Credential } from '../credentials/entities/credential.ts';
import type { Identity } from '../credentials/entities/identity.ts';
import { identityOf } from '../credentials/credentials.ts';
import { type Actor, emit } from '../platform/events.ts';
import type { Tx } from '../platform/tx.ts';

/** Who acts after a restore: the operator, by a command. */
export const restorer: Actor = { type: 'SYSTEM', id: null, name: 'restore' };

/** The grantor of rules that ask for one. The operator stands above every grant rule. */
export const operator = { actor: restorer, scopes: ['*'] };

/** The subject of events about a credential. */
export async function subjectOf(tx: Tx, credential: Credential) {
  const { id: identityId, name: identityName } = await identityOf(tx, credential);
  return { credentialId: credential.id, identityId, identityName };
}

/** Emits that a credential was suspended by a restore. */
export const emitSuspended = async (tx: Tx, credential: Credential): Promise<void> =>
  emit(tx, [
    {
      type: 'credential.suspended',
      data: { ...(await subjectOf(tx, credential)), reason: 'RESTORED', suspendedBy: restorer },
    },
  ]);

/** Emits that an identity was suspended by a restore, without its credentials. */
export const emitIdentitySuspended = async (tx: Tx, { id, name }: Identity): Promise<void> =>
  emit(tx, [
    {
      type: 'identity.suspended',
      data: {
        identityId: id,
        identityName: name,
        reason: 'RESTORED',
        suspendedBy: restorer,
        credentialCount: 0,
      },
    },
  ]);

/** Records what a restore changed, in the transaction of the change. */
export const record = (
  tx: Tx,
  entry: Pick<AuditEntry, 'action' | 'targetId' | 'targetName' | 'targetType' | 'reason' | 'changes'>,
): Promise<void> => recordAudit(tx, [{ ...entry, actor: restorer, result: 'SUCCESS' }]);
