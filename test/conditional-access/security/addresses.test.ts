import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aLocation, anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aCallerWith, aCredential, verify } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { mmdb } from '../../support/mmdb.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, type TestService } from '../../support/service.ts';

// All spellings of an address are the same place. Only a trusted proxy may report the address of a caller.

const proxy = '127.0.0.9';
let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyward-places-'));
  const file = join(folder, 'places.mmdb');
  writeFileSync(file, mmdb({ '203.0.113.0/24': { country: 'DE' }, '2001:db8::/32': { country: 'FR' } }));
  service = await startTestService({ GEOIP_FILE: file, TRUSTED_PROXIES: proxy });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => withoutAccessPolicies(service.ours));

/** Blocks the key of a credential where the conditions hold, and returns what a verification from an address answers. */
async function blockedWhere(ours: Client, conditions: Record<string, unknown>) {
  const { identityId, secret } = await aCredential(ours);
  await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] }, ...conditions } });
  return async (ipAddress?: string): Promise<string> =>
    (await verify(ours, secret, ipAddress === undefined ? {} : { ipAddress })).code;
}

describe('the address of a verification', () => {
  test.for(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])(
    'is the same address in each spelling: %s',
    async (address) => {
      const { ours } = service;
      const excluded = { locations: { exclude: [await aLocation(ours)] } };
      expect(await (await blockedWhere(ours, excluded))(address)).toBe('VALID');
      expect(await (await blockedWhere(ours, { ipRanges: ['203.0.113.0/24'] }))(address)).toBe(
        'POLICY_DENIED',
      );
      expect(await (await blockedWhere(ours, { ipRanges: ['::ffff:203.0.113.0/120'] }))(address)).toBe(
        'POLICY_DENIED',
      );
      // A range of one family holds no address of the other, not even the range of all.
      expect(await (await blockedWhere(ours, { ipRanges: ['::/0'] }))(address)).toBe('VALID');
    },
  );

  test.for(['fe80::1%eth0', '203.0.113.7%1', '203.0.113.7/32', '203.0.113.007', '203.0.113.7, 198.51.100.1'])(
    'that is not one address is refused and does not become a missing signal: %s',
    async (ipAddress) => {
      const { ours } = service;
      const { secret } = await aCredential(ours);
      const { status, body } = await ours.call('verifyCredential', {
        body: { credential: secret, ipAddress },
      });
      expect([status, Object.keys(body.details as object)]).toEqual([400, ['ipAddress']]);
    },
  );

  test('lies in overlapping and nested ranges of included and excluded locations, and the exclusion wins', async () => {
    const { ours } = service;
    const wide = await aLocation(ours, {
      ipRanges: ['10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '2001:db8::/32'],
    });
    const inner = await aLocation(ours, { ipRanges: ['10.1.0.0/24', '10.1.0.128/25', '2001:db8:1::/48'] });
    const code = await blockedWhere(ours, { locations: { include: [wide], exclude: [inner] } });
    expect(await Promise.all(['10.1.2.3', '10.255.255.255', '2001:db8:2::1'].map(code))).toEqual(
      Array.from({ length: 3 }, () => 'POLICY_DENIED'),
    );
    expect(await Promise.all(['10.1.0.0', '10.1.0.255', '2001:db8:1::1', '11.0.0.0'].map(code))).toEqual(
      Array.from({ length: 4 }, () => 'VALID'),
    );
  });
});

describe('an address whose country is not known', () => {
  const unknown = '198.51.100.1';

  test('is not exempt from a policy that blocks all countries but one', async () => {
    const { ours } = service;
    const germany = await aLocation(ours, { type: 'COUNTRY', countries: ['DE'] });
    const code = await blockedWhere(ours, { locations: { exclude: [germany] } });
    expect(await Promise.all([code('203.0.113.7'), code('2001:db8::1'), code(unknown), code()])).toEqual([
      'VALID',
      'POLICY_DENIED',
      'POLICY_DENIED',
      'POLICY_DENIED',
    ]);
  });

  test('is not in a country that a policy includes, unless the location includes unknown ones', async () => {
    const { ours } = service;
    const germany = await aLocation(ours, { type: 'COUNTRY', countries: ['DE'] });
    expect(await (await blockedWhere(ours, { locations: { include: [germany] } }))(unknown)).toBe('VALID');
    expect(await (await blockedWhere(ours, { countries: ['DE'] }))(unknown)).toBe('VALID');
    const orUnknown = await aLocation(ours, { type: 'COUNTRY', countries: ['DE'], includeUnknown: true });
    expect(await (await blockedWhere(ours, { locations: { include: [orUnknown] } }))(unknown)).toBe(
      'POLICY_DENIED',
    );
  });

  test('does not get the decision ALLOW of a policy that excludes countries', async () => {
    const { ours } = service;
    const { identityId, secret } = await aCredential(ours);
    const france = await aLocation(ours, { type: 'COUNTRY', countries: ['FR'] });
    const identities = { include: [identityId] };
    const allowed = { identities, locations: { exclude: [france] } };
    await anAccessPolicy(ours, { priority: 1, decision: 'ALLOW', conditions: allowed });
    await anAccessPolicy(ours, { priority: 2, conditions: { identities } });
    expect((await verify(ours, secret, { ipAddress: '203.0.113.7' })).code).toBe('VALID');
    expect((await verify(ours, secret, { ipAddress: unknown })).code).toBe('POLICY_DENIED');
  });
});

describe('the address of a call of the API', () => {
  test('that a proxy does not tell readably is in no location and no range, not even in one of all addresses', async () => {
    const { ours, origin } = service;
    const { caller, identityId } = await aCallerWith(service, ['identities.read']);
    const everywhere = await aLocation(ours, {
      ipRanges: ['127.0.0.0/8', '0.0.0.0/1', '128.0.0.0/1', '::/1'],
    });
    const identities = { include: [identityId] };
    const applications = { include: ['keyward:api'] };
    await anAccessPolicy(ours, {
      priority: 1,
      conditions: { identities, applications, locations: { exclude: [everywhere] } },
    });
    const ask = async (forwarded: string): Promise<number> => {
      const headers = {
        authorization: `Bearer ${caller.key}`,
        'x-forwarded-for': forwarded,
        'x-forwarded-proto': 'https',
      };
      return (await sendRaw(origin, { path: '/api/v1/identities', headers, localAddress: proxy })).status;
    };
    for (const readable of ['203.0.113.7', '203.0.113.7:80', '"[2001:db8::9]"'])
      expect([readable, await ask(readable)]).toEqual([readable, 200]);
    for (const unreadable of ['unknown', '', 'nonsense', '[2001:db8::9', '203.0.113.7,'])
      expect([unreadable, await ask(unreadable)]).toEqual([unreadable, 403]);
    await withoutAccessPolicies(ours);
    await anAccessPolicy(ours, {
      priority: 1,
      decision: 'ALLOW',
      conditions: { identities, applications, ipRanges: ['127.0.0.0/8', '::/1'] },
    });
    await anAccessPolicy(ours, { priority: 2, conditions: { identities, applications } });
    expect(await ask('[2001:db8::9]')).toBe(200);
    expect(await ask('unknown')).toBe(403);
  });

  test('comes from X-Forwarded-For only if a trusted proxy sent it', async () => {
    const { ours, origin } = service;
    const { caller, identityId } = await aCallerWith(service, ['identities.read']);
    await anAccessPolicy(ours, {
      conditions: {
        identities: { include: [identityId] },
        locations: { exclude: [await aLocation(ours)] },
        applications: { include: ['keyward:api'] },
      },
    });
    const ask = async (localAddress: string, forwarded?: string): Promise<number> => {
      const headers = {
        authorization: `Bearer ${caller.key}`,
        ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' }),
      };
      return (await sendRaw(origin, { path: '/api/v1/identities', headers, localAddress })).status;
    };
    const office = '203.0.113.7';
    expect(await ask('127.0.0.1')).toBe(403);
    expect(await ask('127.0.0.1', office)).toBe(403);
    expect(await ask(proxy, office)).toBe(200);
    // The proxy appends the last address. The client may have invented all before.
    expect(await ask(proxy, `${office}, 198.51.100.1`)).toBe(403);
    expect(await ask(proxy, `198.51.100.1, ${office}`)).toBe(200);
    expect(await ask(proxy)).toBe(403);
  });
});
