import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startChromium } from './chromium.ts';

export interface Visit {
  /** The program. */
  chromium: string;
  /** The folder of modules that the page imports from `/client/`. */
  library: string;
  /** The origin of the service, which the page sees as its own. */
  service: string;
  /** A module that ends with `await report(value)`. */
  script: string;
}

/** A page on an origin that serves the client and passes the rest on to the service; it reports what it saw. */
export async function inBrowser({ chromium, library, service, script }: Visit): Promise<unknown> {
  const page = `<!doctype html><script type="module">
    const report = (body) => fetch('/report', { method: 'POST', body: JSON.stringify(body) });
    ${script}
  </script>`;
  let said = '';
  let heard: (report: unknown) => void = () => undefined;
  const report = new Promise<unknown>((resolved) => (heard = resolved));
  const passOn = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, headers, url = '' } = request;
    const onward = ask(service + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else if (pathname.startsWith('/moved')) response.writeHead(302, { location: '/' }).end();
    else if (pathname.startsWith('/client/')) {
      const file = readFileSync(join(library, pathname.slice('/client/'.length)));
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(file);
    } else if (pathname === '/report') {
      request.setEncoding('utf8').on('data', (more: string) => (said += more));
      request.on('end', () => {
        response.end();
        heard(JSON.parse(said));
      });
    } else passOn(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = startChromium(chromium, address);
  try {
    return await Promise.race([report, browser.ended.then((code) => ({ ended: code }))]);
  } finally {
    await browser.end();
    server.closeAllConnections();
    server.close();
  }
}
