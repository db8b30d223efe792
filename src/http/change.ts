import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type AuditEntry, recordAudit } from '../audit.ts';
import { inTransaction } from '../database/tenancy.ts';
import type { Failure } from '../failure.ts';
import { isAnyId } from '../lib/id.ts';
import { claimIdempotencyKey, type StoredAnswer } from './idempotency.ts';
import type { Attempt, Caller, OperationId } from './operation.ts';

/** What the wrapper knows of an operation that writes. */
export interface ChangeRequest {
  id: OperationId;
  /** The action of the audit row, `credential.rotate`. */
  action: string;
  caller: Caller;
  requestId: string;
  address: string;
  userAgent: string | undefined;
  /** What stands in the path; recorded only if it is an id, because audit rows are for ever. */
  pathId: string | undefined;
  attempt: Attempt;
  idempotency: { key: string; path: string; body: Uint8Array | undefined } | undefined;
}

/**
 * Runs a change: the handler's work, its events, its audit row and its idempotency record commit together or not
 * at all.
 */
export async function runChange(
  orm: MikroORM,
  request: ChangeRequest,
  handle: (em: EntityManager, now: Date) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { caller, idempotency } = request;
  return inTransaction(orm, caller, async (em, now) => {
    const claimed =
      idempotency && (await claimIdempotencyKey(em, caller, request.id, idempotency.key, idempotency));
    if (claimed?.replay) {
      return { ...claimed.replay, headers: { ...claimed.replay.headers, 'Idempotent-Replayed': 'true' } };
    }
    const answer = await handle(em, now);
    await em.flush();
    await recordAudit(em, [entryOf(request, { result: 'SUCCESS' }, answer.body)]);
    await claimed?.store(answer);
    return answer;
  });
}

/** Records that a change was denied or failed, in a transaction of its own, before the caller hears of it. */
export async function recordRefusal(orm: MikroORM, request: ChangeRequest, failure: Failure): Promise<void> {
  const result = failure.status === 403 ? 'DENIED' : 'FAILURE';
  await inTransaction(orm, request.caller, (em) =>
    recordAudit(em, [entryOf(request, { result, code: failure.code }, undefined)]),
  );
}

type Outcome = Pick<AuditEntry, 'result' | 'code'>;

function entryOf(request: ChangeRequest, outcome: Outcome, body: unknown): AuditEntry {
  const { caller, attempt, action, requestId, address, userAgent, pathId } = request;
  const namedId = pathId !== undefined && isAnyId(pathId) ? pathId : undefined;
  const made = typeof body === 'object' && body !== null ? body : {};
  return {
    ...outcome,
    action,
    actor: { type: 'API_KEY', id: caller.credentialId, name: caller.credentialName },
    targetId: attempt.targetId ?? namedId ?? ('id' in made ? String(made.id) : null),
    targetName: attempt.targetName ?? ('name' in made ? String(made.name) : null),
    reason: attempt.reason ?? null,
    requestId,
    ipAddress: address,
    ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 500) }),
    ...(attempt.changes ? { changes: attempt.changes } : {}),
  };
}
