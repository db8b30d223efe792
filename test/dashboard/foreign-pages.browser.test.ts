import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { ofTenants as secured } from '../contract/enumerate.ts';
import { aCredential, anIdentity, aUser } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { pageOrigin } from '../support/passkey-visits.ts';
import { lacks } from '../support/programs.ts';
import { test, type TestService } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

// Tries pages of another origin in the browser of an owner who is signed in. `localhost` on another port is the same site, so
// the browser sends the cookie of the session. `127.0.0.1` is another site.

const openDashboard = aDashboard();

/** A server of another origin with empty pages. */
async function foreignOrigins(): Promise<string[]> {
  const server = createServer((_, response) => response.end('<!doctype html><title>foreign</title>'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
}

const changing = secured.filter(({ errors, method }) => errors === 'api' && method !== 'get');

/** Returns the number of audit rows and events. Every change leaves some. */
const traces = async ({ sql }: TestService) =>
  sql(
    `select (select count(*) from audit_logs where result = 'SUCCESS') as rows, (select count(*) from events) as events`,
  );

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'a page of another origin',
  { timeout: 120_000 },
  () => {
    test('shows no page of ours in a frame', async ({ service }) => {
      const { page } = await openDashboard(service, await aUserCaller(service));
      const ours = pageOrigin(service);
      const { orgId } = service.ours;
      for (const origin of await foreignOrigins()) {
        await page.goto(origin);
        const urls = [
          `/admin/${orgId}/credentials`,
          `/login/${orgId}`,
          `/account/${orgId}`,
          `/logout/${orgId}`,
        ];
        const shown = await page.evaluate<
          string[]
        >(`Promise.all(${JSON.stringify(urls)}.map((path) => new Promise((done) => {
          const frame = document.createElement('iframe');
          frame.onload = () => done(frame.contentDocument === null ? 'refused' : 'about');
          frame.src = ${JSON.stringify(ours)} + path;
          document.body.append(frame);
        })))`);
        expect(shown).toHaveLength(urls.length);
        const framed = () =>
          page
            .frames()
            .slice(1)
            .map((frame) => frame.url());
        await expect.poll(framed, { interval: 20 }).toEqual(urls.map(() => 'chrome-error://chromewebdata/'));
      }
    });

    test('changes nothing by any operation of the contract', async ({ service }) => {
      const { ours } = service;
      const { page } = await openDashboard(service, await aUserCaller(service));
      const identity = await anIdentity(ours);
      const { id } = await aCredential(ours);
      const userId = await aUser(ours);
      const targets: Record<string, string> = { [`/identities/{id}`]: identity, [`/credentials/{id}`]: id };
      const calls = changing.map(({ path, method }) => {
        const [known = ''] = Object.keys(targets).filter((start) => path.includes(start));
        const filled = path.replace('{userId}', userId).replace(/\{\w+\}/g, targets[known] ?? identity);
        return { method: method.toUpperCase(), url: `${pageOrigin(service)}${filled}` };
      });
      expect(calls.length).toBeGreaterThan(100);
      const before = await traces(service);
      for (const origin of await foreignOrigins()) {
        await page.goto(origin);
        const answers: Promise<[status: number, type: string | null]>[] = [];
        let forms = 0;
        page.on('request', (request) => {
          if (request.isNavigationRequest() && request.method() === 'POST') forms++;
        });
        page.on('response', (response) => {
          if (!response.url().includes('/api/v1/')) return;
          answers.push(
            response.headerValue('access-control-allow-origin').then((type) => [response.status(), type]),
          );
        });
        // By fetch with the cookie: a POST goes out as it is, and the rest asks first.
        const failed =
          await page.evaluate<number>(`Promise.allSettled(${JSON.stringify(calls)}.map(({ method, url }) => fetch(url, {
          method, credentials: 'include', body: '{"name":"stolen","type":"CI_CD"}', headers: { 'Content-Type': 'text/plain' },
          mode: method === 'POST' ? 'no-cors' : 'cors',
        }))).then((all) => all.filter(({ status }) => status === 'rejected').length)`);
        expect(failed).toBe(calls.filter(({ method }) => method !== 'POST').length);
        // By a form. Its one field makes a body of JSON that is sent as a text.
        // Another site sends no cookie with it.
        const isSameSite = origin.includes('localhost');
        const posts = calls.filter(({ method }) => isSameSite && method === 'POST').map(({ url }) => url);
        await page.evaluate(`Promise.all(${JSON.stringify(posts)}.map((url, at) => new Promise((done) => {
          const frame = document.createElement('iframe');
          frame.name = 'frame' + at;
          document.body.append(frame);
          const form = Object.assign(document.createElement('form'), { method: 'post', action: url, enctype: 'text/plain', target: frame.name });
          form.append(Object.assign(document.createElement('input'), { name: '{"name":"stolen","type":"CI_CD","x":"', value: '"}' }));
          document.body.append(form);
          frame.onload = () => frame.contentDocument === null && done();
          form.submit();
        })))`);
        // The browser tells of a request and of its answer by itself, also after the page has them.
        const least = calls.filter(({ method }) => method === 'POST').length;
        await expect.poll(() => answers.length).toBeGreaterThanOrEqual(least + posts.length);
        await expect.poll(() => forms).toBe(posts.length);
        const seen = await Promise.all(answers);
        // 403 with the session, 401 where the browser sends none, 404 and 405 for the question whether a method is allowed.
        expect(seen.filter(([status, allowed]) => status < 400 || allowed !== null)).toEqual([]);
        page.removeAllListeners('response');
        page.removeAllListeners('request');
      }
      expect(await traces(service)).toEqual(before);
    });
  },
);

describe.skipIf(lacks(chromiumProgram, chromiumHint))('a secret that was shown', { timeout: 60_000 }, () => {
  test('is nowhere after its dialog: in no address, history, storage, page or line of the console', async ({
    service,
  }) => {
    const { id } = await aCredential(service.ours);
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    const lines: string[] = [];
    page.on('console', (line) => lines.push(line.text()));
    await open('credentials');
    await open(`credentials/${id}`);
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const secret = await page.getByLabel('Secret', { exact: true }).innerText();
    expect(secret).toMatch(/^kd_live_/);
    await page.getByRole('button', { name: 'I saved it' }).click();
    await page.getByLabel('Secret', { exact: true }).waitFor({ state: 'detached' });
    const left = () =>
      page.evaluate<string>(`(async () => JSON.stringify([
        location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML,
        document.cookie, await indexedDB.databases(), await caches.keys(),
      ]))()`);
    const heading = page.getByRole('heading', { level: 1 });
    for (const move of ['stay', 'back', 'forward', 'reload'] as const) {
      if (move === 'back') await page.goBack();
      if (move === 'forward') await page.goForward();
      if (move === 'reload') await page.reload();
      await heading.waitFor();
      expect([move, (await left()).includes(secret.slice(8))]).toEqual([move, false]);
    }
    expect(lines.filter((line) => line.includes(secret.slice(8)))).toEqual([]);
    // No page is kept as it was: the browser may not bring back one with an open dialog.
    const { headers } = await fetch(`${service.origin}/admin/${service.ours.orgId}`);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
