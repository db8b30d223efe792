import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { eventsAbout, verify } from '../support/builders.ts';
import { closedPort } from '../support/closed-port.ts';
import { test } from '../support/exchange.ts';
import { aJob, aRunner, runAction } from '../support/runner.ts';

const folder = 'clients/action';
const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8'));

const run = (script: 'main' | 'post', env: Record<string, string>) => runAction(folder, script, env);

describe('the action', () => {
  test('gives the next steps a credential, masks it and revokes it when the job ends', async ({
    service,
    issuer,
  }) => {
    const { ours } = service;
    const runner = await aRunner(issuer);
    const job = await aJob(service, issuer, runner, {
      scopes: 'secrets.read, deploy.run',
      env: 'KEYWARD_API_KEY',
      duration: '5m',
    });
    const step = await run('main', job.env);
    expect(step.code, step.log).toBe(0);
    expect(runner.audiences).toEqual(['keyward']);
    const { credential = '', 'credential-id': id = '', 'expires-at': end = '' } = job.read('GITHUB_OUTPUT');
    expect(job.read('GITHUB_ENV')).toEqual({ KEYWARD_API_KEY: credential });
    expect(await verify(ours, credential, { scopes: ['secrets.read', 'deploy.run'] })).toMatchObject({
      valid: true,
    });
    expect((await ours.call('getCredential', { path: { id } })).body).toMatchObject({
      type: 'WORKLOAD',
      expiresAt: end,
    });
    // A runner hides what follows each mask. Nothing else shows the credential or the token.
    expect(step.log.split('\n').filter((line) => line.includes(credential))).toEqual([
      `::add-mask::${credential}`,
    ]);
    expect(step.log.match(/eyJ[^\n]*/g)).toHaveLength(1);
    expect(step.log.indexOf('::add-mask::')).toBe(0);

    const end2 = await run('post', { ...job.env, ...job.state() });
    expect([end2.code, end2.log]).toEqual([0, 'The credential is revoked.\n']);
    expect(await verify(ours, credential)).toMatchObject({ valid: false, code: 'REVOKED' });
    expect((await eventsAbout(service, id)).at(-1)).toMatchObject({ type: 'credential.revoked' });
    expect((await run('post', { ...job.env, ...job.state() })).log).toBe(
      'The credential had ended before the job.\n',
    );
  });

  test('asks for another token after a failure', async ({ service, issuer }) => {
    const runner = await aRunner(issuer, { refusals: 1 });
    const job = await aJob(service, issuer, runner);
    const { code, log } = await run('main', job.env);
    expect(code, log).toBe(0);
    expect(runner.audiences).toHaveLength(2);
    expect(job.read('GITHUB_ENV')).toEqual({});
  });

  test('asks for another token after an answer that breaks off, three times at most', async ({
    service,
    issuer,
  }) => {
    let asked = 0;
    const broken = createServer((request, response) => {
      request.resume().on('end', () => {
        asked++;
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': 100 }).flushHeaders();
        response.write('{');
        setImmediate(() => response.destroy());
      });
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void broken.close());
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const runner = await aRunner(issuer);
    const { env } = await aJob(service, issuer, runner, { url });
    const { code, log } = await run('main', env);
    expect([code, asked, runner.audiences.length]).toEqual([1, 3, 3]);
    expect(log).toContain('::error::127.0.0.1:');
    expect(log).not.toContain('TypeError');
  }, 30_000);

  test('says the rule and the request of a refusal, and hands nothing on', async ({ service, issuer }) => {
    const job = await aJob(service, issuer, await aRunner(issuer), { scopes: 'credentials.write' });
    const { code, log } = await run('main', job.env);
    expect(code).toBe(1);
    expect(log).toMatch(
      /^::error::The exchange was refused with 403 SCOPE_NOT_GRANTABLE\. .+ \(request [\w-]+\)$/m,
    );
    expect([job.read('GITHUB_OUTPUT'), job.read('GITHUB_STATE')]).toEqual([{}, {}]);
    expect(await run('post', job.env)).toEqual({ code: 0, log: '' });
  });

  test.for([
    [{ url: '' }, 'The input url is missing. Set it, such as url: https://keyward.example'],
    [
      { url: 'http://keyward.example' },
      'The input url must begin with https://, such as https://keyward.example',
    ],
    [{ url: 'keyward' }, 'The input url must be an address such as https://keyward.example'],
    [{ env: 'MY KEY' }, 'The input env must be the name of a variable such as KEYWARD_API_KEY'],
  ] as const)('says what is wrong with %o', async ([given, sentence], { service, issuer }) => {
    const job = await aJob(service, issuer, { url: 'http://127.0.0.1:9' }, given);
    expect(await run('main', job.env)).toEqual({ code: 1, log: `::error::${sentence}\n` });
  });

  test('names the permission that the job lacks', async ({ service, issuer }) => {
    const { env } = await aJob(service, issuer, { url: '' });
    expect((await run('main', env)).log).toContain('Add permissions: { id-token: write } to the job');
  });

  test('warns and lets the job pass where the service is gone at the end', { timeout: 30_000 }, async () => {
    const { port, free } = await closedPort();
    onTestFinished(free);
    const state = { STATE_credential: 'kd_jit_x', STATE_url: `http://127.0.0.1:${port}` };
    const { code, log } = await run('post', state);
    expect([code, log]).toEqual([
      0,
      `::warning::The credential was not revoked. 127.0.0.1:${port} did not answer: ECONNREFUSED\n`,
    ]);
  });

  test('keeps a line break of a message from being a command', async ({ service, issuer }) => {
    const runner = await aRunner(issuer);
    const job = await aJob(service, issuer, runner, { 'identity-id': 'idn_\n::warning::forged' });
    const { log } = await run('main', job.env);
    expect(log.split('\n').filter((line) => line.startsWith('::warning::'))).toEqual([]);
  });

  test('reads each input that action.yml names, and no other', () => {
    const script = readFileSync(join(folder, action.runs.main), 'utf8');
    const read = [...script.matchAll(/(?:requiredInput|input)\('([a-z-]+)'/g)].map(([, name = '']) => name);
    expect([...new Set(read)].sort()).toEqual(Object.keys(action.inputs).sort());
    for (const [name, { required }] of Object.entries<{ required: boolean }>(action.inputs))
      expect([name, script.includes(`requiredInput('${name}'`)]).toEqual([name, required]);
  });
});
