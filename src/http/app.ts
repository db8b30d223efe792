import express from 'express';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { MailAbility } from '../domain/invitations.ts';
import type { SecretUses } from '../domain/verifications.ts';
import { forkFor } from '../database/tenancy.ts';
import { handlers } from '../handlers/index.ts';
import { isAddress } from '../lib/address.ts';
import type { Log } from '../log.ts';
import { type ChangeRequest, recordRefusal, runChange } from './change.ts';
import { type Checked, checks, type Gate } from './checks.ts';
import { loadContract } from './contract.ts';
import type { Exchange } from './exchange.ts';
import { failureOf, refusalOf } from './failures.ts';
import type { StoredAnswer } from './idempotency.ts';
import { addressBucket, rateHeaders, RateLimited } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { Service } from './operation.ts';
import { metricsForLocalPeers } from './metrics-server.ts';
import { serveReference } from './reference.ts';
import { ClientGone } from './request-body.ts';
import { commonHeaders, requestIdOf } from './request-id.ts';
import { authenticator } from './security.ts';
import { transportReader } from './transport.ts';

/** What the HTTP side of the service is made of. */
export interface AppParts {
  config: Config;
  orm: MikroORM;
  /** For the statements of every request, and for those of them that must wait for a row. */
  pool: Pool;
  patient: Pool;
  uses: SecretUses;
  mail: MailAbility;
  service: Service;
  metrics: Metrics;
  log: Log;
  /** Whether every answer is held against the contract, and one that breaks it becomes a 500; for tests. */
  checkAnswers?: boolean;
}

type AnyHandler = (call: unknown) => Promise<StoredAnswer>;

/** Every operation's handler by operationId; the types of `handlers` prove that none is missing. */
const handlerOf = Object.assign({}, ...Object.values(handlers)) as Record<string, AnyHandler>;

/** Builds the application: one function that takes every request through the checks to its handler. */
export async function createApp(parts: AppParts): Promise<RequestListener> {
  const { config, pool, patient, metrics, log } = parts;
  const contract = await loadContract();
  const transportOf = transportReader(config);
  const gate: Gate = {
    config,
    contract,
    addresses: addressBucket(pool),
    authenticate: authenticator({ hot: pool, patient }, config),
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = open(request, response, transportOf);
    let answer: StoredAnswer;
    try {
      // A connection that was reset before it was looked at has no peer any more.
      if (!isAddress(exchange.transport.address)) throw new ClientGone();
      for (const check of checks) {
        const pending = check(exchange, gate);
        if (pending) await pending;
      }
      answer = await run(exchange as Checked, parts);
      if (parts.checkAnswers) assertContract(exchange, answer);
    } catch (error) {
      if (error instanceof ClientGone) {
        response.destroy();
        return;
      }
      answer = await refuse(exchange, error, parts);
      if (parts.checkAnswers) assertContract(exchange, answer);
    }
    send(exchange, answer);
    const seconds = (performance.now() - exchange.started) / 1000;
    metrics.observe(exchange.id ?? 'none', answer.status, seconds);
    logAnswer(log, exchange, answer, seconds);
  };

  const assertContract = (exchange: Exchange, { status, body, headers }: StoredAnswer): void => {
    const all = {
      ...exchange.headers,
      ...(exchange.standing ? rateHeaders(exchange.standing) : {}),
      ...headers,
    };
    const type = all['Content-Type'] ?? 'application/json';
    const fault = exchange.id && contract.responseFault(exchange.id, { status, body, headers: all, type });
    if (fault) throw new Error(`The answer of ${exchange.id} breaks the contract: ${fault}`);
  };

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(serveReference(config, transportOf));
  if (config.metricsPort === undefined) app.use(metricsForLocalPeers(metrics, transportOf));
  const serve: RequestListener = (request, response) => {
    handle(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a request could not be answered');
      response.destroy();
    });
  };
  app.use(serve);
  void contract.warmUp();
  // Only pages pass through Express: it answers by itself, in HTML, what its own parser of targets refuses.
  return (request, response) =>
    /^\/(docs|metrics)(?![^/?])/.test(request.url ?? '') ? app(request, response) : serve(request, response);
}

function open(
  request: IncomingMessage,
  response: ServerResponse,
  transportOf: (request: IncomingMessage) => Exchange['transport'],
): Exchange {
  const requestId = requestIdOf(request);
  const transport = transportOf(request);
  const target = request.url ?? '/';
  const question = target.indexOf('?');
  return {
    request,
    response,
    requestId,
    transport,
    started: performance.now(),
    rawPath: question === -1 ? target : target.slice(0, question),
    rawQuery: question === -1 ? '' : target.slice(question + 1),
    path: {},
    query: {},
    attempt: {},
    headers: commonHeaders(requestId, transport.secure),
  };
}

async function run(exchange: Checked, parts: AppParts): Promise<StoredAnswer> {
  const { id, facts, caller, path, query, body, transport, request, attempt } = exchange;
  const { config, orm, uses, mail, service } = parts;
  const handler = handlerOf[id];
  if (!handler) throw new Error(`${id} has no handler`);
  const call = {
    body: body?.value,
    path,
    query,
    caller,
    now: exchange.now,
    address: transport.address,
    ifMatch: request.headers['if-match'],
    attempt,
    uses,
    quotas: config,
    mail,
    service,
  };
  if (!caller || !exchange.now) return handler(call);
  const change = changeOf(exchange);
  // Only reads go through entities; what changes nothing and is no read (verify) has statements of its own.
  if (!change)
    return handler(facts.method === 'GET' ? { ...call, em: forkFor(orm, caller, exchange.now) } : call);
  return runChange(orm, change, (em, now) => handler({ ...call, em, now }));
}

/** @returns undefined for operations that change nothing worth an audit row: reads, and verify */
function changeOf(exchange: Exchange): ChangeRequest | undefined {
  const { id, facts, caller, path, body, request, requestId, transport, attempt } = exchange;
  if (!id || !facts?.audit || facts.audit === 'none' || !caller) return undefined;
  const key = facts.idempotent ? request.headers['idempotency-key'] : undefined;
  return {
    id,
    action: facts.audit,
    caller,
    requestId,
    address: transport.address,
    userAgent: request.headers['user-agent'],
    pathId: Object.values(path)[0],
    attempt,
    idempotency: typeof key === 'string' ? { key, path: exchange.rawPath, body: body?.bytes } : undefined,
  };
}

/**
 * What was denied, or failed for what it found, is on record before it is answered. Malformed requests name no attempt
 * on anything, and what failed for a fault or an outage of ours is in the log.
 */
const recordedStatuses = new Set([403, 404, 409, 412]);

async function refuse(exchange: Exchange, thrown: unknown, { orm, log }: AppParts): Promise<StoredAnswer> {
  const { requestId } = exchange;
  let failure = failureOf(thrown);
  const change = changeOf(exchange);
  if (change && recordedStatuses.has(failure.status)) {
    try {
      await recordRefusal(orm, change, failure);
    } catch (error) {
      failure = failureOf(error);
    }
  }
  if (failure.status >= 500)
    log.error({ requestId, operation: exchange.id, err: failure.cause }, failure.code);
  const refusal = refusalOf(failure, requestId);
  if (failure instanceof RateLimited) {
    exchange.standing = failure.standing;
    refusal.headers['Retry-After'] = String(failure.retryAfterSeconds);
  }
  return refusal;
}

function send({ request, response, headers, standing }: Exchange, answer: StoredAnswer): void {
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  const all: Record<string, string | number> = {
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
    ...(standing ? rateHeaders(standing) : undefined),
    ...answer.headers,
    'Content-Length': Buffer.byteLength(text),
  };
  // A body that was not read to its end would be taken for the next request.
  if (!request.complete) all['Connection'] = 'close';
  response.writeHead(answer.status, all);
  if (request.method === 'HEAD') response.end();
  else response.end(text);
}

function logAnswer(log: Log, exchange: Exchange, { status, body }: StoredAnswer, seconds: number): void {
  const quiet =
    status < 400 &&
    (exchange.request.method === 'GET' || exchange.id === 'verifyCredential' || !exchange.caller);
  const level = quiet ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const { requestId, id, request, caller } = exchange;
  const code =
    status >= 400 && typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  log[level](
    {
      requestId,
      operation: id,
      method: request.method,
      status,
      code,
      ms: Math.round(seconds * 1e5) / 100,
      org: caller?.orgId,
      credential: caller?.credentialId,
    },
    'request',
  );
}
