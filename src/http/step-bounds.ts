import { countStepUses, type KeyLeft, keyLeft } from '../credentials/sql/step-uses.ts';
import { Failure } from '../failure.ts';
import { newId } from '../lib/id.ts';
import type { Allowance, Steps } from '../platform/steps.ts';
import { originOf } from './audit-rows.ts';
import type { Checked } from './checks.ts';
import type { Gate } from './gate.ts';
import { KeyRateLimited } from './key-rate-limited.ts';

const unlimited: Allowance = { most: Number.POSITIVE_INFINITY, refusal: new Failure('BOUND_NOT_GRANTABLE') };

/**
 * Makes what counts the changes of a request against the bounds that its key has of its own, as requests of their own would count. The work of
 * all callers is charged to their tenant besides (docs/decisions/0135).
 */
export function stepBoundsOf(context: Checked, { config }: Gate): Pick<Steps, 'allowance' | 'count'> {
  const { caller, requestId, transport, incoming } = context;
  if (!caller || !('credentialId' in caller))
    return { allowance: () => Promise.resolve(unlimited), count: () => Promise.resolve() };
  const key = { orgId: caller.orgId, credentialId: caller.credentialId };
  const perMinuteOf = ({ perMinute }: KeyLeft): number =>
    perMinute === null || config.rateLimitPerMinute === 0
      ? Number.POSITIVE_INFINITY
      : Math.min(perMinute, config.rateLimitMaxPerMinute);
  /** The request itself counts as well. */
  const mostOf = (left: KeyLeft): number => perMinuteOf(left) + config.rateLimitBurst - 1;
  /** @param counted requests of the running minute @throws {KeyRateLimited} */
  const requireMinute = (left: KeyLeft, counted: number): void => {
    const limit = perMinuteOf(left);
    if (counted <= limit + config.rateLimitBurst) return;
    const standing = { limit, remaining: 0, resetAt: left.resetAt };
    const all = config.verifyRateLimitPerMinute === undefined ? 'all' : 'others';
    throw new KeyRateLimited(standing, left.resetAt - left.at, { ...config, counted: all });
  };
  return {
    async allowance(tx, { requests = 0, changes = 0 } = {}) {
      const left = await keyLeft(tx, key);
      if (!left) return unlimited;
      const uses = Math.max(0, (left.usesLeft ?? Number.POSITIVE_INFINITY) - requests);
      const most = Math.min(uses, mostOf(left));
      // The end of the changes would refuse them, too, after the tenant was locked for all of them.
      if (changes <= most) requireMinute(left, left.counted + changes);
      return { most, refusal: refusalOf(left, uses, mostOf(left)) };
    },
    async count(uses, tx) {
      const { ipAddress: address, userAgent = null } = originOf(
        requestId,
        transport.address,
        incoming['user-agent'],
      );
      const left = await countStepUses(tx, key, { uses, address, userAgent, eventId: newId('evt') });
      if (!left) return;
      const before = { ...left, usesLeft: left.usesLeft === null ? null : left.usesLeft + uses };
      if ((left.usesLeft ?? 0) < 0 || uses > mostOf(left))
        throw refusalOf(before, before.usesLeft ?? Number.POSITIVE_INFINITY, mostOf(left));
      requireMinute(left, left.counted);
    },
  };
}

/** Returns the refusal of more changes than a key may make with one request. */
function refusalOf({ usesLeft, perMinute }: KeyLeft, uses: number, perRequest: number): Failure {
  const bound = uses <= perRequest ? 'maxUsageCount' : 'rateLimitPerMinute';
  const most = Math.min(uses, perRequest);
  return new Failure('BOUND_NOT_GRANTABLE', {
    bounds: [bound],
    usesLeft,
    rateLimitPerMinute: perMinute,
    reason: `each change counts as a request of the key, and its ${bound} lets one request make ${most} changes; send fewer objects, or use another key`,
  });
}
