import { operations } from '../../generated/operations.ts';
import { Failure } from '../failure.ts';
import type { OperationId } from '../operation.ts';
import type { OwnStep, Steps } from '../platform/steps.ts';
import { scopeCatalogue } from '../lib/scope.ts';
import { requireAlso } from '../platform/grants.ts';
import { inStep, takingBack } from '../platform/tenancy.ts';
import type { Tx } from '../platform/tx.ts';
import { checkContract, type Checked, ownStepChecks } from './checks.ts';
import type { Gate } from './gate.ts';
import type { SentAnswer } from './idempotency.ts';
import type { RequestContext } from './request-context.ts';
import { stepBoundsOf } from './step-bounds.ts';

/** How a step that has passed its checks runs. */
interface Ways {
  run: (step: Checked, tx?: Tx, now?: Date) => Promise<SentAnswer>;
  open: Steps['open'];
  takeBack: Steps['takeBack'];
  noteDenied: Steps['noteDenied'];
}

/** Makes what lets a handler perform operations for its caller: each through its own checks, several in one transaction. */
export function stepsOf(whole: Checked, gate: Gate, { run, open, takeBack, noteDenied }: Ways): Steps {
  const checked = async (asked: OwnStep): Promise<Checked> => {
    const step = stepOf(asked, whole);
    for (const check of ownStepChecks) await check(step, gate);
    checkContract(step, gate);
    return step;
  };
  const done = (step: Checked, answer: SentAnswer, isKept: boolean): unknown => {
    gate.judge?.(step, answer);
    const { permission } = step.facts;
    if (isKept && permission) {
      (whole.stepPermissions ??= new Set()).add(permission);
      // A replay of the whole asks for it again.
      const scope = scopeCatalogue.find((one) => one === permission);
      if (whole.caller && scope) requireAlso(whole.caller, scope);
    }
    return answer.body;
  };
  return {
    complete(asked) {
      const step = stepOf(asked, whole);
      checkContract(step, gate);
      return step.body?.value;
    },
    prepare(id) {
      try {
        checkContract(stepOf({ id, body: {} }, whole), gate);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    },
    require(id) {
      const step = stepOf({ id }, whole);
      for (const check of ownStepChecks) void check(step, gate);
    },
    async read(asked, tx) {
      const step = await checked(asked);
      const answer = tx ? await inStep(tx, (own, now) => run(step, own, now)) : await run(step);
      return done(step, answer, true);
    },
    async change(asked, tx, { trial } = {}) {
      const step = await checked(asked);
      trial?.();
      const answer = await inStep(tx, (own, now) => run(step, own, now));
      return done(step, answer, trial === undefined);
    },
    async judge(asked, tx) {
      const step = await checked(asked);
      await takingBack(tx, (own, now) => run(step, own, now));
    },
    ...stepBoundsOf(whole, gate),
    open,
    takeBack,
    noteDenied,
  };
}

function stepOf({ id: named, path = {}, query = {}, body }: OwnStep, whole: Checked): Checked {
  const id = named as OperationId;
  const facts = operations[id];
  const { body: _body, content: _content, stepPermissions: _used, ...shared } = whole;
  const step: RequestContext = {
    ...shared,
    method: facts.method,
    incoming: { 'user-agent': whole.incoming['user-agent'] },
    rawPath: facts.path,
    rawQuery: new URLSearchParams(query).toString(),
    path: { ...path },
    query: {},
    attempt: {},
    dryRun: false,
    headers: { 'X-Request-Id': whole.requestId },
    ...(body === undefined ? {} : { body: { value: body, bytes: Buffer.alloc(0) } }),
  };
  return { ...step, id, facts, errors: facts.errors };
}
