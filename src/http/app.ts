import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { atFirstUse } from '../lib/at-first-use.ts';
import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import { firstTenant } from '../platform/sql/tenants.ts';
import type { Gate } from './gate.ts';
import { door } from './admission/door.ts';
import { shapeOf } from './error-shape.ts';
import { traceRequest } from './trace-request.ts';
import type { RequestContext } from './request-context.ts';
import { rateHeaders } from './admission/limits.ts';
import { metricsForLocalPeers } from './metrics-server.ts';
import { openOutbox } from '../platform/outbox.ts';
import { serveOutbox } from './dev-mail.ts';
import { serveDashboard } from './dashboard.ts';
import { serveReference } from './reference/reference.ts';
import { commonHeaders, requestIdOf } from './request-id.ts';
import { scimTypeFor } from './scim-failures.ts';
import { serveStartPage } from './start-page.ts';
import { type TransportOf, transportReader } from './transport.ts';
import { turningAway } from './admission/turning-away.ts';
import { serveUi } from './ui.ts';
import type { AppParts } from './app-parts.ts';
import { responder } from './respond.ts';
import { openGate } from './open-gate.ts';

const loadExpress = codeAtFirstUse(() => import('express'));

/** Builds the application: one function that takes every request through the checks to its handler. */
export async function createApp(parts: AppParts): Promise<RequestListener> {
  const { config, metrics, tracer, log } = parts;
  const transportOf = transportReader(config, (proxy) =>
    log.warn(
      { proxy },
      'a proxy of TRUSTED_PROXIES sent an X-Forwarded-For whose last address cannot be read; such requests fit no allow list and no location',
    ),
  );
  const entrance = door(config.requireHttps, parts.sizes);
  metrics.watch(entrance.crowds);
  const gate = openGate(parts, entrance, await answerJudge(parts));
  const turnAway = turningAway({ metrics, log, baseUrl: parts.baseUrl, judge: gate.judge });
  const respond = responder(parts, gate);
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
  const outbox = openOutbox(config);
  const pages = atFirstUse(() => appOfPages(parts, { transportOf, outbox, serve }));
  const isMetrics = (url = ''): boolean => /^\/metrics(?![^/?])/.test(url);
  // Only pages pass through Express: it answers by itself, in HTML, what its own parser of targets refuses.
  const isPage = (url = ''): boolean =>
    /^\/((docs|llms\.txt|metrics|ui|dev|admin(\/(assets|proved|org_\w*))?)(?![^/?])|\?|$)/.test(url);
  return (request, response) => {
    if ((parts.isClosed() && !isMetrics(request.url)) || !isPage(request.url))
      return serve(request, response);
    pages().then(
      (app) => app(request, response),
      (error: unknown) => failed(response, error),
    );
  };
}

interface PagesParts {
  transportOf: TransportOf;
  outbox: ReturnType<typeof openOutbox>;
  serve: RequestListener;
}

/** Serves pages by Express, and everything else by `serve`. Express serves pages alone, so the first page loads it. */
async function appOfPages(
  { config, pool, baseUrl, metrics }: AppParts,
  { transportOf, outbox, serve }: PagesParts,
): Promise<RequestListener> {
  const { default: express } = await loadExpress();
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(serveReference(config, transportOf));
  app.use(serveUi(config, transportOf));
  app.use(serveDashboard(config, transportOf));
  app.use(serveOutbox(outbox, transportOf, baseUrl));
  app.use(
    serveStartPage({
      config,
      transportOf,
      baseUrl,
      hasMails: outbox !== undefined,
      firstOrganization: () => firstTenant(pool),
    }),
  );
  if (config.metricsPort === undefined) app.use(metricsForLocalPeers(metrics, transportOf));
  app.use(serve);
  return app;
}

/** @returns throws where a response breaks the contract; undefined outside tests */
async function answerJudge({ checkAnswers }: AppParts): Promise<Gate['judge']> {
  if (!checkAnswers) return undefined;
  const { loadAnswerFault } = await import('./answer-faults.ts');
  const faultOf = await loadAnswerFault();
  return (context, { status, body, headers }) => {
    const all = {
      ...context.headers,
      ...(context.standing ? rateHeaders(context.standing) : {}),
      ...headers,
    };
    const type = all['Content-Type'] ?? 'application/json';
    const fault = context.id && faultOf(context.id, { status, body, headers: all, type });
    if (fault) throw new Error(`The response of ${context.id} violates the contract: ${fault}`);
  };
}

function open(request: IncomingMessage, response: ServerResponse, transportOf: TransportOf): RequestContext {
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
