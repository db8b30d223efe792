import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { refusals } from '../../clients/middleware/src/index.ts';
import { pythonTools } from '../../scripts/python-tools.ts';
import { blocksOf } from '../support/blocks.ts';
import { aCredential } from '../support/builders.ts';
import { freePort } from '../support/free-port.ts';
import { go } from '../support/go.ts';
import { lacks, programOf } from '../support/programs.ts';
import { issuerOf } from '../support/relying-party.ts';
import { test, type TestService } from '../support/service.ts';
import { ask } from './middleware/frameworks.ts';

// docs/middleware.md and the README of the package: their code runs here as it stands, with the packages as they are published.
const run = promisify(execFile);
const page = 'docs/middleware.md';
const shown = blocksOf(page);
const inReadme = blocksOf('clients/middleware/README.md');
const serving = `import { serve } from '@hono/node-server';
import { GET } from './route.ts';
const context = { params: Promise.resolve({}) };
serve({ fetch: (request) => GET(request, context), port: Number(process.env['PORT']) });
`;
const typescript: Readonly<Record<string, Record<string, string>>> = {
  express: {
    'app.ts': shown(
      'ts',
      "import { Keyward } from '@keyward/client';\nimport { requireKey } from '@keyward/middleware/express';\nimport express from 'express';\n\nconst client",
    ),
  },
  fastify: { 'app.ts': shown('ts', 'Fastify()') },
  hono: { 'app.ts': shown('ts', 'new Hono()') },
  next: { 'route.ts': shown('ts', 'export const GET'), 'app.ts': serving },
  'access-tokens': { 'app.ts': shown('ts', 'OIDC_ISSUER') },
  readme: { 'app.ts': inReadme('ts', 'express()') },
  'without-adapter': { 'app.ts': inReadme('ts', 'createGuard') },
};

const tools = pythonTools([3, 11]);
const withoutPython = 'missing' in tools && lacks(undefined, `the programs of Python: ${tools.missing}`);
const bin = 'missing' in tools ? '' : resolve(tools.folder, 'bin');
/** The rest of a project of Django, besides its views. */
const project = `import os
from wsgiref.simple_server import make_server
import django
from django.conf import settings
settings.configure(ALLOWED_HOSTS=["*"], SECRET_KEY="of a test", ROOT_URLCONF=__name__)
django.setup()
from django.core.wsgi import get_wsgi_application
from django.urls import path
from views import invoices
urlpatterns = [path("invoices", invoices)]
make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application()).serve_forever()
`;
const python: Readonly<Record<string, { files: Record<string, string>; start: (port: string) => string[] }>> =
  {
    fastapi: {
      files: { 'app.py': shown('python', 'FastAPI()') },
      start: (port) => ['uvicorn', 'app:app', '--port', port],
    },
    django: {
      files: { 'views.py': shown('python', '@require_key'), 'site_of_test.py': project },
      start: () => ['python', 'site_of_test.py'],
    },
  };

const withoutGo = lacks(programOf('go'), 'the program of Go needs Go (Debian: apt install golang-go)');

const onNode = () => [process.execPath, 'app.ts'];
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyward-middleware-'));
  const packed = ['typescript', 'middleware'].map((one) => run(`scripts/pack-${one}.sh`, [folder]));
  const tarballs = (await Promise.all(packed)).map(({ stdout }) => stdout.trim());
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // The frameworks are optional, so there is nothing to fetch.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  for (const name of [
    'express',
    'fastify',
    'hono',
    'jose',
    '@hono/node-server',
    '@types/express',
    '@types/node',
  ]) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  for (const [name, files] of Object.entries(typescript)) write(name, files);
  for (const [name, { files }] of Object.entries(python)) write(name, files);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, files: Record<string, string>): void {
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
}

/** Starts a program in its folder, and returns its port when it answers. */
async function started(service: TestService, name: string, start: (port: string) => string[], env = {}) {
  const port = await freePort();
  const [command = '', ...words] = start(String(port));
  const child: ChildProcess = spawn(command, words, {
    cwd: join(folder, name),
    env: {
      PORT: String(port),
      KEYWARD_URL: service.origin,
      KEYWARD_API_KEY: service.ours.key,
      OIDC_ISSUER: issuerOf(service.ours),
      OIDC_AUDIENCE: 'https://api.example.com/',
      ...env,
    },
  });
  onTestFinished(() => void child.kill());
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text));
  await expect
    .poll(
      () =>
        child.exitCode === null
          ? ask(port).then(
              ({ status }) => status,
              () => said,
            )
          : said,
      {
        interval: 50,
      },
    )
    .toBe(401);
  return { port, said: () => said };
}

/** Asks with a key that may, one that may not, and without a key. */
async function judges({ ours }: TestService, port: number): Promise<void> {
  const scopes = ['invoices.read'];
  const bearer = (secret: string) => ['Authorization', `Bearer ${secret}`];
  const reader = await aCredential(ours, { scopes });
  expect(await ask(port, bearer(reader.secret))).toMatchObject({
    status: 200,
    body: { owner: 'deploy-bot' },
  });
  const payer = await aCredential(ours, { scopes: ['invoices.pay'] });
  expect(await ask(port, bearer(payer.secret))).toMatchObject({
    status: 403,
    challenge: 'Bearer realm="api", error="insufficient_scope", scope="invoices.read"',
  });
  expect((await ask(port)).challenge).toBe('Bearer realm="api", scope="invoices.read"');
}

describe(page, () => {
  test.for(Object.keys(typescript).filter((name) => name !== 'access-tokens'))(
    'shows a program of TypeScript that judges: %s',
    async (name, { service }) => {
      const { port } = await started(service, name, onNode);
      await judges(service, port);
    },
  );

  test('shows a program that takes access tokens and keys', async ({ service }) => {
    const { port } = await started(service, 'access-tokens', onNode);
    const { secret } = await aCredential(service.ours);
    expect(await ask(port, ['Authorization', `Bearer ${secret}`])).toMatchObject({ status: 200 });
    const token = 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IngifQ.e30.AAAA';
    expect(await ask(port, ['Authorization', `Bearer ${token}`])).toMatchObject({ status: 401 });
  });

  test.skipIf(withoutPython).for(Object.entries(python))(
    'shows a program of Python that judges: %s',
    async ([name, { start }], { service }) => {
      const env = {
        PATH: bin,
        PYTHONPATH: resolve('clients/python/src'),
        PYTHONDONTWRITEBYTECODE: '1',
        NO_PROXY: 'localhost,127.0.0.1',
      };
      const { port, said } = await started(service, name, start, env);
      await judges(service, port);
      expect(said()).not.toContain('Traceback');
    },
  );

  test.skipIf(withoutGo)('shows a program of Go that judges', { timeout: 300_000 }, async ({ service }) => {
    const [, module = ''] = /^module (\S+)$/m.exec(readFileSync('clients/go/go.mod', 'utf8')) ?? [];
    const local = `require ${module} v0.0.0\nreplace ${module} => ${resolve('clients/go')}`;
    write('net-http', {
      'go.mod': `module acme.example/program\n\ngo 1.26.0\n\n${local}\n`,
      'main.go': shown('go', 'middleware.RequireKey'),
    });
    const home = join(folder, 'net-http');
    await go(home, { GOFLAGS: '-mod=mod' }, 'mod', 'tidy');
    await go(home, { GOFLAGS: '-mod=mod' }, 'build', '-o', 'program', '.');
    const { port } = await started(service, 'net-http', () => ['./program']);
    await judges(service, port);
  });

  test('shows programs that TypeScript accepts, with the declarations of the packages', async () => {
    const options = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      allowImportingTsExtensions: true,
      types: ['node'],
      lib: ['es2023', 'dom', 'dom.iterable'],
    };
    const files = Object.entries(typescript).flatMap(([name, of]) =>
      Object.keys(of).map((file) => `${name}/${file}`),
    );
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
    const compiler = resolve('node_modules/typescript7/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', '.'], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  test('lists the statuses and challenges of the table', () => {
    const rows = [...readFileSync(page, 'utf8').matchAll(/^\| `([A-Z_]+)` \| (\d+) \| (.*) \|$/gm)];
    const listed = new Map(rows.map(([, code = '', status, error]) => [code, `${status} ${error}`]));
    for (const [code, { status, ...refusal }] of Object.entries(refusals)) {
      const error = 'bearer' in refusal ? `\`${refusal.bearer}\`` : 'no challenge';
      expect(listed.get(code)?.startsWith(`${status} ${error}`), code).toBe(true);
    }
  });
});
