import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Policy } from '../judge/entities/policy.ts';
import { Failure } from '../../failure.ts';
import { fullKeys } from './sql/policies.ts';
import { isDenying } from '../judge/compile.ts';
import { policiesIn } from '../judge/enforcing.ts';
import { policyKinds } from '../judge/table.ts';

/**
 * After the change of a policy some working key with `*` can still call the API, now and from where the caller calls. The
 * change must be flushed.
 * @throws {Failure} LOCKOUT_RISK
 */
export async function requireNoLockout(
  tx: Tx,
  policy: Policy,
  { address, acknowledgeLockout }: { address: string; acknowledgeLockout: boolean },
): Promise<void> {
  if (acknowledgeLockout || !isDenying(policy)) return;
  if (!policyKinds[policy.type].operations.includes('authenticate')) return;
  const { orgId, now } = tenancyOf(tx);
  const policies = await policiesIn(tx);
  const keys = await fullKeys(tx, orgId);
  const isLetIn = ({ identityId, identityName, identityType, tags, ...facts }: (typeof keys)[number]) => {
    const identity = { id: identityId, name: identityName, type: identityType, tags };
    return !policies.judge('authenticate', { ...facts, identity, address, now }).some(({ denies }) => denies);
  };
  if (!keys.some(isLetIn)) {
    const reason =
      'no key with scope * could call the API from this address at this time; to do this anyway, send acknowledgeLockout: true';
    throw new Failure('LOCKOUT_RISK', { reason });
  }
}
