// The documentation at /docs: guides, the reference of the API, and a search. Everything they need is served by us.
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Config } from '../../config.ts';
import { atFirstUse } from '../../lib/at-first-use.ts';
import { prefersHtml } from '../../lib/accept.ts';
import { codeAtFirstUse } from '../../lib/code-at-first-use.ts';
import { serveAssets } from '../assets.ts';
import { answerPage, pathOf, refusePage } from '../page.ts';
import { isAllowedScheme, type Transport } from '../transport.ts';

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

const headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' };

const loadFiles = codeAtFirstUse(() => import('./files.ts'));

/**
 * Serves the documentation. A browser at an unknown address gets a page with the search. Every other unknown request, and plain HTTP
 * that is refused, is left to the API's checks. The first request loads the pages, because they need the whole contract, which is
 * 20 MB in memory.
 */
export function serveReference(
  config: Pick<Config, 'requireHttps'>,
  transportOf: (request: IncomingMessage) => Transport,
): RequestHandler {
  const open = atFirstUse(async () => {
    const { files, missing } = await loadFiles();
    const serve = serveAssets(config, transportOf, files, headers);
    const absentPage = {
      ...missing,
      headers: { ...headers, 'X-Error-Code': 'NOT_FOUND', Vary: 'Accept' },
    };
    const absent: RequestHandler = (request, response, next) => {
      const transport = transportOf(request);
      const { accept } = request.headers;
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (!reads || !isAllowedScheme(transport, config.requireHttps) || !prefersHtml(accept)) return next();
      return answerPage(request, response, Promise.resolve(absentPage), transport.secure);
    };
    const handler: RequestHandler = (request, response, next) =>
      serve(request, response, () => absent(request, response, next));
    return handler;
  });
  return (request, response, next) => {
    if (!/^\/docs(?![^/])|^\/llms\.txt$/.test(pathOf(request))) return next();
    open().then(
      (serve) => serve(request, response, next),
      () => refusePage(request, response, 'INTERNAL_ERROR', transportOf(request).secure),
    );
  };
}
