import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { serveAssets } from '../../../src/http/assets.ts';
import type { Transport } from '../../../src/http/transport.ts';

test('a file that was missing is served once it is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-assets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'style.css');
  const files = new Map([['/style.css', { type: 'text/css', file: pathToFileURL(file) }]]);
  const transport: Transport = { secure: false, local: true, address: '127.0.0.1', peer: '127.0.0.1' };
  const serve = serveAssets({ requireHttps: 'auto' }, () => transport, files, {});
  type Handled = Parameters<RequestHandler>;
  const server = createServer((request, response) =>
    serve(request as Handled[0], response as Handled[1], () => response.writeHead(404).end()),
  ).listen(0);
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/style.css`;

  expect((await fetch(address)).status).toBe(500);
  writeFileSync(file, 'a { color: red }');
  const answer = await fetch(address);
  expect([answer.status, await answer.text()]).toEqual([200, 'a { color: red }']);
});
