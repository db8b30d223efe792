import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { generate } from '../../scripts/client-go.ts';
import { readContract } from '../../scripts/contract.ts';
import { freePort } from '../support/free-port.ts';
import { go } from '../support/go.ts';
import { lacks, programOf } from '../support/programs.ts';
import { aRelyingParty } from '../support/relying-party.ts';
import { test } from '../support/service.ts';

const run = promisify(execFile);

const lacking = lacks(programOf('go'), 'the Go client needs Go (Debian: apt install golang-go)');
const source = 'clients/go';
const generated = ['models.gen.go', 'families.gen.go', 'version.gen.go'];
const api = 'https://api.example.com/';
const withoutPages = { redirectUris: [], postLogoutRedirectUris: [] };
const machine = { ...withoutPages, applicationType: 'machine', grantTypes: ['client_credentials'] };
const readme = readFileSync(join(source, 'README.md'), 'utf8');
/** The programs of the README. */
const programs = Array.from(readme.matchAll(/^```go\n(.*?)^```$/gms), ([, program = '']) => program);
let work = '';

/** Compiles programs that import the module, each into a file with its number, and returns the folder of the files. */
async function compiled(sources: readonly string[]): Promise<string> {
  const [, module = ''] = /^module (\S+)$/m.exec(readFileSync(join(source, 'go.mod'), 'utf8')) ?? [];
  const folder = mkdtempSync(join(work, 'programs-'));
  const local = `require ${module} v0.0.0\nreplace ${module} => ${resolve(source)}`;
  writeFileSync(join(folder, 'go.mod'), `module acme.example/programs\n\ngo 1.26.0\n\n${local}\n`);
  for (const [at, text] of sources.entries()) {
    mkdirSync(join(folder, `program${at}`));
    writeFileSync(join(folder, `program${at}/main.go`), text);
  }
  const env = { GOFLAGS: '-mod=mod' };
  await go(folder, env, 'vet', './...');
  mkdirSync(join(folder, 'built'));
  await go(folder, env, 'build', '-o', join(folder, 'built'), './...');
  return join(folder, 'built');
}

describe.skipIf(lacking)('the Go client', () => {
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'keyward-go-client-'));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test('passes its tests against the service, and go vet', { timeout: 300_000 }, async ({ service }) => {
    const caller = await aRelyingParty(service.ours, { ...machine, resources: [api, `${api}other`] });
    const opaque = await aRelyingParty(service.ours, {
      ...machine,
      accessTokenFormat: 'opaque',
      resources: [api],
    });
    const itself = await aRelyingParty(service.ours, { ...machine, servedResources: [api] });
    const env = {
      KEYWARD_URL: service.origin,
      KEYWARD_API_KEY: service.ours.key,
      OIDC_ISSUER: caller.issuer,
      CALLER_ID: caller.clientId,
      CALLER_SECRET: caller.clientSecret,
      OPAQUE_ID: opaque.clientId,
      OPAQUE_SECRET: opaque.clientSecret,
      API_ID: itself.clientId,
      API_SECRET: itself.clientSecret,
    };
    await go(source, {}, 'vet', './...');
    // A run that is kept would not ask this service.
    const { stdout } = await go(source, env, 'test', '-count=1', '-v', './...').catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).not.toMatch(/^\s*--- FAIL.*|^panic.*/m);
    expect(stdout).toContain('--- PASS: TestIssuesVerifiesRotatesAndRevokes');
    expect(stdout).not.toContain('--- SKIP');
  });

  test('runs the examples of its README', { timeout: 300_000 }, async ({ service }) => {
    const folder = await compiled(programs);
    const port = await freePort();
    const secret = 'whsec_of_a_test';
    const env = {
      KEYWARD_URL: service.origin,
      KEYWARD_API_KEY: service.ours.key,
      KEYWARD_WEBHOOK_SECRET: secret,
      PORT: String(port),
    };
    const isReceiver = (program: string) => program.includes('VerifyWebhook');
    for (const [at, program] of programs.entries())
      if (!isReceiver(program)) await run(join(folder, `program${at}`), [], { env });
    const receiver = spawn(join(folder, `program${programs.findIndex(isReceiver)}`), [], { env });
    onTestFinished(() => void receiver.kill());
    const time = String(Math.floor(Date.now() / 1000));
    const body = '{"id":"evt_1","type":"credential.revoked","data":{"credentialId":"cred_1"}}';
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const sent = (given: string) =>
      fetch(`http://127.0.0.1:${port}/webhooks`, {
        method: 'POST',
        headers: { 'X-Service-Timestamp': time, 'X-Service-Signature': given },
        body,
      }).then(
        ({ status }) => status,
        () => 'not up yet',
      );
    await expect.poll(() => sent(signature)).toBe(204);
    expect(await sent(signature.replace(/./, 'x'))).toBe(400);
  });

  test('is what the generator makes of the contract, and formatted', { timeout: 300_000 }, async () => {
    generate(readContract(), work, join(work, 'of-the-generator'), true);
    const text = (folder: string) => generated.map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(text(source)).toEqual(text(work));
    cpSync(source, join(work, 'module'), { recursive: true });
    // It formats a copy, and prints the files that were not formatted.
    expect((await go(join(work, 'module'), {}, 'fmt', './...')).stdout).toBe('');
    await go(source, {}, 'mod', 'tidy', '-diff');
  });
});
