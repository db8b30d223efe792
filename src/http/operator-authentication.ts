import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { Failure, invalid } from '../failure.ts';
import { addressMatcher } from '../lib/address.ts';
import { hashSecret, isWellFormedOperatorKey } from '../lib/secret.ts';
import { operatorTenancy } from '../platform/operator-tenancy.ts';
import {
  type LiveOperatorKey,
  liveOperatorKeys,
  noteOperatorKeyUse,
} from '../organizations/sql/operator-keys.ts';
import { batched } from '../platform/batch.ts';
import type { Admission } from './admission/admission.ts';
import type { KnownCallers } from './admission/known-callers.ts';
import { bucket } from './admission/limits.ts';
import { bearerOf } from './bearer.ts';
import type { RequestContext } from './request-context.ts';
import { sessionOf } from './user-authentication.ts';

/** Requests of one key in a minute. Provisioning is slow work, so few are enough. */
const perMinute = 60;

/**
 * Authenticates operators (ADR 0124). Their keys open the operations of organizations, and no other key, token or cookie does. A text
 * without the form and the check digits of such a key costs no statement, as at the other operations. One statement at a time looks up
 * the keys that wait.
 *
 * @param known remembers the hashes of the keys that were let in
 *
 * The function throws {Failure} UNAUTHORIZED for every cause alike (no oracle), VALIDATION_ERROR, and {RateLimited}.
 */
export function operatorAuthenticator(
  { pool, baseUrl }: { pool: Pool; baseUrl: () => string },
  { rateLimitPerMinute }: Pick<Config, 'rateLimitPerMinute'>,
  known: KnownCallers,
): (context: RequestContext) => Promise<Admission> {
  // 0 for the key switches every bucket off (decisions 6.1).
  const off = rateLimitPerMinute === 0;
  const requests = bucket<string>(pool, { limit: perMinute, burst: 0 }, (id) => id);
  const find = batched(
    async (hashes: Buffer[]): Promise<(LiveOperatorKey | undefined)[]> => {
      const found = new Map((await liveOperatorKeys(pool, hashes)).map((key) => [key.hash, key]));
      return hashes.map((hash) => found.get(hash.toString('hex')));
    },
    { inFlight: 1 },
  );
  const count = (id: string) => {
    requests.check(id);
    return requests.count(id);
  };

  return async (context) => {
    const { request, requestId, started, transport, incoming } = context;
    if (incoming.authorization !== undefined && sessionOf(context, baseUrl()) !== undefined)
      throw invalid('Authorization', 'must be absent where the browser sends the cookie of a session');
    const secret = operatorKeyOf(request);
    if (secret === undefined) throw new Failure('UNAUTHORIZED');
    const hash = hashSecret(secret);
    const key = await find(hash);
    if (!key || !isAllowedFrom(key, transport.address)) {
      known.forget(nameOf(hash));
      throw new Failure('UNAUTHORIZED');
    }
    const { id, name, isDue, now } = key;
    known.note(nameOf(hash), operatorTenancy.orgId, started);
    const standing = off ? undefined : await count(id);
    if (isDue) await noteOperatorKeyUse(pool, id);
    // Without a scope, each operation that asks for one refuses an operator. The audit logs of tenants call the operator `SYSTEM`.
    const actor = { type: 'SYSTEM' as const, id, name };
    const caller = {
      ...operatorTenancy,
      actor,
      scopes: [],
      operatorKeyId: id,
      operatorKeyName: name,
      secret,
      requestId,
    };
    return { caller, standing, now };
  };
}

function operatorKeyOf(request: RequestContext['request']): string | undefined {
  const secret = bearerOf(request);
  return secret !== undefined && isWellFormedOperatorKey(secret) ? secret : undefined;
}

/** Whether a request has a text with the form and the check digits of a key of an operator. */
export const hasOperatorKey = ({ request }: RequestContext): boolean => operatorKeyOf(request) !== undefined;

/** Tells whether this node has let the key of a request in a short while ago. */
export function isKnownOperator({ request, started }: RequestContext, known: KnownCallers): boolean {
  const secret = operatorKeyOf(request);
  return secret !== undefined && known.has(nameOf(hashSecret(secret)), started);
}

const isAllowedFrom = ({ allowedIps }: LiveOperatorKey, address: string): boolean =>
  allowedIps === null || addressMatcher(allowedIps)(address);

/** A key in the memory of a node: its hash, with a byte a character. */
const nameOf = (hash: Buffer): string => hash.toString('latin1');
