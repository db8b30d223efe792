// The files that hosted pages load: one stylesheet, the colours of an organization, and scripts. All are served
// by us.
import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { themeOf } from '../platform/pages/branding.ts';
import { serveAssets, type StaticFile } from './assets.ts';
import { answerPage, pathOf, refusedMethod } from './page.ts';
import { isAllowedScheme, type Transport } from './transport.ts';

const folder = new URL('ui/', import.meta.url);
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const files = new Map(
  readdirSync(folder).flatMap((name): [string, StaticFile][] => {
    const type = types[name.slice(name.lastIndexOf('.') + 1)];
    return type === undefined ? [] : [[`/ui/${name}`, { type, file: new URL(name, folder) }]];
  }),
);

/** None of them is a page, and nothing runs from them but where a page of ours loads them. */
const headers = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Serves the files of src/http/ui, and the colours that a path names. */
export function serveUi(
  config: Pick<Config, 'requireHttps'>,
  transportOf: (request: IncomingMessage) => Transport,
): RequestHandler {
  const serve = serveAssets(config, transportOf, files, headers);
  return (request, response, next) => {
    const theme = themeOf(pathOf(request));
    if (theme === undefined) return serve(request, response, next);
    const transport = transportOf(request);
    if (!isAllowedScheme(transport, config.requireHttps)) return next();
    if (refusedMethod(request, response, transport.secure)) return undefined;
    // Its address says all that is in it.
    const immutable = { ...headers, 'Cache-Control': 'public, max-age=31536000, immutable' };
    const page = { type: types['css'] ?? '', body: theme, headers: immutable };
    return answerPage(request, response, Promise.resolve(page), transport.secure);
  };
}
