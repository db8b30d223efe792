// The reference page: a viewer of the contract at /docs. Everything it needs is served by us.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { answerPage, type Page, pathOf, refusedMethod } from './page.ts';
import { isAllowedScheme, type Transport } from './transport.ts';

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

interface Asset {
  bytes: Buffer;
  packed: Buffer;
  tag: string;
}

/** Serves the reference; what it does not know, and plain HTTP that is refused, is left to the API's checks. */
export function serveReference(
  { requireHttps }: Pick<Config, 'requireHttps'>,
  transportOf: (request: IncomingMessage) => Transport,
): RequestHandler {
  const loaded = new Map<string, Promise<Asset>>();
  const load = (path: string, file: URL): Promise<Asset> => {
    let asset = loaded.get(path);
    if (!asset) loaded.set(path, (asset = readAsset(file)));
    return asset;
  };

  return (request, response, next) => {
    const path = pathOf(request);
    const found = files.get(path);
    if (!found) return next();
    const transport = transportOf(request);
    if (!isAllowedScheme(transport, requireHttps)) return next();
    if (refusedMethod(request, response, transport.secure)) return;
    const asked = load(path, found.file).then((asset) => pageOf(request, { ...found, ...asset }));
    void answerPage(request, response, asked, transport.secure);
  };
}

async function readAsset(file: URL): Promise<Asset> {
  const bytes = await readFile(file);
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, packed: await promisify(gzip)(bytes), tag };
}

function pageOf({ headers }: IncomingMessage, { type, bytes, packed, tag }: Asset & { type: string }): Page {
  const zipped = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding']?.toString() ?? '');
  const etag = `"${tag}${zipped ? '-gzip' : ''}"`;
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return {
    ...(known.includes(etag) ? { status: 304 } : {}),
    type,
    body: zipped ? packed : bytes,
    headers: {
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      // An upgrade must not leave a browser with a new page and an old script, so the page always asks again.
      'Cache-Control': type === page.type ? 'no-cache' : 'public, max-age=3600',
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    },
  };
}
