// The steps around a handler, in order. `checks.ts` has the checks before them.
import { type AuditEntry, auditRows } from '../audit/audit.ts';
import { requireWithoutEnd } from '../credentials/bounds.ts';
import type { Failure } from '../failure.ts';
import type { Caller, ScimCaller } from '../operation.ts';
import { noDemands, requireDemands } from '../platform/grants.ts';
import { type LastWrite, writeLast } from '../platform/last-writes.ts';
import { operatorAuditRows } from '../organizations/operator-audit.ts';
import { onBehalfOf, streamOnBehalfOf } from '../platform/on-behalf.ts';
import {
  type Clock,
  forkFor,
  inOpened,
  inTransaction,
  type NamedTenant,
  type Opening,
  type Tenant,
} from '../platform/tenancy.ts';
import type { Orm, Tx } from '../platform/tx.ts';
import { PolicyDenied, recordViolations, type Violation } from '../policies/judge/violations.ts';
import { rowOfRefusal, rowsOfChange } from './audit-rows.ts';
import { type ChangeRequest, changeOf, type UsedKey } from './change-request.ts';
import type { Checked } from './checks.ts';
import type { Gate } from './gate.ts';
import { shownAsDryRun } from './dry-run.ts';
import { claimIdempotencyKey, type IdempotentRequest, type SentAnswer } from './idempotency.ts';
import { rowOfProvisioning } from './provisioning.ts';
import { isAnswer, requireWrapped, type WantedWrap, wantedWrap, wrapAnswer } from './wrapping.ts';

/**
 * The steps around a handler. The facts of its operation in the contract choose the list. Two kinds of operations have none:
 * - An operation that changes nothing calls its handler in no transaction. If it reads (`x-reads`), the handler gets
 *   `tx`. This is the way of every read and of every verification, so it does no more than that.
 * - An operation without a known caller opens its transactions itself ({@link inTenant}).
 */
const steps = {
  /**
   * `x-audit` names an action. All of these steps commit together, or none does. The rows of the audit log and of the provisioning
   * log are written with the last statement ({@link writeLast}).
   */
  around: [
    committed(
      when(lastingChange, refuseEnding),
      // If the key was used before, this step answers, and the list ends.
      when(usedKey, claimKey),
      always(callHandler),
      always(flush),
      when(wantedSecret, wrapSecret),
      when(action, writeAuditRows),
      when(directory, writeProvisioningLog),
      when(usedKey, keepAnswer),
    ),
  ],

  /**
   * `x-transaction: after`. The handler calls a server of a tenant, or streams as fast as the client reads. No transaction may
   * wait for either. The handler changes nothing by entities.
   */
  after: [
    outside(always(callHandler)),
    committed(when(action, writeAuditRows), when(directory, writeProvisioningLog)),
  ],

  /** `X-Dry-Run: true`. The steps refuse what the change would refuse. Only the provisioning log keeps a row. */
  dryRun: [
    rolledBack(always(callHandler), always(flush), always(showAsDryRun)),
    committed(when(directory, writeProvisioningLog)),
  ],

  /** A refused request of a known caller, before the caller gets the response. */
  refusal: [
    committed(
      when(refusedAction, writeAuditRowOfRefusal),
      when(violations, writeViolations),
      when(refusedDirectory, writeProvisioningLog),
    ),
  ],
} satisfies Record<string, readonly Part[]>;

/** Calls the handler of a request that has passed every check, with the steps of its operation. */
export async function callAround(
  context: Checked,
  orm: Orm,
  gate: Gate,
  handle: Handle,
): Promise<SentAnswer> {
  const { id, facts, caller, now } = context;
  if (!caller || !now) return callAlone(context, handle);
  const of = { orgId: caller.orgId, operation: id };
  const places = gate.places[id];
  const leave = places && (await places(caller.orgId, now));
  const { transaction, reads } = facts;
  try {
    const answer = await onBehalfOf(of, () =>
      transaction === null
        ? handle(reads ? forkFor(orm, caller, now) : undefined)
        : runChange(context, transaction, orm, handle),
    );
    const { stream } = answer;
    const sent = stream ? { ...answer, stream: streamOnBehalfOf(of, stream) } : answer;
    return leave ? { ...sent, sent: leave } : sent;
  } catch (error) {
    leave?.();
    throw error;
  }
}

/** Runs the steps of a change. */
async function runChange(
  context: Checked,
  transaction: 'around' | 'after',
  orm: Orm,
  handle: Handle,
): Promise<SentAnswer> {
  const request = changeOf(context);
  if (!request) throw new Error(`${context.id} has no caller`);
  const parts = request.dryRun ? steps.dryRun : steps[transaction];
  return runParts(parts, orm, { request, handle, answer: unanswered });
}

/** Runs the steps around a handler within a transaction that is under way. They end with the step of the transaction, and not here. */
export function callWithin(
  context: Checked,
  { tx, now }: { tx: Tx; now: Date },
  handle: Handle,
): Promise<SentAnswer> {
  const request = changeOf(context);
  if (!request || context.facts.transaction !== 'around')
    throw new Error(`${context.id} runs in no transaction`);
  const due = steps.around.flatMap((part) => part.steps).filter(({ isDue }) => isDue(request));
  return inOrder(due, { request, handle, answer: unanswered, tx, now });
}

/** Runs work in a transaction of the caller, and takes it back. */
export const takenBack = <Result>(
  { caller }: Pick<Checked, 'caller'>,
  orm: Orm,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> => {
  if (!caller) throw new Error('only a known caller has a transaction');
  return inTransaction(orm, caller, work, { keep: false });
};

/** Runs the steps of a refused request. */
export async function recordRefusal(orm: Orm, asked: ChangeRequest, failure: Failure): Promise<void> {
  const request = { ...asked, failure };
  const answer = { status: failure.status, body: undefined };
  await runParts(steps.refusal, orm, { request, handle: () => Promise.resolve(answer), answer });
}

/** Calls the handler of an operation without a known caller. The handler opens transactions itself, by {@link inTenant}. */
async function callAlone(context: Checked, handle: Handle): Promise<SentAnswer> {
  try {
    const answer = await handle();
    const wrap = wantedWrap(context);
    if (wrap) requireWrapped(wrap, answer);
    return context.leave ? { ...answer, sent: context.leave } : answer;
  } catch (error) {
    context.leave?.();
    throw error;
  }
}

/**
 * Runs work of a handler in a transaction of a tenant, and wraps the secret of the answer in it.
 * @param opening sends the first statement of the transaction, if that reads more than the time
 */
export const inTenant = (
  context: Checked,
  orm: Orm,
  tenant: Tenant | NamedTenant,
  work: (tx: Tx, now: Date, row: Clock | undefined) => Promise<unknown>,
  opening?: Opening<Clock>,
): Promise<unknown> => {
  const wrapped = async (tx: Tx, now: Date, row?: Clock): Promise<unknown> => {
    const made = await work(tx, now, row);
    const wrap = wantedWrap(context);
    return wrap && isAnswer(made) ? wrapAnswer(tx, wrap, made) : made;
  };
  return onBehalfOf({ orgId: tenant.orgId, operation: context.id }, () =>
    opening ? inOpened(orm, tenant, opening, wrapped) : inTransaction(orm, tenant, wrapped),
  );
};

// Conditions of steps: a step is due if its function returns a value.

function usedKey(request: ChangeRequest): UsedKey | undefined {
  return request.usedKey;
}

/** Returns the caller of an operation that always gives what lasts, vouches, moves or loosens (openapi/effects.yaml). */
function lastingChange({ facts, caller }: ChangeRequest): Caller | undefined {
  return facts.refusesEnding ? caller : undefined;
}

function wantedSecret({ wrap }: ChangeRequest): WantedWrap | undefined {
  return wrap;
}

function action(request: ChangeRequest): string | undefined {
  return request.action;
}

function directory({ caller }: ChangeRequest): ScimCaller | undefined {
  return 'tokenId' in caller ? caller : undefined;
}

/**
 * Returns the action of a request that was denied, or that failed for what it found. Malformed requests name no resource.
 * The log of the process has faults and outages.
 */
function refusedAction({ action: refused, dryRun, failure }: ChangeRequest): string | undefined {
  return failure && !dryRun && [403, 404, 409, 412].includes(failure.status) ? refused : undefined;
}

function violations(request: ChangeRequest): readonly Violation[] | undefined {
  if (refusedAction(request) === undefined) return undefined;
  return request.failure instanceof PolicyDenied ? request.failure.violations : undefined;
}

/** A directory sends a request again that met a limit or an outage, so the log does not have it. */
function refusedDirectory(request: ChangeRequest): ScimCaller | undefined {
  const { status } = request.failure ?? {};
  return status === 429 || status === 503 ? undefined : directory(request);
}

// The steps.

/** Asked before a stored response is replayed, because a caller may have got an end since. */
function refuseEnding({ tx }: Turn, caller: Caller): Promise<void> {
  return requireWithoutEnd(tx, caller);
}

async function claimKey(turn: Turn, { caller, key, ...asked }: UsedKey): Promise<void> {
  turn.claimed = await claimIdempotencyKey(turn.tx, caller, turn.request.id, key, asked);
  const { replay } = turn.claimed;
  const { caller: by } = turn.request;
  if (!replay) {
    // The handler has the same object. A transaction that runs again begins with none.
    by.demands = noDemands();
    return;
  }
  const { demands, ...answer } = replay;
  if (demands) requireDemands(by, demands);
  turn.answer = { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
  turn.isOver = true;
}

async function callHandler(turn: Turn): Promise<void> {
  turn.answer = await turn.handle(turn.tx, turn.now);
}

function flush({ tx }: Turn): Promise<void> {
  return tx.flush();
}

async function wrapSecret(turn: Turn, wrap: WantedWrap): Promise<void> {
  turn.answer = await wrapAnswer(turn.tx, wrap, turn.answer);
}

function writeAuditRows({ tx, request, answer }: Turn, done: string): void {
  // A repeated act changes nothing. A key that leaked could fill the audit of operators, which nothing removes for 400 days.
  if ('operatorKeyId' in request.caller && request.attempt.changes?.length === 0) return;
  writeLast(tx, auditOf(tx, request, rowsOfChange(request, done, answer.body)));
}

function writeProvisioningLog({ tx, request, answer, now }: Turn, caller: ScimCaller): void {
  writeLast(tx, rowOfProvisioning(caller, request, answer, now));
}

async function keepAnswer({ claimed, answer, request: { caller } }: Turn): Promise<void> {
  await claimed?.store({ ...answer, ...(caller.demands ? { demands: caller.demands } : {}) });
}

function showAsDryRun(turn: Turn): void {
  turn.answer = shownAsDryRun(turn.answer, turn.request.attempt);
}

function writeAuditRowOfRefusal({ tx, request }: Turn, refused: string): void {
  if (request.failure) writeLast(tx, auditOf(tx, request, [rowOfRefusal(request, refused, request.failure)]));
}

/** Returns the write of audit rows. An act of an operator belongs to no tenant, so its row stands beside the audit logs of tenants. */
function auditOf(tx: Tx, { caller }: ChangeRequest, entries: readonly AuditEntry[]): LastWrite {
  return 'operatorKeyId' in caller ? operatorAuditRows(caller, entries) : auditRows(tx, entries);
}

function writeViolations({ tx }: Turn, found: readonly Violation[]): Promise<void> {
  return recordViolations(tx, found);
}

// How lists of steps run.

/** Calls the handler. Its call has the transaction and the time that are given. */
export type Handle = (tx?: Tx, now?: Date) => Promise<SentAnswer>;

/**
 * The state that the steps of a list share: the request, and the answer so far. A refusal has its status only.
 */
interface Shared {
  readonly request: ChangeRequest;
  readonly handle: Handle;
  answer: SentAnswer;
}

/** One run of the steps of a part. A transaction that runs again has a new one. */
interface Turn extends Shared {
  readonly tx: Tx;
  readonly now: Date;
  claimed?: IdempotentRequest;
  /** Whether the steps that are left are left out. */
  isOver?: boolean;
}

interface Step {
  isDue: (request: ChangeRequest) => boolean;
  run: (turn: Turn) => void | Promise<void>;
}

/** Steps that run in one transaction, or in none. */
interface Part {
  steps: readonly Step[];
  within: <Result>(
    orm: Orm,
    request: ChangeRequest,
    work: (tx: Tx, now: Date) => Promise<Result>,
  ) => Promise<Result>;
}

const unanswered: SentAnswer = { status: 500, body: undefined };

function always(run: Step['run']): Step {
  return { isDue: () => true, run };
}

/** Makes a step for the requests in which `find` finds something, and gives it what was found. */
function when<Found>(
  find: (request: ChangeRequest) => Found | undefined,
  run: (turn: Turn, found: Found) => void | Promise<void>,
): Step {
  return {
    isDue: (request) => find(request) !== undefined,
    run: (turn) => {
      const found = find(turn.request);
      return found === undefined ? undefined : run(turn, found);
    },
  };
}

function committed(...of: Step[]): Part {
  return { steps: of, within: (orm, { caller }, work) => inTransaction(orm, caller, work) };
}

function rolledBack(...of: Step[]): Part {
  return { steps: of, within: (orm, { caller }, work) => inTransaction(orm, caller, work, { keep: false }) };
}

function outside(...of: Step[]): Part {
  return { steps: of, within: (orm, { caller, now }, work) => work(forkFor(orm, caller, now), now) };
}

/** Runs the parts one after the other. A part in which no step is due opens no transaction. */
async function runParts(parts: readonly Part[], orm: Orm, shared: Shared): Promise<SentAnswer> {
  const { request } = shared;
  for (const part of parts) {
    const due = part.steps.filter(({ isDue }) => isDue(request));
    if (due.length === 0) continue;
    shared.answer = await part.within(orm, request, (tx, now) => inOrder(due, { ...shared, tx, now }));
  }
  return shared.answer;
}

async function inOrder(due: readonly Step[], turn: Turn): Promise<SentAnswer> {
  for (const { run } of due) {
    const pending = run(turn);
    if (pending) await pending;
    if (turn.isOver) break;
  }
  return turn.answer;
}
