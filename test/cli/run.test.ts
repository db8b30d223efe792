import { readFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants } from 'node:os';
import { describe, expect, onTestFinished } from 'vitest';
import { aCredential, anIdentity } from '../support/builders.ts';
import { type Program, program } from '../support/process.ts';
import { test, type TestService } from '../support/service.ts';

const file = 'clients/cli/src/main.ts';

interface Started {
  words?: readonly string[];
  /** The script of the command. */
  script: string;
  key?: string;
  origin?: string;
}

/** Runs a script of Node with a credential of an identity. */
const running = (
  service: TestService,
  identity: string,
  { words = [], script, key = service.ours.key ?? '', origin = service.origin }: Started,
): Program =>
  program(
    file,
    { KEYWARD_URL: origin, KEYWARD_API_KEY: key },
    'run',
    '--identity',
    identity,
    ...words,
    '--',
    process.execPath,
    '-e',
    script,
  );

/** Prints the credential, and goes on until a signal ends it. */
const waiting = `console.log('got', process.env.KEYWARD_CREDENTIAL); setInterval(() => {}, 1000);`;

/** Returns the origin of a server before the service. It answers, or holds, the requests that a function takes. */
async function aProxy(
  service: TestService,
  takes: (path: string, answer: ServerResponse) => boolean,
): Promise<string> {
  const server = createServer((incoming, answer) => {
    const { url: path = '', method, headers } = incoming;
    if (takes(path, answer)) return;
    const onward = request(new URL(path, service.origin), { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isValid = async ({ ours }: TestService, credential: string): Promise<boolean> => {
  const { body } = await ours.call('verifyCredential', { body: { credential, consume: false } });
  return body.valid;
};

const statesOf = async ({ ours }: TestService, identityId: string): Promise<string[]> => {
  const { body } = await ours.call('listCredentials', { query: { identityId } });
  return body.data.map(({ status }: { status: string }) => status);
};

describe('keyward run', () => {
  test('gives the command a credential with the scopes, and ends it with the command', async ({
    service,
  }) => {
    const identity = await anIdentity(service.ours);
    const { ended, prints } = running(service, identity, {
      words: ['--scope', 'deploy.run', '--scope', 'x.read', '--ttl', '5m'],
      script: `console.log('got', process.env.KEYWARD_CREDENTIAL, process.env.KEYWARD_API_KEY, process.env.KEYWARD_URL); process.exit(7)`,
    });
    const [, credential = '', key, url] = await prints(/got (\S+) (\S+) (\S+)/);
    expect(credential).toMatch(/^kd_jit_/);
    expect({ key, url }).toEqual({ key: 'undefined', url: service.origin });
    expect(await ended).toBe(7);
    const { body } = await service.ours.call('listCredentials', { query: { identityId: identity } });
    expect(body.data).toMatchObject([{ status: 'REVOKED', type: 'JIT', scopes: ['deploy.run', 'x.read'] }]);
    expect(await isValid(service, credential)).toBe(false);
  });

  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'forwards %s, and ends the credential with the command',
    async (signal, { service }) => {
      const identity = await anIdentity(service.ours);
      const started = running(service, identity, { script: waiting });
      const [, credential = ''] = await started.prints(/got (\S+)/);
      expect(await isValid(service, credential)).toBe(true);
      started.signal(signal);
      expect(await started.ended).toBe(128 + constants.signals[signal]);
      expect(await isValid(service, credential)).toBe(false);
    },
  );

  test('has the exit code of a command that ends by itself after a signal', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const started = running(service, identity, {
      script: `process.on('SIGTERM', () => { console.log('bye'); process.exit(0); }); ${waiting}`,
    });
    await started.prints(/got/);
    started.signal('SIGTERM');
    await started.prints(/bye/);
    expect(await started.ended).toBe(0);
    expect(await statesOf(service, identity)).toEqual(['REVOKED']);
  });

  test('ends the credential of a command that cannot start', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key ?? '' };
    for (const [name, code] of [
      ['/no/such/program', 127],
      ['/etc', 126],
    ] as const) {
      const { ended, printed } = program(file, env, 'run', '--identity', identity, name);
      expect(await ended).toBe(code);
      expect(printed()).not.toContain(name);
    }
    expect(await statesOf(service, identity)).toEqual(['REVOKED', 'REVOKED']);
  });

  test('sets the variable that --env names, also that of the key', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const { prints, ended } = running(service, identity, {
      words: ['--env', 'KEYWARD_API_KEY'],
      script: `console.log('got', process.env.KEYWARD_API_KEY, process.env.KEYWARD_CREDENTIAL)`,
    });
    expect((await prints(/got (\S+) (\S+)/)).slice(1)).toEqual([
      expect.stringMatching(/^kd_jit_/),
      'undefined',
    ]);
    expect(await ended).toBe(0);
  });

  test('ends the credential of a caller who may only create credentials', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const { secret } = await aCredential(service.ours, { scopes: ['credentials.write'] });
    const { ended } = running(service, identity, { script: '', key: secret });
    expect(await ended).toBe(0);
    expect(await statesOf(service, identity)).toEqual(['REVOKED']);
  });

  test('takes a credential that the command has revoked for ended', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const { ended, printed } = running(service, identity, {
      script: `fetch(process.env.KEYWARD_URL + '/api/v1/credentials/revoke-own', { method: 'POST', headers: { authorization: 'Bearer ' + process.env.KEYWARD_CREDENTIAL } })`,
    });
    expect({ code: await ended, printed: printed() }).toEqual({ code: 0, printed: '' });
  });

  test('names a credential that it could not revoke', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const node = await service.startNode();
    const started = running(service, identity, {
      origin: node.origin,
      script: `process.on('SIGTERM', () => process.exit(0)); ${waiting}`,
    });
    const [, credential = ''] = await started.prints(/got (\S+)/);
    await node.stop();
    started.signal('SIGTERM');
    expect(await started.ended).toBe(7);
    expect(started.printed()).toMatch(/The credential cred_\w+ was not revoked, and works until 20\d\d-/);
    expect(started.printed().split('\n').slice(1).join('\n')).not.toContain(credential);
    expect(await isValid(service, credential)).toBe(true);
  });

  test('is revoked by the caller where a proxy refuses the credential with 401', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const origin = await aProxy(service, (path, answer) => {
      if (!path.endsWith('/revoke-own')) return false;
      answer.writeHead(401, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>');
      return true;
    });
    const { ended, printed } = running(service, identity, { script: '', origin });
    expect({ code: await ended, printed: printed() }).toEqual({ code: 0, printed: '' });
    expect(await statesOf(service, identity)).toEqual(['REVOKED']);
  });

  test('is revoked although its identity is suspended for a while', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const started = running(service, identity, { script: waiting });
    await started.prints(/got/);
    await service.ours.call('suspendIdentity', { path: { id: identity } });
    started.signal('SIGTERM');
    await started.ended;
    expect(await statesOf(service, identity)).toEqual(['REVOKED']);
  });

  test('gives up the revocation at a second signal, and names the credential', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((done) => (asked = done));
    const origin = await aProxy(service, (path) => {
      if (!path.includes('/revoke')) return false;
      asked();
      return true;
    });
    const started = running(service, identity, { script: waiting, origin });
    await started.prints(/got/);
    started.signal('SIGTERM');
    await isAsked;
    started.signal('SIGTERM');
    expect(await started.ended).toBe(143);
    expect(started.printed()).toMatch(/cred_\w+ was not revoked, and works until .*did not answer\./);
  });

  test('gives the command no profile and no token of its caller', async ({ service }) => {
    const identity = await anIdentity(service.ours);
    const names = ['KEYWARD_PROFILE', 'KEYWARD_MCP_TOKEN', 'KEYWARD_RUN'];
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key ?? '' };
    const { ended, prints } = program(
      file,
      { ...env, KEYWARD_PROFILE: 'work', KEYWARD_MCP_TOKEN: 'a-token-of-this-machine' },
      'run',
      '--identity',
      identity,
      '--',
      process.execPath,
      '-p',
      `${JSON.stringify(names)}.map((name) => String(process.env[name])).join()`,
    );
    await prints(/^undefined,undefined,1$/m);
    expect(await ended).toBe(0);
  });

  test('creates nothing for a wrong line or an unknown identity', async ({ service }) => {
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key ?? '' };
    for (const [words, code] of [
      [['run', 'true'], 2],
      [['run', '--identity', 'idn_1', '--env', 'A B', 'true'], 2],
      [['run', '--identity', `idn_${'0'.repeat(26)}`, 'echo', 'started'], 4],
    ] as const) {
      const { ended, printed } = program(file, env, ...words);
      expect(await ended).toBe(code);
      expect(printed()).toMatch(/^keyward: /);
      expect(printed()).not.toContain('started\n');
    }
  });

  test.skipIf(process.platform !== 'linux')(
    'shows the credential to other users of the machine in no list of processes',
    async ({ service }) => {
      const identity = await anIdentity(service.ours);
      const started = running(service, identity, {
        script: `console.log('child', process.pid); ${waiting}`,
      });
      const [, child = ''] = await started.prints(/child (\d+)/);
      const [, credential = ''] = await started.prints(/got (\S+)/);
      for (const pid of [String(started.pid), child])
        expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(credential);
      started.signal('SIGTERM');
      await started.ended;
    },
  );
});
