import type { Pool } from 'pg';
import { batched, batchedByKey } from '../platform/batch.ts';
import type { Config } from '../config.ts';
import type { PolicedCall } from '../policies/judge/uses.ts';
import { Failure, type Standing } from '../failure.ts';
import { hashSecret, isWellFormedSecret } from '../lib/secret.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import type { Failed, KeyCall, LetIn } from '../credentials/key-calls.ts';
import { letIn } from '../credentials/let-in.ts';
import type { PresentedSecret } from '../credentials/presented-secret.ts';
import type { KeyGrant } from '../credentials/sql/authenticate-keys.ts';
import { type KeyFinding, type PresentedFrom, readKeys } from '../credentials/sql/read-keys.ts';
import type { ApiCaller } from '../operation.ts';
import type { Admission } from './admission/admission.ts';
import { bearerOf } from './bearer.ts';
import { KeyRateLimited } from './key-rate-limited.ts';
import type { KnownCallers } from './admission/known-callers.ts';
import type { PresentedKey, RequestContext } from './request-context.ts';

type Limits = Pick<
  Config,
  'rateLimitPerMinute' | 'rateLimitMaxPerMinute' | 'rateLimitBurst' | 'verifyRateLimitPerMinute'
>;

/** As much of it as the event of a use may carry (openapi/components/schemas/events). */
const mostOfUserAgent = 256;

/** A call whose key is held by a change of its tenant. It asks again, and waits for the row. */
interface Contended extends KeyCall {
  orgId: string;
}

type Outcome =
  | {
      grant: KeyGrant;
      standing: Standing | undefined;
      over: boolean;
      place: number;
      answer: LetIn['answer'];
    }
  | { contendedOf: string }
  | Failed
  | undefined;

/**
 * Authenticates API keys (decisions 6.13): looks the key up, counts the call in its rate window and as a use of
 * the credential, in one statement that is shared by the calls that wait for it. That statement waits for no row, so
 * that a change which holds one key delays no other; the calls of that key wait by themselves.
 * The same statement verifies a secret that the request presents, if the body was read before and the uses are plain.
 *
 * @param known remembers the hashes of the keys that were let in
 *
 * The function throws {Failure} UNAUTHORIZED for every cause alike (no oracle), and {KeyRateLimited}.
 */
export function authenticator(
  { hot, patient }: { hot: Pool; patient: Pool },
  limits: Limits,
  known: KnownCallers,
): (context: RequestContext, presented?: PresentedSecret) => Promise<Admission> {
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

  const admitAll = async (presented: KeyCall[], wait: boolean): Promise<Outcome[]> => {
    const found = await letIn(wait ? patient : hot, presented, most, wait);
    return found.map((one, at) => {
      const call = presented[at];
      if (!one || !call) return undefined;
      if ('failure' in one) return one;
      const { grant, place, answer } = one;
      if (!grant.held) return wait ? undefined : { contendedOf: grant.orgId };
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
      return { grant, standing, over, place, answer };
    });
  };
  // One at a time: the calls of a key lock its row, so a second statement would mostly wait for the first.
  const admitShared = batched((presented: KeyCall[]) => admitAll(presented, false), { inFlight: 1 });
  const admitPatiently = batchedByKey(
    ({ hash }: Contended) => hash.toString('latin1'),
    (presented: Contended[]) =>
      onBehalfOf({ orgId: presented[0]?.orgId ?? '', operation: 'authentication' }, () =>
        admitAll(presented, true),
      ),
    { inFlight: 1 },
  );

  return async (context, presented) => {
    const { facts, request, requestId, started, transport } = context;
    const key = keyOf(context);
    if (!key) throw new Failure('UNAUTHORIZED');
    const { secret, hash } = key;
    const { address } = transport;
    const call: KeyCall = {
      hash,
      address,
      userAgent: request.headers['user-agent']?.slice(0, mostOfUserAgent) ?? null,
      verifyBucket: separate && facts?.counted === 'verification',
      verifies: facts?.counted === 'verification',
      permission: facts?.permission ?? '',
      presented,
    };
    const first = await admitShared(call);
    const outcome =
      first && 'contendedOf' in first ? await admitPatiently({ ...call, orgId: first.contendedOf }) : first;
    if (outcome && 'failure' in outcome) throw outcome.failure;
    const name = nameOfKey(hash);
    if (!outcome || 'contendedOf' in outcome) {
      known.forget(name);
      throw new Failure('UNAUTHORIZED');
    }
    known.note(name, outcome.grant.orgId, started);
    const { grant, standing, over, answer } = outcome;
    if (over && standing) {
      const secondsLeft = standing.resetAt - grant.now.getTime() / 1000;
      const counted = call.verifyBucket ? 'verifications' : separate ? 'others' : 'all';
      throw new KeyRateLimited(standing, secondsLeft, { ...limits, counted });
    }
    const { now } = grant;
    const caller = {
      ...callerOf(grant, { secret, usualPerMinute: rateLimitPerMinute, requestId }),
      ...(presented ? { verification: { presented, answer } } : {}),
    };
    if (grant.policiesVersion === 0) return { caller, standing, now };
    const policed = policedCall(grant, address, outcome.place);
    return { caller, standing, now, policed: { ...policed, dormant: grant.dormant } };
  };
}

/**
 * Makes the function that reads a key again while the answer to its call is sent. It counts neither a call nor a use.
 *
 * The function throws {Failure} UNAUTHORIZED.
 */
export function keyReader(
  pool: Pool,
  { rateLimitPerMinute }: Pick<Limits, 'rateLimitPerMinute'>,
): (context: RequestContext) => Promise<Admission> {
  const read = batched((keys: PresentedFrom[]) => readKeys(pool, keys));
  return async (context) => {
    const key = keyOf(context);
    const { address } = context.transport;
    const found = key && (await read({ hash: key.hash, address }));
    if (!key || !found) throw new Failure('UNAUTHORIZED');
    const caller = callerOf(found, {
      secret: key.secret,
      usualPerMinute: rateLimitPerMinute,
      requestId: context.requestId,
    });
    const admission = { caller, standing: undefined, now: found.now };
    if (found.policiesVersion === 0) return admission;
    // Nothing is used here: the window has the uses that were counted.
    return { ...admission, policed: { ...policedCall(found, address, -1), dormant: false } };
  };
}

const callerOf = (
  { orgId, environment, credentialId, credentialName, identityId, identityName, scopes }: KeyFinding,
  of: Pick<ApiCaller, 'secret' | 'usualPerMinute' | 'requestId'>,
): ApiCaller => ({
  orgId,
  environment,
  actor: { type: 'API_KEY', id: credentialId, name: credentialName },
  scopes,
  credentialId,
  identityId,
  identityName,
  ...of,
});

/** A key in the memory of a node: its hash, with a byte a character. */
const nameOfKey = (hash: Buffer): string => hash.toString('latin1');

/** Tells whether this node has let the key of a request in a short while ago. */
export function isKnownKey(context: RequestContext, known: KnownCallers): boolean {
  const key = keyOf(context);
  return key !== undefined && known.has(nameOfKey(key.hash), context.started);
}

/**
 * Returns the key of a request, if it has the form and the check digits of a key. No key has another text, so nothing needs to be
 * looked up. The key is read and hashed once for each request.
 */
export function keyOf(context: RequestContext): PresentedKey | undefined {
  if (context.key === undefined) {
    const secret = bearerOf(context.request);
    const isKey = secret !== undefined && isWellFormedSecret(secret);
    context.key = isKey ? { secret, hash: hashSecret(secret) } : null;
  }
  return context.key ?? undefined;
}

/** @param place among the calls that were counted together */
function policedCall(grant: KeyFinding, address: string, place: number): PolicedCall {
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
