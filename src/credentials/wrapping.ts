import { anonymousActor, type Origin, recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { hashSecret, newSecret, wrapTokenPrefix } from '../lib/secret.ts';
import { openWith, sealWith } from './wrap.ts';
import { keepWrappedSecret, openWrappedSecret } from './sql/wrapped-secrets.ts';

/** A secret that an operation answers. */
export interface Wrapping {
  secret: string;
  /** The operationId. */
  operation: string;
  /** The owner of the secret: the noun of the audit log, and its id. */
  resourceType: string;
  resourceId: string;
  /** How long it can be unwrapped. */
  seconds: number;
}

export interface Unwrapped {
  secret: string;
  operation: string;
  resourceId: string;
  wrappedAt: Date;
}

/** So that a row that is moved to another tenant or resource opens nothing. */
const boundTo = (
  orgId: string,
  { operation, resourceId }: Pick<Unwrapped, 'operation' | 'resourceId'>,
): string => JSON.stringify([orgId, operation, resourceId]);

/**
 * Keeps a secret for the holder of its token (docs/decisions/0018), in the transaction that made the secret. @returns
 * the token
 */
export async function wrapSecret(tx: Tx, { secret, seconds, ...made }: Wrapping): Promise<string> {
  const { orgId } = tenancyOf(tx);
  const token = newSecret(wrapTokenPrefix);
  const sealed = sealWith(token, secret, boundTo(orgId, made));
  await keepWrappedSecret(tx, orgId, { tokenHash: hashSecret(token), ...made, sealed, seconds });
  return token;
}

/**
 * Gives a secret for its token, once. Every use is in the audit log, also one that comes too late, since it may be the
 * owner's after a thief's.
 * @returns undefined when there is nothing to give any more
 */
export async function unwrapSecret(tx: Tx, token: string, origin: Origin): Promise<Unwrapped | undefined> {
  const { orgId } = tenancyOf(tx);
  const found = await openWrappedSecret(tx, orgId, hashSecret(token));
  if (!found) return undefined;
  const { sealed, operation, resourceType, resourceId, wrappedAt } = found;
  await recordAudit(tx, [
    {
      action: 'credential.unwrap',
      actor: anonymousActor,
      targetType: resourceType,
      targetId: resourceId,
      ...(sealed ? { result: 'SUCCESS' } : { result: 'FAILURE', code: 'WRAP_TOKEN_NOT_FOUND' }),
      ...origin,
    },
  ]);
  if (!sealed) return undefined;
  const secret = openWith(token, Buffer.from(sealed), boundTo(orgId, found));
  return { secret, operation, resourceId, wrappedAt };
}
