import { Failure } from '../failure.ts';
import { cpuMilliseconds, inTurns } from '../lib/turns.ts';
import type { Bulk, BulkAnswer, BulkStep } from '../operation.ts';
import { type Checked, stepChecks } from './checks.ts';
import { findOperation } from './contract/find-operation.ts';
import type { Gate } from './gate.ts';
import type { StoredAnswer } from './idempotency.ts';
import type { RequestContext } from './request-context.ts';

/** How a step that has passed its checks runs, and how one is answered that was refused. */
interface Ways {
  run: (step: Checked) => Promise<StoredAnswer>;
  refuse: (
    step: RequestContext,
    error: unknown,
  ) => Promise<StoredAnswer & { headers: Record<string, string> }>;
}

/** Makes what lets a handler do much work for a tenant, and charges the tenant for it. */
export const bulkOf = (context: Checked, gate: Gate, ways: Ways): Bulk => ({
  perform: (step) => perform(step, context, gate, ways),
  reserve: (steps) => reserve(steps, context, gate),
  read: () => read(context, gate),
  think: (work, pause, options = {}) => think(work, { pause, most: mostThought, ...options }, context, gate),
});

/** Milliseconds of CPU. A read has at most a page of rows. */
const millisecondsOfAStep = 5;
const turn = 10;
const mostThought = 500;

/** Its steps are not refused for what it has reserved, but for what they take beside that. */
function reserve(steps: number, context: Checked, gate: Gate): void {
  const { caller, now, reserved } = context;
  // A transaction that runs again reserves nothing more.
  if (!caller || !now || reserved !== undefined) return;
  const effort = accountOf(context, gate);
  context.reserved = steps * millisecondsOfAStep;
  // Its steps pay for its body. Otherwise the longest body would leave too little for its steps, each time that it comes.
  effort.spend(caller.orgId, -(context.bodyCharge ?? 0));
  effort.check(caller.orgId, now, context.reserved);
  effort.spend(caller.orgId, context.reserved);
}

function read(context: Checked, gate: Gate): void {
  const { caller, now, reserved = 0 } = context;
  if (!caller || !now) return;
  const effort = accountOf(context, gate);
  effort.check(caller.orgId, now, -reserved);
  effort.spend(caller.orgId, millisecondsOfAStep);
}

/** Returns the account of a request: that of directories, or that of everything else that does much work at once. */
const accountOf = ({ errors }: Checked, { effort, work }: Gate): Gate['effort'] =>
  errors === 'scim' ? effort : work;

function think<Result>(
  work: Generator<undefined, Result>,
  { pause, most }: { pause: () => Promise<void>; most: number },
  context: Checked,
  gate: Gate,
): Promise<Result> {
  const { caller, now, reserved = 0 } = context;
  const effort = accountOf(context, gate);
  // Requests that came together have passed the check before any of them has spent anything.
  if (caller && now) effort.check(caller.orgId, now, -reserved);
  return inTurns(work, {
    turn,
    most,
    clock: cpuMilliseconds,
    pause,
    tooLong: () =>
      new Failure('PAYLOAD_TOO_LARGE', {
        detail: 'the request takes too much work; send some of its operations and filters in another request',
      }),
    spend: (milliseconds) => {
      if (caller) effort.spend(caller.orgId, milliseconds);
    },
  });
}

const notOfBulk =
  'method and path must be a POST to /Users or /Groups, or a PUT, PATCH or DELETE of one of them';

/**
 * Runs a step of a bulk request through the checks that are its own, in a transaction of its own, with its own rows in
 * audit and provisioning log (RFC 7644 section 3.7).
 */
async function perform(asked: BulkStep, whole: Checked, gate: Gate, ways: Ways): Promise<BulkAnswer> {
  const step = stepOf(asked, whole);
  let answer: StoredAnswer;
  try {
    findOperation(step);
    if (!step.facts?.audit || step.facts.audit === 'none')
      throw new Failure('SCIM_VALUE_INVALID', { detail: notOfBulk });
    if (asked.refusal) throw asked.refusal;
    for (const check of stepChecks) await check(step, gate);
    answer = await ways.run(step as Checked);
    gate.judge?.(step, answer);
  } catch (error) {
    answer = await ways.refuse(step, error);
  }
  return { status: answer.status, body: answer.body, headers: { ...step.headers, ...answer.headers } };
}

function stepOf({ method, path, body, ifMatch }: BulkStep, whole: Checked): RequestContext {
  const { id: _id, facts: _facts, body: _body, ...shared } = whole;
  return {
    ...shared,
    method,
    incoming: { 'user-agent': whole.incoming['user-agent'], 'if-match': ifMatch },
    rawPath: whole.rawPath.replace(/\/+Bulk\/*$/, '') + path,
    rawQuery: '',
    path: {},
    query: {},
    attempt: {},
    dryRun: false,
    headers: { 'X-Request-Id': whole.requestId },
    ...(body === undefined ? {} : { body: { value: body, bytes: Buffer.alloc(0) } }),
  };
}
