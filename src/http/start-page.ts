// The page at the root, and the same links as JSON for programs.
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { prefersJson } from '../lib/accept.ts';
import { readCookies } from '../lib/cookie.ts';
import { pageLocale } from './page-locale.ts';
import { pageHeaders } from '../platform/pages/headers.ts';
import { type AtTheMachine, startLinks, startPage } from './pages/start.ts';
import { viewOf } from '../platform/pages/view.ts';
import { answerPage, type Page, pathOf, refusedMethod } from './page.ts';
import { requestIdOf } from './request-id.ts';
import { isAtThisMachine } from './this-machine.ts';
import { isAllowedScheme, type Transport } from './transport.ts';

interface StartPageParts {
  config: Pick<Config, 'requireHttps'>;
  transportOf: (request: IncomingMessage) => Transport;
  baseUrl: () => string;
  hasMails: boolean;
  /** The organization that the first start made. Asked for a developer at the machine only. */
  firstOrganization: () => Promise<AtTheMachine['organization']>;
}

/** Serves the root. What it does not know, and plain HTTP that is refused, is left to the checks of the API. */
export function serveStartPage(parts: StartPageParts): RequestHandler {
  const { config, transportOf, baseUrl, hasMails, firstOrganization } = parts;
  const page = async (request: IncomingMessage, transport: Transport): Promise<Page> => {
    const requestId = requestIdOf(request);
    const headers = { ...pageHeaders, 'X-Request-Id': requestId };
    if (prefersJson(request.headers.accept)) {
      const links = Object.entries(startLinks).map(([name, path]) => [name, `${baseUrl()}${path}`]);
      const body = JSON.stringify({ name: 'Keyward', links: Object.fromEntries(links) });
      const type = 'application/json; charset=utf-8';
      return { type, body, headers: { ...headers, 'Content-Type': type } };
    }
    const view = viewOf({
      locale: pageLocale({ cookies: readCookies(request.headers.cookie), incoming: request.headers }),
      requestId,
    });
    const here = isAtThisMachine(request, transport, baseUrl());
    // The page says that the server runs, also while its database does not.
    const organization = here ? await firstOrganization().catch(() => undefined) : undefined;
    const { text } = startPage(view, here ? { organization, hasMails } : undefined);
    return { type: pageHeaders['Content-Type'] ?? '', body: text, headers };
  };

  return (request, response, next) => {
    if (pathOf(request) !== '/') return next();
    const transport = transportOf(request);
    if (!isAllowedScheme(transport, config.requireHttps)) return next();
    if (refusedMethod(request, response, transport.secure)) return undefined;
    return answerPage(request, response, page(request, transport), transport.secure);
  };
}
