// The dashboard at /admin: a single-page application that is built into generated/dashboard (docs/dashboard.md).
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { serveAssets, type StaticFile } from './assets.ts';
import { answerPage, type Page, pathOf, refusedMethod } from './page.ts';
import { isAllowedScheme, type Transport } from './transport.ts';

const folder = new URL('../../generated/dashboard/', import.meta.url);
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const files = new Map(
  readdirSync(new URL('assets/', folder)).flatMap((name): [string, StaticFile][] => {
    const type = types[name.slice(name.lastIndexOf('.') + 1)];
    return type === undefined
      ? []
      : [[`/admin/assets/${name}`, { type, file: new URL(`assets/${name}`, folder) }]];
  }),
);

/** The name of a file has a hash of what is in it. Nothing runs from them but where our page loads them. */
const assetHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

const pageFile = readFileSync(new URL('index.html', folder), 'utf8');
/** The placeholder that the build leaves where the nonce belongs (dashboard/vite.config.ts). */
const placeOfNonce = 'KEYWARD_NONCE';

/**
 * Scripts come from our files only, and no text of a resource can become one. The components write style elements at run
 * time; these carry the nonce of the page.
 */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

function page(): Page {
  const nonce = randomBytes(16).toString('base64url');
  return {
    type: 'text/html; charset=utf-8',
    body: pageFile.replaceAll(placeOfNonce, nonce),
    headers: {
      'Content-Security-Policy': policyWith(nonce),
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    },
  };
}

/** The addresses of the application: its start, the end of a proof, and everything below a tenant. */
const isPage = (path: string): boolean => /^\/admin(\/?|\/proved|\/org_[0-9a-z]{26}(\/.*)?)$/.test(path);

/** Serves the dashboard. It calls the API as any page of this origin does, and has no other rights. */
export function serveDashboard(
  config: Pick<Config, 'requireHttps'>,
  transportOf: (request: IncomingMessage) => Transport,
): RequestHandler {
  const serve = serveAssets(config, transportOf, files, assetHeaders);
  return (request, response, next) => {
    if (!isPage(pathOf(request))) return serve(request, response, next);
    const transport = transportOf(request);
    if (!isAllowedScheme(transport, config.requireHttps)) return next();
    if (refusedMethod(request, response, transport.secure)) return undefined;
    return answerPage(request, response, Promise.resolve(page()), transport.secure);
  };
}
