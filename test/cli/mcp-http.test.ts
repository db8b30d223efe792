import { request } from 'node:http';
import { describe, expect } from 'vitest';
import { startMcpHttp } from '../support/mcp.ts';
import { test } from '../support/service.ts';

/** Sends a request with these headers, which `fetch` would not send. */
const sent = (
  url: string,
  headers: Record<string, string>,
  body = list,
): Promise<{ status: number; text: string }> =>
  new Promise((done, fail) => {
    const outgoing = request(url, { method: 'POST', headers: { ...usual, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('end', () => done({ status: answer.statusCode ?? 0, text }));
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe('keyward mcp over HTTP', () => {
  test('answers its own token, and no page of another site', { timeout: 60_000 }, async ({ service }) => {
    const { own } = await startMcpHttp({
      env: { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key ?? '' },
      words: ['--family', 'identities'],
    });
    const authorization = `Bearer ${own.token}`;
    const listed = await sent(own.url, { authorization });
    expect(listed.status).toBe(200);
    expect(listed.text).toContain('identities_list');
    expect(await sent(own.url, {})).toMatchObject({ status: 401 });
    expect(await sent(own.url, { authorization: `${authorization}x` })).toMatchObject({ status: 401 });
    // A name that leads to this machine is the host of the attacker's page.
    expect(await sent(own.url, { authorization, host: 'evil.example' })).toMatchObject({ status: 403 });
    expect(await sent(own.url, { authorization, origin: 'http://evil.example' })).toMatchObject({
      status: 403,
    });
    expect(await sent(own.url, { authorization, origin: 'null' })).toMatchObject({ status: 403 });
    expect(await sent(own.url.replace('/mcp', '/'), { authorization })).toMatchObject({ status: 404 });
    const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(1024 * 1024) });
    expect(await sent(own.url, { authorization }, large)).toMatchObject({ status: 413 });
    expect(await sent(own.url, { authorization }, '{')).toMatchObject({ status: 400 });
  });
});
