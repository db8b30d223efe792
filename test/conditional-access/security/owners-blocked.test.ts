import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  accessTest as test,
  aLocation,
  anAccessPolicy,
  withoutAccessPolicies,
} from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { aDirectory } from '../../support/directories.ts';
import { aGroup } from '../../support/groups.ts';
import { aPerson } from '../../support/person.ts';
import { aRelyingParty, authorized, signedIn } from '../../support/relying-party.ts';
import { patch } from '../../support/scim.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

/** Creates the only owner of the tenant, who has signed in from somewhere. */
async function anOwner({ ours, origin, sql }: TestService, last?: Record<string, unknown>): Promise<string> {
  await sql(`update users set roles = '{}' where org_id = $1`, [ours.orgId]);
  const email = anEmail();
  const owner = await aUser(ours, { email, password, roles: ['OWNER'] });
  await sql(`update users set status = 'ACTIVE' where id = $1`, [owner]);
  if (!last) return owner;
  await aPerson(origin).signIn(ours.orgId ?? '', email, password);
  await sql('update access_decisions set signals = signals || $2::jsonb where user_id = $1', [
    owner,
    JSON.stringify(last),
  ]);
  return owner;
}

interface Given {
  /** The signals of the owner's last sign-in. */
  last?: Record<string, unknown>;
  /** The policy that judges the members of the group. */
  policy?: Record<string, unknown>;
  conditions?: Record<string, unknown>;
}

/** A directory puts the owner into a group that a policy names. Returns whether an event tells that no owner can sign in. */
async function isTold(service: TestService, { last, policy = {}, conditions = {} }: Given): Promise<boolean> {
  const { ours, sql } = service;
  const owner = await anOwner(service, last);
  const groupId = await aGroup(ours);
  const policyId = await anAccessPolicy(ours, {
    conditions: { ...conditions, groups: { include: [groupId] } },
    ...policy,
  });
  const directory = await aDirectory(service);
  const adding = { op: 'add', path: 'members', value: [{ value: owner }] };
  expect((await patch(directory, `/Groups/${groupId}`, [adding])).status).toBe(200);
  const told = await sql(
    `select from events where type = 'access.owners_blocked' and data ->> 'policyId' = $1`,
    [policyId],
  );
  return told.length > 0;
}

const office = { address: '203.0.113.7' };
const passkey = { decision: 'REQUIRE', requirements: ['PASSKEY'] };
const device = { decision: 'REQUIRE', requirements: ['COMPLIANT_DEVICE'] };

describe('access.owners_blocked', () => {
  test('judges an owner from where the owner was last, and not from where the directory is', async ({
    service,
  }) => {
    const offices = { exclude: [await aLocation(service.ours)] };
    expect(await isTold(service, { last: office, conditions: { locations: offices } })).toBe(false);
    const elsewhere = { address: '198.51.100.7' };
    expect(await isTold(service, { last: elsewhere, conditions: { locations: offices } })).toBe(true);
    expect(await isTold(service, { last: office, conditions: { ipRanges: ['203.0.113.0/24'] } })).toBe(true);
    expect(await isTold(service, { last: office, conditions: { ipRanges: ['127.0.0.0/8'] } })).toBe(false);
  });

  test.for([
    [{}, true],
    [{ policy: passkey }, true],
    [{ policy: device }, false],
    [{ conditions: { ipRanges: ['0.0.0.0/0', '::/0'] } }, false],
    [{ conditions: { countries: ['DE'] } }, false],
    [{ conditions: { devicePlatforms: ['windows'] } }, false],
    [{ conditions: { deviceTrust: ['unknown'] } }, false],
    [{ conditions: { clientTypes: ['browser'] } }, true],
    [{ conditions: { clientTypes: ['native'] } }, false],
  ] as [Given, boolean][])(
    'counts only what blocks an owner anywhere if the owner has not signed in: %j, %s',
    async ([given, told], { service }) => {
      expect(await isTold(service, given)).toBe(told);
    },
  );

  test('is not sent if a policy may let an owner in who has not signed in', async ({ service }) => {
    const { ours } = service;
    const office = await aLocation(ours);
    const locations = { include: [office] };
    await anAccessPolicy(ours, { priority: 1, decision: 'ALLOW', conditions: { locations } });
    expect(await isTold(service, {})).toBe(false);
    expect(await isTold(service, { last: { address: '198.51.100.7' } })).toBe(true);
  });

  test('does not count a policy for all places but one if the owner has not signed in', async ({
    service,
  }) => {
    const locations = { exclude: [await aLocation(service.ours)] };
    expect(await isTold(service, { conditions: { locations } })).toBe(false);
  });

  test.for([
    ['compliant', false, { conditions: { deviceTrust: ['unmanaged', 'unknown'] } }, false],
    ['unknown', true, { conditions: { deviceTrust: ['unmanaged', 'unknown'] } }, true],
    ['unknown', false, { conditions: { deviceTrust: ['unmanaged', 'unknown'] } }, false],
    ['compliant', false, { policy: device }, false],
    ['managed', false, { policy: device }, true],
    ['unknown', true, { policy: device }, true],
    // The browser was not asked: it may show a compliant device at the next sign-in.
    ['unknown', false, { policy: device }, false],
  ] as [string, boolean, Given, boolean][])(
    'knows the device of the last sign-in: %s, asked for: %s, %j, %s',
    async ([deviceTrust, deviceAsked, given, told], { service }) => {
      const last = { ...office, deviceTrust, deviceAsked };
      expect(await isTold(service, { ...given, last })).toBe(told);
    },
  );

  test('counts no request of an application for tokens as the place of an owner', async ({ service }) => {
    const { ours, sql } = service;
    const owner = await anOwner(service);
    const party = await aRelyingParty(ours, {
      scopes: ['openid', 'offline_access'],
      applicationType: 'spa',
      tokenEndpointAuthMethod: 'none',
    });
    await anAccessPolicy(ours, { status: 'REPORT_ONLY' });
    const browser = await signedIn(service, { issuer: party.issuer, userId: owner });
    const asked = { scope: 'openid offline_access', prompt: 'consent' };
    const { exchange } = await authorized(party, browser, asked);
    const placesOf = `select signals ->> 'address' as address from access_decisions where user_id = $1 order by at desc limit 1`;
    const place = async () => (await sql<{ address: string }>(placesOf, [owner]))[0]?.address;
    // Decisions are written about once a second.
    await expect.poll(place, { timeout: 20_000 }).toBeDefined();
    await sql('update access_decisions set signals = signals || $2::jsonb where user_id = $1', [
      owner,
      JSON.stringify(office),
    ]);
    const tokens = await exchange();
    await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    await expect.poll(place, { timeout: 20_000 }).not.toBe(office.address);
    const putInto = async (ipRanges: string[]) => {
      const groupId = await aGroup(ours);
      await anAccessPolicy(ours, { conditions: { groups: { include: [groupId] }, ipRanges } });
      const directory = await aDirectory(service);
      const adding = { op: 'add', path: 'members', value: [{ value: owner }] };
      await patch(directory, `/Groups/${groupId}`, [adding]);
      return sql(`select from events where type = 'access.owners_blocked' and data ->> 'groupId' = $1`, [
        groupId,
      ]);
    };
    expect(await putInto(['127.0.0.0/8', '::/0'])).toEqual([]);
    await withoutAccessPolicies(ours);
    expect(await putInto(['203.0.113.0/24'])).toHaveLength(1);
  });

  test('does not guess the risk of the next sign-in', async ({ service }) => {
    const risky = { last: { ...office, riskLevel: 'HIGH' }, conditions: { riskLevels: ['HIGH'] } };
    expect(await isTold(service, risky)).toBe(false);
  });

  test('does not count an attempt that was denied as the place of an owner', async ({ service }) => {
    const { ours, sql } = service;
    const owner = await anOwner(service, office);
    await sql(
      `insert into access_decisions (org_id, id, subject, user_id, application, decision, outcome, shared, signals, outcomes)
       select org_id, 'cad_' || gen_random_uuid(), subject, user_id, application, 'BLOCK', 'DENIED', false,
              signals || '{"address": "198.51.100.9"}', outcomes from access_decisions where user_id = $1 limit 1`,
      [owner],
    );
    const groupId = await aGroup(ours);
    const policyId = await anAccessPolicy(ours, {
      conditions: { groups: { include: [groupId] }, ipRanges: ['198.51.100.0/24'] },
    });
    const directory = await aDirectory(service);
    const adding = { op: 'add', path: 'members', value: [{ value: owner }] };
    await patch(directory, `/Groups/${groupId}`, [adding]);
    expect(
      await sql(`select from events where type = 'access.owners_blocked' and data ->> 'policyId' = $1`, [
        policyId,
      ]),
    ).toEqual([]);
  });
});
