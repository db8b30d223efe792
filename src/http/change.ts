import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type AuditEntry, type Origin, recordAudit } from '../audit/audit.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { PolicyDenied, recordViolations } from '../policies/violations.ts';
import type { Failure } from '../failure.ts';
import { isAnyId } from '../lib/id.ts';
import { shownAsDryRun } from './dry-run.ts';
import type { Facts } from './exchange.ts';
import { claimIdempotencyKey, type StoredAnswer } from './idempotency.ts';
import type { Attempt, Caller, OperationId } from '../operation.ts';
import { noteProvisioning } from './provisioning.ts';
import { type WantedWrap, wrapAnswer } from './wrapping.ts';

/** What the wrapper knows of an operation that somebody asked for. */
export interface ChangeRequest {
  id: OperationId;
  facts: Facts;
  /** The action of the audit row, `credential.rotate`; undefined for an operation that owes none. */
  action: string | undefined;
  caller: Caller;
  requestId: string;
  address: string;
  userAgent: string | undefined;
  /** What stands in the path; recorded only if it is an id, because audit rows are for ever. */
  pathId: string | undefined;
  attempt: Attempt;
  dryRun: boolean;
  /** Undefined where the answer is not to be wrapped. */
  wrap: WantedWrap | undefined;
  idempotency: { key: string; path: string; body: Uint8Array | undefined } | undefined;
}

/**
 * Runs a change: the handler's work, its events, its audit row, its idempotency record and, over SCIM, its entry in the
 * provisioning log commit together or not at all. Of a dry run nothing is kept but that entry.
 */
export async function runChange(
  orm: MikroORM,
  request: ChangeRequest,
  action: string,
  handle: (em: EntityManager, now: Date) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { caller, idempotency, dryRun } = request;
  if (dryRun) return runDry(orm, request, handle);
  return inTransaction(orm, caller, async (em, now) => {
    const claimed =
      idempotency &&
      'secret' in caller &&
      (await claimIdempotencyKey(em, caller, request.id, idempotency.key, idempotency));
    if (claimed && claimed.replay) {
      return { ...claimed.replay, headers: { ...claimed.replay.headers, 'Idempotent-Replayed': 'true' } };
    }
    const made = await handle(em, now);
    await em.flush();
    const answer = request.wrap ? await wrapAnswer(em, request.wrap, made) : made;
    await recordAudit(em, entriesOf(request, action, answer.body));
    await noteProvisioning(em, request, answer, now);
    if (claimed) await claimed.store(answer);
    return answer;
  });
}

/** Does everything, so that whatever would be refused is, and takes it all back. */
async function runDry(
  orm: MikroORM,
  request: ChangeRequest,
  handle: (em: EntityManager, now: Date) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const work = async (em: EntityManager, now: Date): Promise<StoredAnswer> => {
    const answer = await handle(em, now);
    await em.flush();
    return shownAsDryRun(answer, request.attempt);
  };
  const answer = await inTransaction(orm, request.caller, work, { keep: false });
  await inTransaction(orm, request.caller, (em, now) => noteProvisioning(em, request, answer, now));
  return answer;
}

/**
 * What was denied, or failed for what it found, is in the audit log. Malformed requests name no attempt on anything, and
 * what failed for a fault or an outage of ours is in the log of the process.
 */
const auditedStatuses = new Set([403, 404, 409, 412]);

/** Records what was refused, in a transaction of its own, before the caller hears of it. */
export async function recordRefusal(orm: MikroORM, request: ChangeRequest, failure: Failure): Promise<void> {
  const { caller, action, dryRun } = request;
  const { status, code } = failure;
  const audited = action !== undefined && !dryRun && auditedStatuses.has(status);
  const noted = 'tokenId' in caller && status !== 429 && status !== 503;
  if (!audited && !noted) return;
  const result = status === 403 ? 'DENIED' : 'FAILURE';
  await inTransaction(orm, caller, async (em, now) => {
    if (audited) {
      await recordAudit(em, [entryOf(request, action, { result, code }, undefined)]);
      if (failure instanceof PolicyDenied) await recordViolations(em, failure.violations);
    }
    await noteProvisioning(em, request, { status, failure }, now);
  });
}

export const originOf = (requestId: string, ipAddress: string, userAgent: string | undefined): Origin => ({
  requestId,
  ipAddress,
  ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 500) }),
});

/** The row of the call, and those of what it did to many. */
function entriesOf(request: ChangeRequest, action: string, body: unknown): AuditEntry[] {
  const whole = entryOf(request, action, { result: 'SUCCESS' }, body);
  const { changes: _changes, ...shared } = whole;
  return [whole, ...(request.attempt.each ?? []).map((one) => ({ ...shared, ...one }))];
}

type Outcome = Pick<AuditEntry, 'result' | 'code'>;

function entryOf(request: ChangeRequest, action: string, outcome: Outcome, body: unknown): AuditEntry {
  const { caller, attempt, requestId, address, userAgent, pathId } = request;
  const namedId = pathId !== undefined && isAnyId(pathId) ? pathId : undefined;
  const made = typeof body === 'object' && body !== null ? body : {};
  return {
    ...outcome,
    action,
    actor: caller.actor,
    targetId: attempt.targetId ?? namedId ?? ('id' in made ? String(made.id) : null),
    targetName: attempt.targetName ?? ('name' in made && typeof made.name === 'string' ? made.name : null),
    reason: attempt.reason ?? null,
    ...originOf(requestId, address, userAgent),
    ...(attempt.changes ? { changes: attempt.changes } : {}),
  };
}
