import type { OutgoingHttpHeaders } from 'node:http';
import { isAddress } from '../lib/address.ts';
import { headersOf } from './answer-headers.ts';
import type { Log } from '../platform/log.ts';
import { ClientGone } from './body/body-bytes.ts';
import { countFailure, noteProof } from './admission/address-check.ts';
import { type Checked, checks } from './checks.ts';
import type { Gate } from './gate.ts';
import { codeOfRefusal } from './trace-request.ts';
import { activeSpan } from '../platform/tracing.ts';
import type { RequestContext } from './request-context.ts';
import type { SentAnswer, StoredAnswer } from './idempotency.ts';
import { refuse } from './refuse.ts';
import { run } from './run.ts';
import { letWrite } from './engine-answer.ts';
import { sendStream } from './send-stream.ts';
import type { AppParts } from './app-parts.ts';

/** Responds to a request. @returns undefined if the client has gone */
export type Respond = (context: RequestContext) => Promise<StoredAnswer | undefined>;

/** Makes the function that takes a request through the checks to its handler, and sends the response. */
export function responder(parts: AppParts, gate: Gate): Respond {
  const { metrics, log, rights } = parts;
  return async (context) => {
    const { response } = context;
    let answer: SentAnswer | undefined;
    try {
      // A connection that was reset before it was looked at has no peer any more.
      if (!isAddress(context.transport.address)) throw new ClientGone();
      for (const check of checks) {
        const pending = check(context, gate);
        if (pending) await pending;
      }
      answer = await run(context as Checked, parts, gate);
      if (answer.write) {
        answer = await letWrite(context, answer.write, gate.judge !== undefined);
      } else gate.judge?.(context, answer);
      noteRight(context, answer, rights);
    } catch (error) {
      if (error instanceof ClientGone) {
        response.destroy();
        return undefined;
      }
      answer?.sent?.();
      // A part of an answer that ended well would pass for the whole.
      if (response.headersSent) throw error;
      answer = await refuse(context, error, parts);
      gate.judge?.(context, answer);
    }
    // A stream of events ends when its client likes, which says nothing of the service.
    const live = answer.gone && (performance.now() - context.started) / 1000;
    try {
      const interrupted = answer.stream && (await sendStream(context, answer, answer.stream));
      if (interrupted)
        log.warn(
          { err: interrupted.cause, requestId: context.requestId, operation: context.id },
          interrupted.message,
        );
    } finally {
      answer.sent?.();
    }
    if (!answer.stream && !response.headersSent) send(context, answer);
    const seconds = live ?? (performance.now() - context.started) / 1000;
    metrics.observe(context.id ?? 'none', answer.status, seconds);
    if (context.facts?.metric === 'verification' && answer.status === 200)
      metrics.verified(codeOf(answer.body));
    const { caller, facts } = context;
    if (caller && 'operatorKeyId' in caller && facts?.audit)
      noteOperated(context, { ...caller, action: facts.audit }, answer, parts);
    logAnswer(log, context, answer, seconds);
    noteProof(context, gate, answer.status);
    await countFailure(context, gate, answer.status).catch((err: unknown) =>
      log.warn({ err, requestId: context.requestId }, 'a request was not counted'),
    );
    return answer;
  };
}

const stops: ReadonlySet<string> = new Set(['organization.suspend', 'organization.close']);

/** Counts an act of an operator. A line warns of each organization that was stopped: its key may have leaked. */
function noteOperated(
  { attempt, path, requestId }: RequestContext,
  { action, operatorKeyId }: { action: string; operatorKeyId: string },
  { status }: StoredAnswer,
  { metrics, log }: Pick<AppParts, 'metrics' | 'log'>,
): void {
  metrics.operated(action, status < 300 ? 'SUCCESS' : 'FAILURE');
  if (status < 300 && stops.has(action) && (attempt.changes ?? []).length > 0)
    log.warn(
      { operatorKeyId, organizationId: path['id'], action, requestId },
      'an operator stopped an organization',
    );
}

const codeOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'none';

/** A permission is used by a call that it let through to a success; what is refused leaves no use. */
function noteRight(
  { facts, caller, now, stepPermissions }: RequestContext,
  { status }: StoredAnswer,
  rights: AppParts['rights'],
): void {
  if (facts?.permission && caller && 'credentialId' in caller && now && status < 400)
    rights.note(caller, [facts.permission, ...(stepPermissions ?? [])], now);
}

function send(context: RequestContext, answer: SentAnswer): void {
  const { request, response } = context;
  const { body, bytes } = answer;
  const content = bytes ?? (body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
  const all: OutgoingHttpHeaders = {
    ...headersOf(context, answer),
    'Content-Length': Buffer.byteLength(content),
  };
  // RFC 9110 section 8.6: what has no content has no length either, nor a type.
  if (answer.status === 204) {
    delete all['Content-Length'];
    delete all['Content-Type'];
  }
  response.writeHead(answer.status, all);
  if (request.method === 'HEAD') response.end();
  else response.end(content);
}

function logAnswer(log: Log, context: RequestContext, answer: StoredAnswer, seconds: number): void {
  const { status } = answer;
  const quiet =
    status < 400 && (context.request.method === 'GET' || context.facts?.quiet === true || !context.caller);
  const level = quiet ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const { requestId, id, request, caller } = context;
  log[level](
    {
      requestId,
      operation: id,
      method: request.method,
      status,
      code: codeOfRefusal(answer),
      ms: Math.round(seconds * 1e5) / 100,
      org: caller?.orgId,
      caller: caller?.actor.id,
      traceId: activeSpan()?.traceId,
    },
    'request',
  );
}
