import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { thingOf } from '../../dashboard/src/ui/kinds.ts';
import { readContract } from '../../scripts/contract.ts';
import { newId } from '../../src/lib/id.ts';
import { anIdentity } from '../support/builders.ts';
import { keyward } from '../support/cli.ts';
import { test, type TestService } from '../support/service.ts';

const contract = JSON.stringify(readContract());
/** The prefixes of all IDs of the contract. */
const prefixes = [
  ...new Set([...contract.matchAll(/"\^([a-z]+)_\[0-[79]/g)].map(([, prefix = '']) => prefix)),
];
/** The pages of the dashboard below the tenant. */
const routes = [...readFileSync('dashboard/src/app/router.tsx', 'utf8').matchAll(/page\(\s*'([^']+)'/g)].map(
  ([, path = '']) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
);
const opened = (service: TestService, words: readonly string[], env: Record<string, string> = {}) =>
  keyward(['open', ...words], {
    env: { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key, ...env },
  });

describe('keyward open', () => {
  test('knows the IDs of the contract', () => {
    expect(prefixes.length).toBeGreaterThan(25);
    expect(routes.length).toBeGreaterThan(30);
  });

  test.for(prefixes)('has a page of the dashboard for %s_', (prefix) => {
    const thing = thingOf(`${prefix}_${'0'.repeat(26)}`);
    expect(thing, `dashboard/src/ui/kinds.ts has ${prefix}`).toBeDefined();
    expect(routes.some((route) => route.test(thing?.path ?? ''))).toBe(true);
  });

  test('prints the address of a page in the tenant of the caller', async ({ service }) => {
    const { origin, organizations } = service;
    const id = await anIdentity(service.ours);
    const { code, out, err } = await opened(service, [id, '--print']);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: `${origin}/admin/${organizations.ours.live.orgId}/identities/${id}\n`,
      err: '',
    });
    const request = await opened(service, [newId('req'), '--print']);
    expect(request.out).toMatch(/\/audit\?requestId=req_\w+\n$/);
    const near = await opened(service, [newId('ses'), '--print']);
    expect(near.err).toContain('A Session has no page of its own.');
    const tenant = organizations.ours.test.orgId;
    expect((await opened(service, [tenant, '--print'])).out).toBe(`${origin}/admin/${tenant}/settings\n`);
  });

  test('opens the browser with the address as one argument', async ({ service }) => {
    const folder = mkdtempSync(join(tmpdir(), 'keyward-open-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [browser, told] = [join(folder, 'browser'), join(folder, 'told')];
    writeFileSync(browser, `#!/bin/sh\nprintf '%s|' "$#" "$1" > ${told}.part && mv ${told}.part ${told}\n`);
    chmodSync(browser, 0o755);
    const id = await anIdentity(service.ours);
    expect(await opened(service, [id], { BROWSER: browser })).toEqual({ code: 0, out: '', err: '' });
    await vi.waitUntil(() => existsSync(told), { timeout: 15_000 });
    expect(readFileSync(told, 'utf8')).toMatch(new RegExp(`^1\\|http://\\S+/identities/${id}\\|$`));
  });

  test('prints the address where no browser is', async ({ service }) => {
    const id = await anIdentity(service.ours);
    const { code, out } = await opened(service, [id], { BROWSER: '/no/such/browser' });
    expect(code).toBe(0);
    expect(out).toContain(`/identities/${id}\n`);
  });

  test('shows no part of an argument that is not an ID', async ({ service }) => {
    for (const word of ['kd_live_secret', `opk_${'0'.repeat(26)}`, '../admin']) {
      const { code, out, err } = await opened(service, [word, '--print']);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).not.toContain(word);
    }
  });
});
