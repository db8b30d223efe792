import { expect, test } from 'vitest';
import { newKeys } from '../../../src/oidc/signing-keys.ts';
import { newId } from '../../../src/lib/id.ts';
import { createOidcEngine } from '../../../src/oidc/engine/engine.ts';
import type { EngineParts } from '../../../src/oidc/engine/parts.ts';
import type { ReadAhead } from '../../../src/oidc/engine/read-ahead.ts';

const mostKept = 1_000;
const keys = await newKeys(['RS256', 'ES256']);

/** An engine of tenants in the versions that are said, and which of them it has loaded. */
function engineOf(versionOf: (orgId: string) => number) {
  const loaded: string[] = [];
  const open = createOidcEngine({
    baseUrl: () => 'http://localhost:3000',
    tenants: {
      ahead: (orgId: string) => Promise.resolve({ version: versionOf(orgId) } as ReadAhead),
      load(orgId: string) {
        loaded.push(orgId);
        return Promise.resolve({ orgId, version: versionOf(orgId), keys, scopes: [], blockedHosts: [] });
      },
    },
  } as unknown as EngineParts).open;
  return { open, loaded };
}

test('a tenant beyond the limit replaces the tenant that was used least recently', async () => {
  const { open, loaded } = engineOf(() => 1);
  const orgIds = Array.from({ length: mostKept }, () => newId('org'));
  for (const orgId of orgIds) await open(orgId);
  const [first = '', second = '', third = ''] = orgIds;
  await open(first);
  const newest = newId('org');
  await open(newest);
  loaded.length = 0;
  for (const orgId of [first, third, newest]) await open(orgId);
  expect(loaded).toEqual([]);
  await open(second);
  expect(loaded).toEqual([second]);
});

test('a tenant in a new version is loaded again, and an older version is ignored', async () => {
  let version = 1;
  const { open, loaded } = engineOf(() => version);
  const orgId = newId('org');
  await open(orgId);
  version = 2;
  await Promise.all([open(orgId), open(orgId), open(orgId)]);
  version = 1;
  await open(orgId);
  expect(loaded).toEqual([orgId, orgId]);
});
