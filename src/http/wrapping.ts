import { wrapSecret } from '../credentials/wrapping.ts';
import { wrapTokenPrefix } from '../lib/secret.ts';
import type { RequestContext } from './request-context.ts';
import type { StoredAnswer } from './idempotency.ts';
import type { Tx } from '../platform/tx.ts';

/** The secret of an answer that its caller wants wrapped (`X-Wrap-Ttl`, decisions 6.2). */
export interface WantedWrap {
  operation: string;
  /** The field of the answer, by the contract's `x-secret`. */
  field: string;
  /** The noun of its audit row. */
  resourceType: string;
  seconds: number;
}

/** @returns undefined where nothing is to be wrapped. The contract has made sure that the header is a number. */
export function wantedWrap({ id, facts, incoming }: RequestContext): WantedWrap | undefined {
  const seconds: unknown = incoming['x-wrap-ttl'];
  if (id === undefined || !facts?.secret || seconds === undefined) return undefined;
  const [resourceType = ''] = facts.audit?.split('.') ?? [];
  return { operation: id, field: facts.secret, resourceType, seconds: Number(seconds) };
}

/**
 * Puts a wrap token in the place of the secret, in the transaction of the change: the only place that does.
 * @throws when the answer has no such secret; it must not leave as it is
 */
export async function wrapAnswer<Answer extends StoredAnswer>(
  tx: Tx,
  { operation, field, resourceType, seconds }: WantedWrap,
  answer: Answer,
): Promise<Answer> {
  const body = answer.body as Record<string, unknown>;
  const { [field]: secret, id, clientId, userId } = body;
  // An answer without a secret, such as that of a public client, has nothing to wrap.
  if (secret === null) return answer;
  const resourceId = id ?? clientId ?? userId;
  if (typeof secret !== 'string' || typeof resourceId !== 'string')
    throw new Error(`the response of ${operation} has no ${field} to wrap`);
  const token = await wrapSecret(tx, { secret, operation, resourceType, resourceId, seconds });
  return { ...answer, body: { ...body, [field]: token } };
}

/** Whether it is what a handler returns. */
export const isAnswer = (made: unknown): made is StoredAnswer =>
  typeof made === 'object' && made !== null && 'status' in made && 'body' in made;

/** @throws when the answer of an operation that works in tenants by itself still has its secret */
export function requireWrapped({ operation, field }: WantedWrap, { body }: StoredAnswer): void {
  const value = (body as Record<string, unknown> | undefined)?.[field];
  if (typeof value !== 'string' || !value.startsWith(wrapTokenPrefix))
    throw new Error(`the response of ${operation} should be wrapped and is not`);
}
