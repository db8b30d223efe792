import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { pythonTools } from '../../scripts/python-tools.ts';
import { lacks } from '../support/programs.ts';
import { aRelyingParty } from '../support/relying-party.ts';
import { test } from '../support/service.ts';

const tools = pythonTools([3, 11]);
const missing = 'missing' in tools && lacks(undefined, `the middleware of Python: ${tools.missing}`);
if ('missing' in tools && !missing) throw new Error(tools.missing);
const python = 'missing' in tools ? '' : resolve(tools.folder, 'bin/python');

const api = 'https://api.example.com/';
const withoutPages = { redirectUris: [], postLogoutRedirectUris: [] };
const machine = { ...withoutPages, applicationType: 'machine', grantTypes: ['client_credentials'] };

describe.skipIf(missing)('the middleware of Python', () => {
  test('verifies in FastAPI and Django, by their test clients and behind servers', {
    timeout: 180_000,
  }, async ({ service }) => {
    const caller = await aRelyingParty(service.ours, { ...machine, resources: [api, `${api}other`] });
    const opaque = await aRelyingParty(service.ours, {
      ...machine,
      accessTokenFormat: 'opaque',
      resources: [api],
    });
    const itself = await aRelyingParty(service.ours, { ...machine, servedResources: [api] });
    const env = {
      PATH: process.env['PATH'],
      PYTHONPATH: resolve('clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
      NO_PROXY: 'localhost,127.0.0.1',
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
    const words = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_frameworks.py', 'test_tokens.py'];
    const run = promisify(execFile)(python, words, { cwd: 'test/clients/middleware', env });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/^\d+ passed(, \d+ skipped)?.* in /m);
  });
});
