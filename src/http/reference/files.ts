// The reference of the API at /docs: pages made from the contract, and a search. Everything they need is served by us.
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { serveAssets, type StaticFile } from './assets.ts';
import { pages } from './reference/pages.ts';
import { searchEntries } from './reference/search-entries.ts';
import type { Transport } from './transport.ts';

// import.meta.resolve is not there in every runtime that runs us (vitest on Deno).
const { resolve } = createRequire(import.meta.url);
const own = (name: string): URL => new URL(`reference/browser/${name}`, import.meta.url);

const page = 'text/html; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** The files of the reference by path. */
const files = new Map<string, StaticFile>([
  ...pages.map(([path, make]): [string, StaticFile] => [path, { type: page, make }]),
  ['/docs/search.json', { type: 'application/json; charset=utf-8', make: searchEntries }],
  ['/docs/start.js', { type: script, file: own('start.js') }],
  ['/docs/search.js', { type: script, file: own('search.js') }],
  ['/docs/samples.js', { type: script, file: own('samples.js') }],
  ['/docs/try.js', { type: script, file: own('try.js') }],
  ['/docs/content.css', { type: 'text/css; charset=utf-8', file: own('content.css') }],
  ['/docs/style.css', { type: 'text/css; charset=utf-8', file: own('style.css') }],
  // The package exports its module for bundlers only. Its file is found by the one that `require` takes.
  [
    '/docs/minisearch.js',
    { type: script, file: new URL('../es/index.js', pathToFileURL(resolve('minisearch'))) },
  ],
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
