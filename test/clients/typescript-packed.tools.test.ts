import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { blocksOf } from '../support/blocks.ts';
import { aCredential, aScimToken } from '../support/builders.ts';
import { inBrowser } from '../support/browser.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

// The package as it is published, installed into an empty project, against a running service.
const run = promisify(execFile);
const deno = resolve('node_modules/.bin/deno');
const compilers = { 6: 'node_modules/typescript/bin/tsc', 7: 'node_modules/typescript7/bin/tsc' };
let project: string;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'keyward-client-'));
  const { stdout } = await run('scripts/pack-typescript.sh', [project]);
  const tarball = stdout.trim();
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  // Without dependencies there is nothing to fetch.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
}, 60_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

const readme = readFileSync('clients/typescript/README.md', 'utf8');
const examples = [...readme.matchAll(/^## (.+)$\n[\s\S]*?^```ts\n([\s\S]+?)^```$/gm)].map(
  ([, title = '', source = '']) => ({ title, source }),
);
const webhooks = examples.find(({ source }) => source.includes('verifyWebhook'));
const ofPage = examples.find(({ source }) => source.includes('session:'));

const program = `
import { Keyward, KeywardApiError } from '@keyward/client';
const keyward = new Keyward({ baseUrl: process.env.KEYWARD_URL, apiKey: process.env.KEYWARD_API_KEY });
const identity = await keyward.identities.create({ name: 'deploy-bot', type: 'CI_CD' });
const idempotencyKey = crypto.randomUUID();
const key = { identityId: identity.id, name: 'deploy key', scopes: ['secrets.read'] };
const { credential } = await keyward.credentials.create(key, { idempotencyKey });
const again = await keyward.credentials.create(key, { idempotencyKey });
const { valid } = await keyward.credentials.verify({ credential });
const named = [];
for await (const one of keyward.identities.listAll({ limit: 1 })) named.push(one.name);
const refusal = await keyward.identities.get('idn_nobody').catch((error) => error);
console.log(JSON.stringify({
  valid,
  sameSecret: again.credential === credential,
  listed: named.includes('deploy-bot') && named.includes('bootstrap'),
  refusal: refusal instanceof KeywardApiError && [refusal.status, refusal.code, typeof refusal.requestId],
}));
`;
const outcome = {
  valid: true,
  sameSecret: true,
  listed: true,
  refusal: [404, 'IDENTITY_NOT_FOUND', 'string'],
};

describe('the packed client', () => {
  // The tests' own Node is the newest; the machine's is often the oldest that the package promises.
  const versions = new Map(
    [process.execPath, programOf('node')].flatMap((path): [string, string[]][] => {
      const version = path && execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
      return version && Number(/\d+/.exec(version)) >= 20 ? [[`Node ${version}`, [path]]] : [];
    }),
  );
  test.for([...versions, ['Deno', [deno, 'run', '-A']] as const])(
    'works on %s',
    async ([, runtime], { service }) => {
      writeFileSync(join(project, 'program.mjs'), program);
      const [command = '', ...flags] = runtime;
      const env = {
        PATH: process.env['PATH'],
        HOME: project,
        KEYWARD_URL: service.origin,
        KEYWARD_API_KEY: service.ours.key,
      };
      const { stdout } = await run(command, [...flags, 'program.mjs'], { cwd: project, env });
      expect(JSON.parse(stdout)).toEqual(outcome);
    },
  );

  test('can be required from CommonJS', async () => {
    writeFileSync(join(project, 'required.cjs'), "console.log(typeof require('@keyward/client').Keyward)");
    const { stdout } = await run(process.execPath, ['required.cjs'], { cwd: project });
    expect(stdout.trim()).toBe('function');
  });

  test('has no dependency', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(join(project, path), 'utf8')) as Record<string, unknown>;
    const { dependencies, peerDependencies, scripts } = read('node_modules/@keyward/client/package.json');
    expect({ dependencies, peerDependencies, scripts }).toEqual({});
  });

  const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
  test.skipIf(lacks(chromium, 'the browser test needs Chromium (Debian: apt-get install chromium)'))(
    'works in a browser on the origin of the service',
    async ({ service }) => {
      const said = await inBrowser({
        chromium: chromium ?? 'chromium',
        library: join(project, 'node_modules/@keyward/client/dist'),
        service: service.origin,
        script: script(service.ours.key ?? ''),
      });
      expect(said).toEqual({ valid: true, names: ['bootstrap'], redirect: 'REDIRECT', event: 'evt_1' });
    },
    60_000,
  );
});

describe('README.md of the repository', () => {
  test('shows five lines that say whose key it is, and why a key is refused', async ({ service }) => {
    const shown = blocksOf('README.md')('ts', '@keyward/client');
    expect(shown.trim().split('\n')).toHaveLength(5);
    writeFileSync(join(project, 'five-lines.ts'), shown.replace('http://localhost:3000', service.origin));
    const env = { PATH: process.env['PATH'], KEYWARD_API_KEY: service.ours.key };
    const { id, secret } = await aCredential(service.ours);
    const asked = async () =>
      (await run(process.execPath, ['five-lines.ts', secret], { cwd: project, env })).stdout;
    expect(await asked()).toBe('This key belongs to deploy-bot.\n');
    await service.ours.call('revokeCredential', { path: { id }, body: {} });
    expect(await asked()).toBe('This key is refused: REVOKED.\n');
  });
});

describe('the README', () => {
  test('has eight examples', () => {
    expect(examples).toHaveLength(8);
  });

  test.for(examples.filter((example) => example !== webhooks && example !== ofPage))(
    'shows an example that runs: $title',
    async ({ source }, { service }) => {
      writeFileSync(join(project, 'example.ts'), source);
      const env = {
        PATH: process.env['PATH'],
        KEYWARD_URL: service.origin,
        KEYWARD_API_KEY: service.ours.key,
        KEYWARD_ORG_ID: service.ours.orgId,
        KEYWARD_SCIM_TOKEN: (await aScimToken(service.ours)).token,
      };
      const { stdout, stderr } = await run(process.execPath, ['example.ts'], { cwd: project, env });
      expect(stdout).not.toBe('');
      expect(stderr).toBe('');
    },
  );

  test('shows a page that calls as the user who is signed in', async ({ service }) => {
    const { person } = await aUserCaller(service, { roles: ['AUDITOR'], displayName: 'Ada' });
    // The globals of a browser, and the headers that it adds.
    const browser = (tenant: string, cookie = '') => `
      const send = globalThis.fetch;
      globalThis.location = new URL(${JSON.stringify(`${service.origin}/?tenant=${tenant}`)});
      globalThis.fetch = (url, { headers, credentials, ...init }) => {
        headers.set('sec-fetch-site', 'same-origin');
        if (credentials === 'same-origin') headers.set('cookie', ${JSON.stringify(cookie)});
        return send(url, { ...init, headers });
      };`;
    const shown = async (...of: [tenant: string, cookie?: string]) => {
      writeFileSync(join(project, 'browser.mjs'), browser(...of));
      writeFileSync(join(project, 'page.ts'), ofPage?.source ?? '');
      const flags = ['--import', './browser.mjs', 'page.ts'];
      return (await run(process.execPath, flags, { cwd: project })).stdout.trim();
    };
    const { orgId = '' } = service.ours;
    expect(await shown(orgId, person.cookies.sent('/').cookie)).toBe('Ada has the roles AUDITOR');
    expect(await shown(orgId)).toMatch(/^UNAUTHORIZED /);
  });

  test('shows a receiver of webhooks that takes ours and no others', async () => {
    const secret = 'whsec_test';
    // It says its port, which the example leaves to the reader.
    const source = `${webhooks?.source}\nserver.on('listening', () => console.log(server.address()));\n`;
    writeFileSync(
      join(project, 'webhook.mts'),
      source.replace('server.address()', '(server.address() as any).port'),
    );
    const receiver = spawn(process.execPath, ['webhook.mts'], {
      cwd: project,
      env: { WEBHOOK_SECRET: secret },
    });
    try {
      const port = await new Promise<string>((heard) =>
        receiver.stdout.once('data', (text: Buffer) => heard(text.toString().trim())),
      );
      const body = JSON.stringify({ id: 'evt_1', type: 'credential.rotated', data: {} });
      const at = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      const deliver = async (sent: string): Promise<number> => {
        const headers = { 'X-Service-Timestamp': at, 'X-Service-Signature': signature };
        return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent })).status;
      };
      expect([await deliver(body), await deliver(`${body} `)]).toEqual([204, 400]);
    } finally {
      receiver.kill();
    }
  });

  test.for(Object.entries(compilers))('shows examples that TypeScript %s accepts', async ([, compiler]) => {
    const files = examples.map(({ source }, at) => {
      writeFileSync(join(project, `typed-${at}.ts`), source);
      return `typed-${at}.ts`;
    });
    await checkTypes(compiler, files);
  });

  test('is right that a misspelt field does not compile', async () => {
    const source = examples[0]?.source.replace('credential: process', 'credentail: process') ?? '';
    writeFileSync(join(project, 'misspelt.ts'), source);
    await expect(checkTypes(compilers[7], ['misspelt.ts'])).rejects.toMatchObject({
      stdout: expect.stringContaining('credentail'),
    });
  });
});

/** Strictly, our declarations included. */
async function checkTypes(compiler: string, files: string[]): Promise<void> {
  const options = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  await run(process.execPath, [resolve(compiler), '-p', '.'], { cwd: project });
}

/** Returns the script of the page, which reports its result by `report`. */
function script(apiKey: string): string {
  const secret = 'whsec_test';
  const event = '{"id":"evt_1"}';
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${at}.${event}`).digest('hex');
  const headers = { 'x-service-timestamp': at, 'x-service-signature': signature };
  return `
    import { Keyward, verifyWebhook } from '/client/index.js';
    try {
      const keyward = new Keyward({ apiKey: ${JSON.stringify(apiKey)} });
      const { valid } = await keyward.credentials.verify({ credential: ${JSON.stringify(apiKey)} });
      const names = [];
      for await (const { name } of keyward.identities.listAll({ search: 'bootstrap' })) names.push(name);
      const moved = new Keyward({ baseUrl: location.origin + '/moved' });
      const redirect = await moved.service.getLiveness().catch((error) => error.code);
      const { id } = await verifyWebhook(${JSON.stringify(event)}, new Headers(${JSON.stringify(headers)}), '${secret}');
      await report({ valid, names, redirect, event: id });
    } catch (error) {
      await report({ error: String(error), code: error.code });
    }
  `;
}
