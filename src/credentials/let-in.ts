import type { Pool } from 'pg';
import { newId } from '../lib/id.ts';
import type { Failed, KeyCall, LetIn } from './key-calls.ts';
import { isReadable, letInPlainly } from './plain-calls.ts';
import { authenticateKeys, type KeyDemand, type RateLimits } from './sql/authenticate-keys.ts';

/**
 * Lets calls in by their keys. If calls present secrets, one statement lets all calls in whose uses are plain, and verifies the
 * secrets. Another statement lets in the rest. If that one fails, only its own calls have failed: the others are counted already.
 * @param wait whether to wait for rows that a change holds; then no secret is verified
 * @returns undefined for a call whose key is not live
 */
export async function letIn(
  pool: Pool,
  calls: readonly KeyCall[],
  limits: RateLimits,
  wait: boolean,
): Promise<(LetIn | Failed | undefined)[]> {
  if (wait || !calls.some(({ presented }) => isReadable(presented)))
    return letInByKeys(pool, calls, limits, wait);
  const found = await letInPlainly(pool, calls, limits);
  const later = calls.filter((_, at) => found[at] === 'later');
  const rest: (LetIn | Failed | undefined)[] =
    later.length === 0
      ? []
      : await letInByKeys(pool, later, limits, wait).catch((failure: unknown) =>
          later.map(() => ({ failure })),
        );
  const inOrder = rest.values();
  return found.map((one) => (one === 'later' ? inOrder.next().value : one));
}

/** Lets calls in by their keys alone. */
async function letInByKeys(
  pool: Pool,
  calls: readonly KeyCall[],
  limits: RateLimits,
  wait: boolean,
): Promise<(LetIn | undefined)[]> {
  const demands = new Map<string, KeyDemand & { at: number }>();
  const places = calls.map(({ hash, address, userAgent, verifyBucket, verifies }) => {
    const name = `${hash.toString('latin1')}${verifyBucket ? 1 : 0}${verifies ? 1 : 0}\n${address}\n${userAgent ?? ''}`;
    const known = demands.get(name);
    if (known) return { at: known.at, index: known.calls++ };
    const at = demands.size;
    demands.set(name, {
      at,
      hash,
      address,
      userAgent,
      verifyBucket,
      verifies,
      calls: 1,
      eventId: newId('evt'),
    });
    return { at, index: 0 };
  });
  const grants = await authenticateKeys(pool, [...demands.values()], limits, wait);
  const byPlace = new Map(grants.map((grant) => [grant.at, grant]));
  return places.map(({ at, index }) => {
    const grant = byPlace.get(at);
    return grant && { grant, place: grant.before + index, answer: undefined };
  });
}
