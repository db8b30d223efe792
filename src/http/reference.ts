// The reference page: a viewer of the contract at /docs. Everything it needs is served by us.
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { serveAssets } from './assets.ts';
import type { Transport } from './transport.ts';

// import.meta.resolve is not there in every runtime that runs us (vitest on Deno).
const { resolve } = createRequire(import.meta.url);
const viewer = (name: string): URL => pathToFileURL(resolve(`swagger-ui-dist/${name}`));
const own = (name: string): URL => new URL(`reference/${name}`, import.meta.url);

const page = { type: 'text/html; charset=utf-8', file: own('page.html') };
const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** The files of the reference by path; no other file of the viewer is served. */
const files = new Map([
  ['/docs', page],
  ['/docs/', page],
  ['/docs/start.js', { type: script, file: own('start.js') }],
  ['/docs/samples.js', { type: script, file: own('samples.js') }],
  ['/docs/style.css', { type: style, file: own('style.css') }],
  ['/docs/swagger-ui-bundle.js', { type: script, file: viewer('swagger-ui-bundle.js') }],
  ['/docs/swagger-ui.css', { type: style, file: viewer('swagger-ui.css') }],
  ['/docs/favicon.png', { type: 'image/png', file: viewer('favicon-32x32.png') }],
]);

/** Nothing is loaded from elsewhere, and nothing that a document says is run. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Serves the reference; what it does not know, and plain HTTP that is refused, is left to the API's checks. */
export const serveReference = (
  config: Pick<Config, 'requireHttps'>,
  transportOf: (request: IncomingMessage) => Transport,
): RequestHandler =>
  serveAssets(config, transportOf, files, {
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
  });
