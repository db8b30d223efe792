import express, { type Express } from 'express';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';
import { isAllowedScheme, type Transport } from './transport.ts';

/** Serves `/metrics` to programs on this machine, unless it has a port of its own (decisions 8). */
export function serveMetrics(
  app: Express,
  metrics: Metrics,
  config: Pick<Config, 'metricsPort'>,
  transportOf: (request: IncomingMessage) => Transport,
): void {
  if (config.metricsPort !== undefined) return;
  app.get('/metrics', async (request, response, next) => {
    if (!transportOf(request).local) return next();
    response.type(metrics.contentType).send(await metrics.text());
  });
}

const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
void [viewer, isAllowedScheme];

export function serveReference(app: Express): void {
  app.use('/docs', express.static(viewer));
}
