// The outbox at /dev/mail, for the developer at the machine: mails hold links that sign their reader in.
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Outbox } from '../platform/outbox.ts';
import { defaultBranding } from '../platform/pages/branding.ts';
import { pageHeaders } from '../platform/pages/headers.ts';
import { mailFrame, mailPage, outboxPage } from './pages/outbox.ts';
import type { PageView } from '../platform/pages/view.ts';
import { answerPage, type Page, pathOf, refusedMethod, refusePage } from './page.ts';
import { requestIdOf } from './request-id.ts';
import { isAtThisMachine } from './this-machine.ts';
import type { Transport } from './transport.ts';

const base = '/dev/mail';
const type = 'text/html; charset=utf-8';
const { 'Content-Security-Policy': policy = '', ...others } = pageHeaders;
const kept = { ...others, 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };
const headers = { ...kept, 'Content-Security-Policy': `${policy}; frame-src 'self'` };

/** The headers of a mail. No part of a mail runs, is sent or signs in as us, in any program that opens the mail. */
const mailHeaders = {
  ...kept,
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy':
    "default-src 'none'; img-src data: https:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
};

/** Serves the outbox to programs on this machine; for others, and where there is none, the path leads nowhere. */
export function serveOutbox(
  outbox: Outbox | undefined,
  transportOf: (request: IncomingMessage) => Transport,
  baseUrl: () => string,
): RequestHandler {
  return (request, response, next) => {
    const path = pathOf(request);
    if (!outbox || (path !== base && !path.startsWith(`${base}/`))) return next();
    const transport = transportOf(request);
    if (!isAtThisMachine(request, transport, baseUrl())) return next();
    const { secure } = transport;
    if (refusedMethod(request, response, secure)) return;
    const view = { locale: 'en', branding: defaultBranding, requestId: requestIdOf(request) } as const;
    void pageAt(path.slice(base.length + 1), outbox, view).then(
      (page) =>
        page
          ? answerPage(request, response, Promise.resolve(page), secure)
          : refusePage(request, response, 'NOT_FOUND', secure),
      () => refusePage(request, response, 'INTERNAL_ERROR', secure),
    );
  };
}

async function pageAt(rest: string, outbox: Outbox, view: PageView): Promise<Page | undefined> {
  if (rest === '') return { type, headers, body: outboxPage(view, await outbox.list()).text };
  const [name = '', part, ...more] = rest.split('/');
  if (more.length > 0 || (part !== undefined && part !== 'html')) return undefined;
  const mail = await outbox.find(name);
  if (!mail) return undefined;
  if (part === 'html') return { type, headers: mailHeaders, body: mailFrame(mail).text };
  return { type, headers, body: mailPage(view, mail).text };
}
