import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import {
  noteSignIn,
  type RiskySignIn,
  signInRisk,
} from '../../../src/conditional-access/resources/sign-in-risk.ts';
import { pastOfSignIns } from '../../../src/conditional-access/resources/sql/sign-in-places.ts';
import { addressSet } from '../../../src/conditional-access/judge/address-set.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { aUser } from '../../support/builders.ts';
import { explaining } from '../../support/explain.ts';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const berlin = { latitude: 52.52, longitude: 13.4 };
const potsdam = { latitude: 52.4, longitude: 13.06 };
const tokyo = { latitude: 35.68, longitude: 139.76 };
const hours = (many: number): Date => new Date(Date.now() + many * 3_600_000);
const days = (many: number): Date => hours(many * 24);

type Database = { orm: Parameters<typeof inTransaction>[0] };

/** A user, and what the room says of a sign-in of the user. */
async function aUserHere(service: TestService, { orm }: Database) {
  const { orgId } = service.organizations.ours.live;
  const email = anEmail();
  const userId = await aUser(service.ours, { email, password });
  const asked = (fields: Partial<RiskySignIn>): RiskySignIn => ({
    userId,
    address: '192.0.2.1',
    country: undefined,
    point: undefined,
    browserId: randomUUID(),
    now: new Date(),
    password: { breached: undefined },
    ...fields,
  });
  const inTenant = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
    inTransaction(orm, { orgId, environment: 'live' }, work);
  return {
    orgId,
    userId,
    email,
    /** The reasons for a risk. */
    async reasons(fields: Partial<RiskySignIn>): Promise<string[]> {
      const found = await inTenant((tx) => signInRisk(tx, asked(fields)));
      return found.reasons.map(({ kind }) => kind);
    },
    note: (fields: Partial<RiskySignIn>) => inTenant((tx) => noteSignIn(tx, asked(fields))),
  };
}

/** Signs in by a new browser. @returns its id */
async function knownBrowser(
  { sql, origin }: TestService,
  { orgId, userId, email }: { orgId: string; userId: string; email: string },
) {
  await aPerson(origin).signIn(orgId, email, password);
  const [row] = await sql<{ id: string }>(
    'select browser_id as id from known_browsers where user_id = $1 order by last_login_at desc limit 1',
    [userId],
  );
  return row?.id ?? '';
}

describe('the risk of a sign-in', () => {
  test('the first sign-in of a user is not new in anything', async ({ service, database }) => {
    const one = await aUserHere(service, database);
    expect(await one.reasons({ country: 'JP', point: tokyo })).toEqual([]);
  });

  test('a country counts as new until a sign-in from there completes, and again after 180 days', async ({
    service,
    database,
  }) => {
    const one = await aUserHere(service, database);
    await one.note({ country: 'DE', now: days(-200) });
    expect(await one.reasons({ country: 'JP' })).toEqual([]);
    await one.note({ country: 'FR', now: days(-3) });
    expect(await one.reasons({ country: 'FR' })).toEqual([]);
    expect(await one.reasons({ country: 'JP' })).toEqual(['NEW_COUNTRY']);
    // Forgotten, like a country without a use (decisions 6.4).
    expect(await one.reasons({ country: 'DE' })).toEqual(['NEW_COUNTRY']);
    await one.note({ country: 'JP' });
    expect(await one.reasons({ country: 'JP' })).toEqual([]);
    expect(await one.reasons({ country: undefined })).toEqual([]);
  });

  test('an hour is too short for the way to Tokyo, and twelve hours are not', async ({
    service,
    database,
  }) => {
    const one = await aUserHere(service, database);
    await one.note({ country: 'DE', point: berlin, now: hours(-1) });
    expect(await one.reasons({ point: tokyo })).toEqual(['IMPOSSIBLE_TRAVEL']);
    expect(await one.reasons({ point: potsdam })).toEqual([]);
    expect(await one.reasons({ point: tokyo, now: hours(11) })).toEqual([]);
    // A sign-in without a place keeps the place before.
    await one.note({ country: 'DE' });
    expect(await one.reasons({ point: tokyo })).toEqual(['IMPOSSIBLE_TRAVEL']);
    await one.note({ country: 'JP', point: tokyo });
    expect(await one.reasons({ country: 'JP', point: tokyo })).toEqual([]);
  });

  test('a browser is new if the user has signed in with others only', async ({ service, database }) => {
    const one = await aUserHere(service, database);
    const browserId = await knownBrowser(service, one);
    expect(await one.reasons({ browserId })).toEqual([]);
    expect(await one.reasons({})).toEqual(['NEW_BROWSER']);
    // A refresh of tokens comes from no browser.
    expect(await one.reasons({ browserId: undefined })).toEqual([]);
    // Another user of this browser has no part in it.
    const other = await aUserHere(service, database);
    await knownBrowser(service, other);
    expect(await other.reasons({ browserId })).toEqual(['NEW_BROWSER']);
  });

  test('guesses stay a burst when the last guess was right, for fifteen minutes', async ({
    service,
    database,
  }) => {
    const one = await aUserHere(service, database);
    const thief = aPerson(service.origin);
    const fail = () => thief.signIn(one.orgId, one.email, 'wrong-guess-1234');
    for (let at = 0; at < 4; at += 1) await fail();
    expect(await one.reasons({})).toEqual([]);
    await fail();
    expect(await one.reasons({})).toEqual(['FAILURE_BURST']);
    const browserId = await knownBrowser(service, one);
    expect(await one.reasons({ browserId })).toEqual(['FAILURE_BURST']);
    expect(await one.reasons({ browserId, now: hours(0.26) })).toEqual([]);
    const other = await aUserHere(service, database);
    expect(await other.reasons({})).toEqual([]);
  });

  test('a breached password and an anonymous network count, and reasons come in one order', async ({
    service,
    database,
  }) => {
    const one = await aUserHere(service, database);
    const anonymousNetworks = addressSet(['192.0.2.0/24']);
    expect(await one.reasons({ anonymousNetworks })).toEqual(['ANONYMOUS_NETWORK']);
    expect(await one.reasons({ anonymousNetworks, address: '198.51.100.1' })).toEqual([]);
    expect(await one.reasons({ anonymousNetworks, address: undefined })).toEqual([]);
    expect(await one.reasons({ password: { breached: true } })).toEqual(['BREACHED_PASSWORD']);
    expect(await one.reasons({ password: { breached: false } })).toEqual([]);
    await one.note({ country: 'DE', point: berlin });
    await knownBrowser(service, one);
    expect(
      await one.reasons({ anonymousNetworks, country: 'JP', point: tokyo, password: { breached: true } }),
    ).toEqual(['NEW_COUNTRY', 'IMPOSSIBLE_TRAVEL', 'NEW_BROWSER', 'BREACHED_PASSWORD', 'ANONYMOUS_NETWORK']);
  });

  test('a user has one row with fifty countries at most, which is erased with the user', async ({
    service,
    database,
  }) => {
    const one = await aUserHere(service, database);
    const letters = [...'ABCDEFGHIJ'];
    const countries = letters.flatMap((first) => letters.slice(0, 6).map((second) => first + second));
    for (const [at, country] of countries.entries())
      await one.note({ country, point: berlin, now: hours(at - countries.length) });
    const kept = () =>
      service.sql<{ countries: object }>('select countries from sign_in_places where user_id = $1', [
        one.userId,
      ]);
    const rows = await kept();
    expect(rows.map((row) => Object.keys(row.countries).toSorted())).toEqual([countries.slice(-50)]);
    expect((await service.ours.call('deleteUser', { path: { userId: one.userId } })).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  test('is read by index', async ({ service, database }) => {
    const one = await aUserHere(service, database);
    await service.sql(
      `insert into users (org_id, id, status, email, username)
       select $1, 'usr_' || n, 'ACTIVE', 'risk' || n || '@example.com', 'risk' || n from generate_series(1, 5000) n`,
      [one.orgId],
    );
    await service.sql(
      `insert into sign_in_places (org_id, user_id, countries, last_seen_at)
       select $1, 'usr_' || n, '{"DE": "2026-01-01T00:00:00Z"}', now() from generate_series(1, 5000) n`,
      [one.orgId],
    );
    await service.sql('analyze users, sign_in_places');
    const { tx, explained } = explaining(database.orm.em.fork());
    const burst = { failures: 5, minutes: 15 };
    const { orgId, userId } = one;
    await pastOfSignIns(tx, orgId, { userId, browserId: randomUUID(), now: new Date(), burst });
    expect(explained.flatMap(({ scanned }) => scanned).filter((table) => table === 'sign_in_places')).toEqual(
      [],
    );
    expect(explained).toHaveLength(1);
  });
});
