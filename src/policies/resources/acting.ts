import { recordAudit } from '../../audit/audit.ts';
import { Credential } from '../../credentials/entities/credential.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { Policy } from '../judge/entities/policy.ts';
import { Failure } from '../../failure.ts';
import { etagOf } from '../../lib/etag.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import { identityOf, revokeCredential, suspendCredential } from '../../credentials/credentials.ts';
import { systemActor } from '../../platform/grants.ts';
import { actOf, tellViolations } from '../judge/violations.ts';
import type { TenantTasks } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Suspends or revokes the credential that violated a policy, if neither the policy nor the credential has changed
 * since. So a user who corrects a policy that revokes too much also stops the actions that wait. The last working key
 * with scope `*` is left alone, and an event says so.
 */
export async function enforceOnCredential(
  tx: Tx,
  { policyId, policyVersion, credentialId, version }: Omit<TenantTasks['enforce-policy'], 'orgId'>,
): Promise<void> {
  // A change of policies locks the tenant, too: it comes wholly before this, or wholly after.
  await lockTenant(tx, tenancyOf(tx).orgId);
  const policy = await tx.findOne(Policy, { id: policyId, version: policyVersion });
  const act = policy && actOf(policy);
  if (!policy || !act) return;
  const how = { reason: 'POLICY', ifMatch: etagOf(version), cause: 'POLICY' as const };
  const grantor = { actor: systemActor, scopes: [] };
  const entry = {
    action: act === 'REVOKE' ? 'credential.revoke' : 'credential.suspend',
    actor: systemActor,
    targetId: credentialId,
    reason: `policy ${policyId}`,
  };
  try {
    if (act === 'REVOKE') await revokeCredential(tx, credentialId, how, grantor);
    else await suspendCredential(tx, credentialId, how, grantor);
    await recordAudit(tx, [{ ...entry, result: 'SUCCESS' }]);
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    if (error.code === 'LOCKOUT_RISK') await tellOfSkip(tx, policy, credentialId, entry);
  }
}

async function tellOfSkip(
  tx: Tx,
  policy: Policy,
  credentialId: string,
  entry: Omit<Parameters<typeof recordAudit>[1][number], 'result' | 'code'>,
): Promise<void> {
  const credential = await tx.findOneOrFail(Credential, { id: credentialId });
  const identity = await identityOf(tx, credential);
  await recordAudit(tx, [{ ...entry, result: 'FAILURE', code: 'LOCKOUT_RISK' }]);
  await tellViolations(tx, [
    {
      policy,
      identityId: identity.id,
      identityName: identity.name,
      credentialId,
      credentialVersion: null,
      outcome: 'REPORTED',
      action: entry.action,
      reason: 'it is the last working key with scope *, so it was not changed',
      details: { skipped: 'LAST_FULL_KEY' },
      requestId: null,
      count: 1,
    },
  ]);
}
