import { isDeepStrictEqual } from 'node:util';
import { ifHigher, ifLoses, ifOn } from '../../lib/loosening.ts';
import { AccessPolicy } from './entities/access-policy.ts';
import type { Tx } from '../../platform/tx.ts';

type Judging = Pick<
  AccessPolicy,
  'priority' | 'status' | 'conditions' | 'decision' | 'requirements' | 'session'
>;

/**
 * Tells whether attempts are let in that the policies refused, or with less proof, since a policy is what it is. The first policy that
 * applies decides, and an attempt that no policy is about is allowed. So a policy that blocks never loosens, and a policy that requires
 * loosens if it stands before another one.
 * @param before undefined for a new policy
 * @param after undefined for a deleted policy
 */
export async function loosensAccess(
  tx: Tx,
  before: Judging | undefined,
  after: Judging | undefined,
): Promise<boolean> {
  const [was, is] = [enabled(before), enabled(after)];
  // An allowance that ends lets no one in.
  const lost = was !== undefined && was.decision !== 'ALLOW' && !(is && isAsStrict(was, is));
  if (lost) return true;
  if (!is || is.decision === 'BLOCK') return false;
  if (was && isAsStrict(was, is)) return false;
  return is.decision === 'ALLOW' || standsBeforeAnother(tx, is);
}

const enabled = (policy: Judging | undefined): Judging | undefined =>
  policy?.status === 'ENABLED' ? policy : undefined;

/** Whether a policy demands as much as before of the same attempts, at the same place in the order. */
function isAsStrict(was: Judging, is: Judging): boolean {
  if (was.priority !== is.priority || !isDeepStrictEqual(was.conditions, is.conditions)) return false;
  if (is.decision === 'BLOCK') return true;
  if (was.decision !== is.decision) return was.decision === 'ALLOW';
  return (
    !ifLoses(was.requirements, is.requirements) &&
    !ifHigher(was.session.maxAgeSeconds, is.session.maxAgeSeconds) &&
    (was.session.persistent === is.session.persistent || !ifOn(null, is.session.persistent))
  );
}

/** Whether a later policy does not decide any more what this one decides. The policy itself is not written yet. */
const standsBeforeAnother = async (tx: Tx, { priority }: Judging): Promise<boolean> =>
  (await tx.count(AccessPolicy, {
    status: 'ENABLED',
    decision: { $ne: 'ALLOW' },
    priority: { $gt: priority },
  })) > 0;
