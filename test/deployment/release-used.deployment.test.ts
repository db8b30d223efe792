// Uses the middleware, the action and the documentation of a release without the sources. release.deployment.test.ts does so with the client, the command line and the wheel.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { treeVersion } from '../../scripts/release/version-places.ts';
import { ask } from '../clients/middleware/frameworks.ts';
import { blocksOf } from '../support/blocks.ts';
import { aCredential, verify } from '../support/builders.ts';
import { aBrowser } from '../support/devtools.ts';
import { buildDist, onlyFile } from '../support/dist.ts';
import { test } from '../support/exchange.ts';
import { freePort } from '../support/free-port.ts';
import { otherProgram } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';
import { aJob, aRunner, runAction } from '../support/runner.ts';
import { arrives, clickOn } from '../support/visits.ts';

const work = mkdtempSync(join(tmpdir(), 'keyward-used-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const out = join(work, 'dist');
const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);

describe('what a release has', () => {
  beforeAll(() => buildDist(out, ['client', 'middleware', 'action', 'docs']), 300_000);

  test('is a middleware that lets a key in until it is rotated, and then until it is revoked', async ({
    service,
  }) => {
    const { ours, origin } = service;
    const home = mkdtempSync(join(work, 'middleware-'));
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
    const packages = ['client', 'middleware'].map((name) =>
      onlyFile(join(out, 'npm'), `${name}-${treeVersion()}.tgz`),
    );
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], { cwd: home });
    // The framework is the only thing that does not come from the release.
    symlinkSync(resolve('node_modules/express'), join(home, 'node_modules/express'));
    writeFileSync(join(home, 'app.ts'), blocksOf('clients/middleware/README.md')('ts', 'express()'));
    const port = await freePort();
    const env = { PORT: String(port), KEYWARD_URL: origin, KEYWARD_API_KEY: ours.key };
    const app = otherProgram(process.execPath, [join(home, 'app.ts')], env);
    const statusWith = (secret: string) =>
      ask(port, ['Authorization', `Bearer ${secret}`]).then(
        ({ status }) => status,
        () => app.printed(),
      );
    const { id, secret } = await aCredential(ours, { scopes: ['invoices.read'] });
    await expect.poll(() => statusWith(secret)).toBe(200);
    const { body } = await ours.call('rotateCredential', { path: { id }, body: {} });
    expect([await statusWith(secret), await statusWith(body.credential)]).toEqual([401, 200]);
    await ours.call('revokeCredential', { path: { id }, body: {} });
    expect(await statusWith(body.credential)).toBe(401);
  });

  test('is an action that gives a job a credential and revokes it at the end', async ({
    service,
    issuer,
  }) => {
    const home = mkdtempSync(join(work, 'action-'));
    const archive = onlyFile(join(out, 'action'), '.tar.gz');
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', home]);
    const job = await aJob(service, issuer, await aRunner(issuer), { scopes: 'deploy.run' });
    const step = await runAction(home, 'main', job.env);
    expect(step.code, step.log).toBe(0);
    const { credential = '', 'credential-id': id = '' } = job.read('GITHUB_OUTPUT');
    expect(await verify(service.ours, credential, { scopes: ['deploy.run'] })).toMatchObject({ valid: true });
    expect((await runAction(home, 'post', { ...job.env, ...job.state() })).log).toBe(
      'The credential is revoked.\n',
    );
    expect(await verify(service.ours, credential)).toMatchObject({ valid: false, code: 'REVOKED' });
    const { body } = await service.ours.call('listAuditLogs', { query: { targetId: id } });
    const agents = (body.data as { userAgent: string }[]).map(({ userAgent }) => userAgent);
    expect(new Set(agents)).toEqual(new Set([`keyward-action/${treeVersion()}`]));
  });

  test.skipIf(lacks(chromium, 'dist/docs is read with Chromium (Debian: apt install chromium)'))(
    'is a documentation that a plain web server serves: a browser follows a link, searches, and complains of nothing',
    async () => {
      // From its archive, and below a path, as pages of a repository are served.
      const root = join(work, 'www/keyward');
      mkdirSync(root, { recursive: true });
      execFileSync('tar', ['-xzf', onlyFile(out, '.tar.gz'), '--strip-components=1', '-C', root]);
      const page = await openPage(`${await aWebServer(join(work, 'www'))}/keyward/index.html`);
      await clickOn(page, 'Quick start');
      await arrives(page, 'Quick start');
      await expect
        .poll(() =>
          page.evaluate(`(() => {
            document.querySelector('#search')?.dispatchEvent(new Event('focus'));
            return document.querySelector('.search')?.dataset.ready;
          })()`),
        )
        .toBe('true');
      await page.evaluate(`(() => {
        const input = document.querySelector('#search');
        input.value = 'rotate';
        input.dispatchEvent(new Event('input', { bubbles: true }));
      })()`);
      await page.evaluate(`document.querySelector('.results a').click()`);
      await arrives(page, 'Rotate the secret of a credential');
      expect(await page.evaluate('location.pathname')).toBe('/keyward/operations/rotateCredential.html');
      expect(page.complaints()).toEqual([]);
    },
  );
});

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
};

/** Serves the files of a folder, and knows nothing else. @returns the origin */
async function aWebServer(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    try {
      const content = readFileSync(join(folder, normalize(decodeURIComponent(pathname))));
      const type = types[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
