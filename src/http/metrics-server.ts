import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import type { Metrics } from './metrics.ts';
import type { Service } from '../platform/service.ts';
import { answerPage, type Page, pathOf, refusedMethod, refusePage } from './page.ts';
import type { Transport } from './transport.ts';

/** `/metrics` on the main port, for programs on this machine; for others the path leads nowhere (decisions 8). */
export function metricsForLocalPeers(
  metrics: Metrics,
  transportOf: (request: IncomingMessage) => Transport,
): RequestHandler {
  return (request, response, next) => {
    if (pathOf(request) !== '/metrics') return next();
    const { local, secure } = transportOf(request);
    if (!local) return next();
    if (refusedMethod(request, response, secure)) return;
    void answerPage(request, response, metricsPage(metrics), secure);
  };
}

/** Everything the metrics port serves: what monitoring reads, and no API. */
export function metricsListener(metrics: Metrics, health: Service['health']): RequestListener {
  const pages: Record<string, () => Promise<Page>> = {
    '/metrics': () => metricsPage(metrics),
    '/health/live': () => Promise.resolve(json(200, { status: 'ok', checks: {} })),
    '/health/ready': async () => {
      const found = await health();
      return json(found.status === 'ok' ? 200 : 503, found);
    },
  };
  return (request, response) => {
    const page = Object.hasOwn(pages, pathOf(request)) ? pages[pathOf(request)] : undefined;
    if (!page) return refusePage(request, response, 'NOT_FOUND', false);
    if (refusedMethod(request, response, false)) return;
    void answerPage(request, response, page(), false);
  };
}

const metricsPage = async (metrics: Metrics): Promise<Page> => ({
  type: metrics.contentType,
  body: await metrics.text(),
});

const json = (status: number, value: unknown): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
  ...(status === 503 ? { headers: { 'Retry-After': '2' } } : {}),
});
