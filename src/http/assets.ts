// Files that are served as they are: of the reference, and of hosted pages.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { atFirstUse } from '../lib/at-first-use.ts';
import { answerPage, type Page, pathOf, refusedMethod } from './page.ts';
import { isAllowedScheme, type Transport } from './transport.ts';

interface Asset {
  bytes: Buffer;
  /** By the name of the encoding, the smaller one first. */
  packed: ReadonlyMap<string, Buffer>;
  tag: string;
}

/** A static file: its type, and its place or the function that makes it. */
export type StaticFile = { type: string } & ({ file: URL } | { make: () => string | Promise<string> });

/** Serves files by their paths; what it does not know, and plain HTTP that is refused, is left to the API's checks. */
export function serveAssets(
  { requireHttps }: Pick<Config, 'requireHttps'>,
  transportOf: (request: IncomingMessage) => Transport,
  files: ReadonlyMap<string, StaticFile>,
  headers: Readonly<Record<string, string>>,
): RequestHandler {
  // A file that could not be read is read again by the next request: its folder may have been replaced meanwhile.
  const assets = new Map(
    [...files].map(([path, source]) => [
      path,
      { type: source.type, load: atFirstUse(() => readAsset(source)) },
    ]),
  );

  return (request, response, next) => {
    const found = assets.get(pathOf(request));
    if (!found) return next();
    const transport = transportOf(request);
    if (!isAllowedScheme(transport, requireHttps)) return next();
    if (refusedMethod(request, response, transport.secure)) return;
    const asked = found.load().then((asset) => pageOf(request, { type: found.type, ...asset }, headers));
    void answerPage(request, response, asked, transport.secure);
  };
}

/** Level 9 takes 0.4 s for the largest script, once in a process and beside its thread. Level 11 takes 2 s for 7 % less. */
const brotli = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};

async function readAsset(source: StaticFile): Promise<Asset> {
  const bytes = 'file' in source ? await readFile(source.file) : Buffer.from(await source.make());
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, brotli), promisify(gzip)(bytes)]);
  return {
    bytes,
    packed: new Map([
      ['br', br],
      ['gzip', gz],
    ]),
    tag,
  };
}

const takes = (accepted: string, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);

function pageOf(
  { headers }: IncomingMessage,
  { type, bytes, packed, tag }: Asset & { type: string },
  more: Readonly<Record<string, string>>,
): Page {
  const accepted = headers['accept-encoding']?.toString() ?? '';
  const [encoding, zipped] = [...packed].find(([name]) => takes(accepted, name)) ?? [];
  const etag = `"${tag}${encoding === undefined ? '' : `-${encoding}`}"`;
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return {
    ...(known.includes(etag) ? { status: 304 } : {}),
    type,
    body: zipped ?? bytes,
    headers: {
      // An upgrade must not leave a browser with a new page and an old script, so the page always asks again.
      'Cache-Control': type.startsWith('text/html') ? 'no-cache' : 'public, max-age=3600',
      ...more,
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    },
  };
}
