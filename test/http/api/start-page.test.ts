import { describe, expect, onTestFinished } from 'vitest';
import { pageHeaders } from '../../../src/platform/pages/headers.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test } from '../../support/service.ts';

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
const linksOf = (body: string) =>
  [...body.matchAll(/<main[\s\S]*<\/main>/g)]
    .flatMap(([main]) => [...main.matchAll(/href="([^"]+)"/g)])
    .map(([, href]) => href);
const everywhere = ['/admin', '/docs', '/api/v1/openapi.yaml', '/api/v1/openapi.json', '/health/ready'];

describe('GET /', () => {
  test('is a page with links that lead somewhere, with the headers of every page', async ({ service }) => {
    const { origin, ours } = service;
    for (const headers of [{ accept: html }, {}]) {
      const { status, text, headers: sent } = await sendRaw(origin, { path: '/', headers });
      expect(status).toBe(200);
      for (const [name, value] of Object.entries(pageHeaders))
        expect([name, sent[name.toLowerCase()]]).toEqual([name, value]);
      expect(sent).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(text).not.toContain(String(sent['x-request-id']));
      expect(text).toContain('<h1>Keyward is running</h1>');
      expect(linksOf(text)).toEqual([...everywhere, `/account/${ours.orgId}`, '/dev/mail']);
      for (const path of linksOf(text)) {
        const answer = await sendRaw(origin, { path: path ?? '', headers: { accept: html } });
        expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 303])]);
      }
    }
  });

  test('speaks the language of the browser', async ({ service: { origin } }) => {
    for (const [language, title] of [
      ['de-DE,de;q=0.9,en;q=0.5', 'Keyward läuft'],
      ['fr', 'Keyward est en service'],
      ['tlh', 'Keyward is running'],
    ]) {
      const { text } = await sendRaw(origin, { path: '/?any=1', headers: { 'accept-language': language } });
      expect(text).toContain(`<h1>${title}</h1>`);
    }
  });

  test('is JSON for programs that ask for JSON', async ({ service: { origin } }) => {
    const { status, body, headers } = await sendRaw(origin, {
      path: '/',
      headers: { accept: 'application/json' },
    });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const at = origin.replace('127.0.0.1', 'localhost');
    expect(body).toEqual({
      name: 'Keyward',
      links: {
        dashboard: `${at}/admin`,
        reference: `${at}/docs`,
        openapi: `${at}/api/v1/openapi.json`,
        openapiYaml: `${at}/api/v1/openapi.yaml`,
        health: `${at}/health/ready`,
      },
    });
  });

  test('answers HEAD without a body and refuses what writes', async ({ service: { origin } }) => {
    const head = await sendRaw(origin, { method: 'HEAD', path: '/' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(500);
    const post = await sendRaw(origin, { method: 'POST', path: '/' });
    expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test('tells strangers neither of the organization nor of mails', async ({ service: { ours } }) => {
    const service = await startTestService({ BASE_URL: 'https://id.example.com' });
    onTestFinished(() => service.stop());
    const { text } = await sendRaw(service.origin, { path: '/' });
    expect(linksOf(text)).toEqual(everywhere);
    expect(text).not.toContain(ours.orgId);
    expect(text).toContain('open the address your organization gave you');
  });
});

test('a browser at an unknown address of the documentation gets a page with the search', async ({
  service: { origin },
}) => {
  const path = '/docs/guides/no-such-guide';
  const shown = await sendRaw(origin, { path, headers: { accept: html } });
  expect([shown.status, shown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(shown.text).toContain('<h1>Page not found</h1>');
  expect(shown.text).toContain('id="search"');
  const told = await sendRaw(origin, { path });
  expect([told.status, told.body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
});

test('GET /llms.txt lists Markdown that is there', async ({ service: { origin } }) => {
  const list = await sendRaw(origin, { path: '/llms.txt' });
  expect([list.status, list.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const paths = [...list.text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) expect.soft((await sendRaw(origin, { path })).status, path).toBe(200);
});
