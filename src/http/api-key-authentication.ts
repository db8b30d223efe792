import type { Pool } from 'pg';
import { batched, batchedByKey } from '../platform/batch.ts';
import type { Config } from '../config.ts';
import type { PolicedCall } from '../policies/uses.ts';
import { Failure, KeyRateLimited, type Standing } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { hashSecret, isWellFormedSecret } from '../lib/secret.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import { authenticateKeys, type KeyDemand, type KeyGrant } from '../credentials/sql/authenticate-keys.ts';
import type { Admission } from './admission.ts';
import { bearerOf } from './bearer.ts';
import type { RequestContext } from './request-context.ts';

type Limits = Pick<
  Config,
  'rateLimitPerMinute' | 'rateLimitMaxPerMinute' | 'rateLimitBurst' | 'verifyRateLimitPerMinute'
>;

interface Presented {
  hash: Buffer;
  address: string;
  userAgent: string | null;
  verifyBucket: boolean;
}

/** As much of it as the event of a use may carry (openapi/components/schemas/events). */
const mostOfUserAgent = 256;

/** A call whose key is held by a change of its tenant. It asks again, and waits for the row. */
interface Contended extends Presented {
  orgId: string;
}

type Outcome =
  | { grant: KeyGrant; standing: Standing | undefined; over: boolean; place: number }
  | { contendedOf: string }
  | undefined;

/**
 * Authenticates API keys (decisions 6.13): looks the key up, counts the call in its rate window and as a use of
 * the credential, in one statement that is shared by the calls that wait for it. That statement waits for no row, so
 * that a change which holds one key delays no other; the calls of that key wait by themselves.
 *
 * The function throws {Failure} UNAUTHORIZED for every cause alike (no oracle), and {KeyRateLimited}.
 */
export function authenticator(
  { hot, patient }: { hot: Pool; patient: Pool },
  limits: Limits,
): (context: RequestContext) => Promise<Admission> {
  const { rateLimitPerMinute, rateLimitBurst, verifyRateLimitPerMinute } = limits;
  const separate = verifyRateLimitPerMinute !== undefined;
  const passing = (limit: number): number | null => (limit === 0 ? null : limit + rateLimitBurst);
  const most = {
    passing: passing(rateLimitPerMinute),
    // 0 for the key switches every bucket off (decisions 6.1).
    verifyPassing:
      verifyRateLimitPerMinute === undefined || rateLimitPerMinute === 0
        ? null
        : passing(verifyRateLimitPerMinute),
    burst: rateLimitBurst,
    highestOwn: limits.rateLimitMaxPerMinute,
  };

  const admitAll = async (presented: Presented[], wait: boolean): Promise<Outcome[]> => {
    const groups = new Map<string, KeyDemand>();
    const places = presented.map(({ hash, address, userAgent, verifyBucket }) => {
      const name = `${hash.toString('latin1')}${verifyBucket ? 1 : 0}${address}\n${userAgent ?? ''}`;
      const known = groups.get(name);
      if (known) return { name, index: known.calls++ };
      groups.set(name, { hash, address, userAgent, verifyBucket, calls: 1, eventId: newId('evt') });
      return { name, index: 0 };
    });
    const names = [...groups.keys()];
    const grants = await authenticateKeys(wait ? patient : hot, [...groups.values()], most, wait);
    const byName = new Map(grants.map((grant) => [names[grant.at], grant]));
    return places.map(({ name, index }, at) => {
      const grant = byName.get(name);
      const call = presented[at];
      if (!grant || !call) return undefined;
      if (!grant.held) return wait ? undefined : { contendedOf: grant.orgId };
      const place = grant.before + index;
      const over = place >= grant.granted;
      // Past its last use a key is not valid any more, and that comes before the rate limit.
      if (over && grant.spent) return undefined;
      const limit =
        grant.ownLimit ??
        (call.verifyBucket && verifyRateLimitPerMinute ? verifyRateLimitPerMinute : rateLimitPerMinute);
      const off = (call.verifyBucket ? most.verifyPassing : most.passing) === null;
      const position = grant.counted + place + 1;
      const standing = off
        ? undefined
        : { limit, remaining: Math.max(0, limit - position), resetAt: grant.resetAt };
      return { grant, standing, over, place };
    });
  };
  // One at a time: the calls of a key lock its row, so a second statement would mostly wait for the first.
  const admitShared = batched((presented: Presented[]) => admitAll(presented, false), { inFlight: 1 });
  const admitPatiently = batchedByKey(
    ({ hash }: Contended) => hash.toString('latin1'),
    (presented: Contended[]) =>
      onBehalfOf({ orgId: presented[0]?.orgId ?? '', operation: 'authentication' }, () =>
        admitAll(presented, true),
      ),
    { inFlight: 1 },
  );

  return async ({ facts, request, requestId, transport: { address } }) => {
    const secret = bearerOf(request);
    if (secret === undefined || !isWellFormedSecret(secret)) throw new Failure('UNAUTHORIZED');
    const call = {
      hash: hashSecret(secret),
      address,
      userAgent: request.headers['user-agent']?.slice(0, mostOfUserAgent) ?? null,
      verifyBucket: separate && facts?.counted === 'verification',
    };
    const first = await admitShared(call);
    const outcome =
      first && 'contendedOf' in first ? await admitPatiently({ ...call, orgId: first.contendedOf }) : first;
    if (!outcome || 'contendedOf' in outcome) throw new Failure('UNAUTHORIZED');
    const { grant, standing, over } = outcome;
    if (over && standing) {
      const secondsLeft = standing.resetAt - grant.now.getTime() / 1000;
      const counted = call.verifyBucket ? 'verifications' : separate ? 'others' : 'all';
      throw new KeyRateLimited(standing, secondsLeft, { ...limits, counted });
    }
    const { orgId, environment, credentialId, credentialName, identityId, identityName, scopes, now } = grant;
    const actor = { type: 'API_KEY' as const, id: credentialId, name: credentialName };
    const caller = {
      orgId,
      environment,
      actor,
      scopes,
      usualPerMinute: rateLimitPerMinute,
      credentialId,
      identityId,
      identityName,
      secret,
      requestId,
    };
    if (grant.policiesVersion === 0) return { caller, standing, now };
    const policed = policedCall(grant, address, outcome.place);
    return { caller, standing, now, policed: { ...policed, dormant: grant.dormant } };
  };
}

/** @param place among the calls that were counted together */
function policedCall(grant: KeyGrant, address: string, place: number): PolicedCall {
  const { identityId: id, identityName: name, scopes } = grant;
  return {
    version: grant.policiesVersion,
    credentialVersion: grant.credentialVersion,
    riskScore: grant.riskScore ?? 0,
    attempted: {
      identity: { id, name, type: grant.identityType ?? '', tags: grant.tags ?? [] },
      scopes,
      address,
      ageSeconds: grant.ageSeconds ?? 0,
      idleSeconds: grant.idleSeconds ?? 0,
      windowUses: (grant.windowUses ?? 0) + place + 1,
    },
  };
}
