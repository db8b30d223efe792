import type { Work } from '../../generated/operations.ts';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { isAddress } from '../lib/address.ts';
import { atFirstUse } from '../lib/at-first-use.ts';
import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import type { ScopeUses } from '../credentials/scope-uses.ts';
import { headersOf } from './answer-headers.ts';
import type { AccessGuard } from '../conditional-access/judge/machines.ts';
import type { Config } from '../config.ts';
import type { PolicyGuard } from '../policies/judge/uses.ts';
import type { Log } from '../platform/log.ts';
import { firstTenant } from '../platform/sql/tenants.ts';
import { noteUse } from '../credentials/sql/authenticate-keys.ts';
import { bytesReader, ClientGone } from './body/body-bytes.ts';
import { bodyWork } from './body/body-work.ts';
import { countFailure, noteProof } from './admission/address-check.ts';
import { bucketsOf } from './admission/buckets.ts';
import { type Checked, checks } from './checks.ts';
import type { Gate } from './gate.ts';
import type { Contract } from './contract/contract.ts';
import type { Size } from './admission/crowd.ts';
import { door } from './admission/door.ts';
import { shapeOf } from './error-shape.ts';
import { codeOfRefusal, traceRequest } from './trace-request.ts';
import { activeSpan, type Tracer } from '../platform/tracing.ts';
import type { RequestContext } from './request-context.ts';
import type { SentAnswer, StoredAnswer } from './idempotency.ts';
import { sessionOf, userAuthenticator } from './user-authentication.ts';
import { rateHeaders } from './admission/limits.ts';
import type { Metrics } from './metrics.ts';
import { metricsForLocalPeers } from './metrics-server.ts';
import { openOutbox } from '../platform/outbox.ts';
import { serveOutbox } from './dev-mail.ts';
import { serveDashboard } from './dashboard.ts';
import { serveReference } from './reference/reference.ts';
import { commonHeaders, requestIdOf } from './request-id.ts';
import { placesOfOperations } from './admission/places.ts';
import { refuse } from './refuse.ts';
import { run, type RunParts } from './run.ts';
import { scimTypeFor } from './scim-failures.ts';
import {
  hasScimToken,
  isKnownToken,
  scimAuthenticator,
  scimEffort,
  scimTokenCheck,
} from './scim-token-authentication.ts';
import { authenticator, isKnownKey, keyOf } from './api-key-authentication.ts';
import { knownBrowsers } from './admission/known-browsers.ts';
import { knownCallers } from './admission/known-callers.ts';
import { lookUps } from './admission/look-ups.ts';
import { letWrite } from './engine-answer.ts';
import { sendStream } from './send-stream.ts';
import { tenantFinder } from './tenant-finder.ts';
import { serveStartPage } from './start-page.ts';
import { transportReader } from './transport.ts';
import { turningAway } from './admission/turning-away.ts';
import { serveUi } from './ui.ts';

/** The parts of the HTTP side of the service. */
export interface AppParts extends RunParts {
  /** For those statements of every request that must wait for a row. */
  patient: Pool;
  /** For the statements of every request. */
  pool: Pool;
  config: Config;
  contract: Contract;
  policies: PolicyGuard;
  access: AccessGuard;
  metrics: Metrics;
  tracer: Tracer;
  /** Told which right every call used that was not refused. */
  rights: Pick<ScopeUses, 'note'>;
  /** Whether the node is closed after a restore. */
  isClosed: () => boolean;
  /** Whether every answer is held against the contract, and one that breaks it becomes a 500; for tests. */
  checkAnswers?: boolean;
  /** How many requests of each class of work run at once; for tests. */
  sizes?: Readonly<Record<Work, Size>> | undefined;
}

const loadExpress = codeAtFirstUse(() => import('express'));

/** Builds the application: one function that takes every request through the checks to its handler. */
export async function createApp(parts: AppParts): Promise<RequestListener> {
  const { config, contract, pool, patient, metrics, tracer, log, rights } = parts;
  const transportOf = transportReader(config, (proxy) =>
    log.warn(
      { proxy },
      'a proxy of TRUSTED_PROXIES sent an X-Forwarded-For whose last address cannot be read; such requests fit no allow list and no location',
    ),
  );
  const faultOf = parts.checkAnswers
    ? await import('./answer-faults.ts').then(({ loadAnswerFault }) => loadAnswerFault())
    : undefined;
  const assertContract = (context: RequestContext, { status, body, headers }: StoredAnswer): void => {
    const all = {
      ...context.headers,
      ...(context.standing ? rateHeaders(context.standing) : {}),
      ...headers,
    };
    const type = all['Content-Type'] ?? 'application/json';
    const fault = context.id && faultOf?.(context.id, { status, body, headers: all, type });
    if (fault) throw new Error(`The response of ${context.id} violates the contract: ${fault}`);
  };

  const effort = scimEffort(config);
  const [knownKeys, knownTokens] = [knownCallers(), knownCallers()];
  const byKey = authenticator({ hot: pool, patient }, config, knownKeys);
  const byCookie = userAuthenticator(parts, config);
  const entrance = door(config.requireHttps, parts.sizes);
  const gate: Gate = {
    config,
    contract,
    buckets: bucketsOf(pool),
    isTenant: tenantFinder(pool),
    proofs: knownCallers(),
    browsers: knownBrowsers(pool, parts.baseUrl),
    baseUrl: parts.baseUrl,
    isClosed: parts.isClosed,
    authenticate: {
      apiKey: (context, presented) =>
        sessionOf(context, parts.baseUrl()) === undefined
          ? byKey(context, presented)
          : byCookie.authenticate(context),
      scimToken: scimAuthenticator(pool, config, effort, knownTokens),
    },
    howKnown: (context) => {
      if (context.facts?.scheme === 'scimToken')
        return isKnownToken(context, knownTokens) ? 'known' : hasScimToken(context) ? 'possible' : 'none';
      if (sessionOf(context, parts.baseUrl()) !== undefined)
        return byCookie.isKnown(context) ? 'known' : 'possible';
      if (!keyOf(context)) return 'none';
      return isKnownKey(context, knownKeys) ? 'known' : 'possible';
    },
    lookUps: { callers: lookUps(), proofs: lookUps() },
    recheck: scimTokenCheck(pool, effort),
    effort,
    places: placesOfOperations(),
    readBytes: { known: bytesReader(), strange: bytesReader() },
    bodyWork: bodyWork(config.rateLimitPerMinute),
    door: entrance,
    policies: parts.policies,
    access: parts.access,
    noteUse: ({ orgId, credentialId }) => noteUse(pool, orgId, credentialId),
    ...(faultOf ? { judge: assertContract } : {}),
  };

  const turnAway = turningAway({ metrics, log, baseUrl: parts.baseUrl, judge: gate.judge });
  metrics.watch(entrance.crowds);

  /** @returns undefined if the client has gone */
  const respond = async (context: RequestContext): Promise<StoredAnswer | undefined> => {
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
    const seconds = (performance.now() - context.started) / 1000;
    metrics.observe(context.id ?? 'none', answer.status, seconds);
    if (context.facts?.metric === 'verification' && answer.status === 200)
      metrics.verified(codeOf(answer.body));
    logAnswer(log, context, answer, seconds);
    noteProof(context, gate, answer.status);
    await countFailure(context, gate, answer.status).catch((err: unknown) =>
      log.warn({ err, requestId: context.requestId }, 'a request was not counted'),
    );
    return answer;
  };

  const outbox = openOutbox(config);
  /** @returns the status of the response */
  const handle = (context: RequestContext): Promise<number | undefined> =>
    traceRequest(tracer, context, () => respond(context));
  const failed = (response: ServerResponse, error: unknown): void => {
    log.error({ err: error }, 'a response could not be sent');
    response.destroy();
  };
  const serve: RequestListener = (request, response) => {
    try {
      const context = open(request, response, transportOf);
      if (entrance.isClosedTo(context)) return turnAway(context);
      handle(context).then(
        (status) => entrance.leave(context, status),
        (error: unknown) => {
          entrance.leave(context);
          failed(response, error);
        },
      );
    } catch (error) {
      failed(response, error);
    }
  };
  /** Express serves pages alone, so the first page loads it. */
  const pages = atFirstUse(async () => {
    const { default: express } = await loadExpress();
    const app = express();
    app.disable('x-powered-by');
    app.set('etag', false);
    app.use(serveReference(config, transportOf));
    app.use(serveUi(config, transportOf));
    app.use(serveDashboard(config, transportOf));
    app.use(serveOutbox(outbox, transportOf, parts.baseUrl));
    app.use(
      serveStartPage({
        config,
        transportOf,
        baseUrl: parts.baseUrl,
        hasMails: outbox !== undefined,
        firstOrganization: () => firstTenant(pool),
      }),
    );
    if (config.metricsPort === undefined) app.use(metricsForLocalPeers(metrics, transportOf));
    app.use(serve);
    return app;
  });
  const isMetrics = (url = ''): boolean => /^\/metrics(?![^/?])/.test(url);
  // Only pages pass through Express: it answers by itself, in HTML, what its own parser of targets refuses.
  const isPage = (url = ''): boolean =>
    /^\/((docs|metrics|ui|dev|admin(\/(assets|proved|org_\w*))?)(?![^/?])|\?|$)/.test(url);
  return (request, response) => {
    if ((parts.isClosed() && !isMetrics(request.url)) || !isPage(request.url))
      return serve(request, response);
    pages().then(
      (app) => app(request, response),
      (error: unknown) => failed(response, error),
    );
  };
}

const codeOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'none';

/** A permission is used by a call that it let through to a success; what is refused leaves no use. */
function noteRight(
  { facts, caller, now }: RequestContext,
  { status }: StoredAnswer,
  rights: AppParts['rights'],
): void {
  if (facts?.permission && caller && 'credentialId' in caller && now && status < 400)
    rights.note(caller, [facts.permission], now);
}

function open(
  request: IncomingMessage,
  response: ServerResponse,
  transportOf: (request: IncomingMessage) => RequestContext['transport'],
): RequestContext {
  const requestId = requestIdOf(request);
  const transport = transportOf(request);
  const target = request.url ?? '/';
  const question = target.indexOf('?');
  const rawPath = question === -1 ? target : target.slice(0, question);
  const errors = shapeOf(rawPath);
  const type: Record<string, string> =
    errors === 'scim' ? { 'Content-Type': scimTypeFor(request.headers.accept) } : {};
  return {
    request,
    response,
    method: request.method ?? '',
    incoming: request.headers,
    dryRun: errors === 'scim' && request.headers['x-dry-run'] === 'true',
    requestId,
    transport,
    started: performance.now(),
    rawPath,
    rawQuery: question === -1 ? '' : target.slice(question + 1),
    path: {},
    query: {},
    attempt: {},
    errors,
    headers: { ...commonHeaders(requestId, transport.secure), ...type },
  };
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
