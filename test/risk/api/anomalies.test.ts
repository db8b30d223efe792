import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { transactionally } from '../../../src/platform/tenancy.ts';
import { digestUsage } from '../../../src/risk/sql/digest.ts';
import { aCallerWith, aCredential, eventsAbout, verify } from '../../support/builders.ts';
import { anAnomaly } from '../../support/findings.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { aDayThatLasts } from '../../support/lasting-day.ts';
import { mmdb } from '../../support/mmdb.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { daysOf, makeOldFactsPossible, type Past, typesOf, usesOf } from '../../support/uses.ts';

let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'places-'));

const berlin = '198.51.100.7';
const hamburg = '198.51.101.7';
const tokyo = '203.0.113.7';

beforeAll(async () => {
  const file = join(folder, 'places.mmdb');
  const places = {
    '198.51.100.0/24': { country: 'DE', latitude: 52.5, longitude: 13.4 },
    '198.51.101.0/24': { country: 'DE', latitude: 53.6, longitude: 10 },
    '203.0.113.0/24': { country: 'JP', latitude: 35.7, longitude: 139.7 },
  };
  writeFileSync(file, mmdb(places));
  service = await startTestService({ GEOIP_FILE: file });
  await makeOldFactsPossible(service);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const { used, failed, look, found, anomaliesOf, anOldCredential } = usesOf(() => service);

describe('NEW_IP', () => {
  test('is a use from an address that a credential with few addresses never used', async () => {
    const id = await anOldCredential();
    await used(id, { daysAgo: 8 }, { daysAgo: 1 });
    const [anomaly] = await found(id, { address: '192.0.2.9', uses: 3 });
    expect(anomaly).toMatchObject({
      type: 'NEW_IP',
      severity: 'MEDIUM',
      status: 'OPEN',
      credentialId: id,
      description: 'Used from 192.0.2.9, a network without an earlier use',
      evidence: { address: '192.0.2.9', knownAddresses: 1, uses: 3 },
      occurrences: 1,
    });
    const [event] = (await eventsAbout(service, id)).filter(({ type }) => type === 'anomaly.detected');
    expect(event?.data).toMatchObject({
      anomalyId: anomaly?.['id'],
      identityName: 'deploy-bot',
      evidence: anomaly?.['evidence'],
    });
  });

  test('does not arise for known addresses, before a week of learning, or with many addresses', async () => {
    const [known, young, many] = [await anOldCredential(), await anOldCredential(), await anOldCredential()];
    await used(known, { daysAgo: 8 });
    await used(young, { daysAgo: 6 });
    await used(many, ...daysOf(30, 20).map((daysAgo) => ({ daysAgo, address: `192.0.2.${daysAgo}` })));
    expect(await found(known, {})).toEqual([]);
    expect(await found(young, { address: '192.0.2.9' })).toEqual([]);
    expect(await found(many, { address: '192.0.2.9' })).toEqual([]);
  });

  test('treats the addresses of one IPv6 network as one', async () => {
    const id = await anOldCredential();
    await used(id, { daysAgo: 8, address: '2001:db8:1:2::1' });
    expect(await found(id, { address: '2001:db8:1:2:aaaa::9' })).toEqual([]);
    const [anomaly] = await found(id, { address: '2001:db8:1:3::9' });
    expect(anomaly).toMatchObject({ evidence: { address: '2001:db8:1:3::/64' } });
  });

  test('counts repeats, learns from a false positive, and opens again once resolved', async () => {
    const id = await anOldCredential();
    await used(id, { daysAgo: 8 });
    const judge = async (status: string) => {
      const [open] = await anomaliesOf(id);
      return service.ours.call('updateAnomaly', { path: { id: String(open?.['id']) }, body: { status } });
    };
    await found(id, { address: '192.0.2.9' });
    expect(await found(id, { address: '192.0.2.9' })).toEqual([expect.objectContaining({ occurrences: 2 })]);
    expect((await judge('RESOLVED')).body.closedAt).toEqual(expect.any(String));
    expect(await found(id, { address: '192.0.2.9' })).toHaveLength(2);
    expect((await judge('FALSE_POSITIVE')).status).toBe(200);
    expect(await found(id, { address: '192.0.2.9' })).toHaveLength(2);
  });
});

describe('NEW_COUNTRY and GEO_VELOCITY', () => {
  test('detect a new country, and a distance too long for its time', async () => {
    const id = await anOldCredential();
    await used(id, { daysAgo: 8, address: berlin }, { daysAgo: 0.1, address: berlin });
    const anomalies = await found(id, { address: tokyo });
    expect(typesOf(anomalies)).toEqual(['GEO_VELOCITY', 'NEW_COUNTRY', 'NEW_IP']);
    const evidence = (type: string) => anomalies.find((one) => one['type'] === type)?.['evidence'];
    expect(evidence('NEW_COUNTRY')).toMatchObject({ country: 'JP', knownCountries: ['DE'], address: tokyo });
  });

  test('ignore a usual country, and a distance that is short or slow', async () => {
    const [near, slow] = [await anOldCredential(), await anOldCredential()];
    await found(near, { daysAgo: 8, address: berlin });
    expect(typesOf(await found(near, { address: berlin }))).toEqual([]);
    // 255 km in no time
    expect(typesOf(await found(near, { address: hamburg }))).toEqual(['NEW_IP']);
    await used(slow, { daysAgo: 8, address: berlin });
    expect(typesOf(await found(slow, { daysAgo: 0, address: berlin }))).toEqual([]);
    await service.sql(
      `update credential_profiles set last_place = last_place || jsonb_build_object('at', now() - interval '12 hours')
        where credential_id = $1`,
      [slow],
    );
    expect(typesOf(await found(slow, { address: tokyo }))).toEqual(['NEW_COUNTRY', 'NEW_IP']);
  });

  test('measure the distance between two uses', async () => {
    const id = await anOldCredential();
    await used(id, { daysAgo: 8, address: berlin });
    await found(id, { address: berlin });
    const anomaly = (await found(id, { address: tokyo })).find(({ type }) => type === 'GEO_VELOCITY');
    expect(anomaly).toMatchObject({
      severity: 'HIGH',
      evidence: {
        from: { address: berlin, country: 'DE' },
        to: { address: tokyo, country: 'JP' },
        kilometres: expect.toSatisfy((kilometres: number) => kilometres > 8_800 && kilometres < 9_000),
        mostKilometresPerHour: 900,
      },
    });
  });

  test('learn a country from a false positive', async () => {
    const id = await anOldCredential();
    await used(id, { daysAgo: 8, address: berlin });
    for (const anomaly of await found(id, { address: tokyo })) {
      const path = { id: String(anomaly['id']) };
      await service.ours.call('updateAnomaly', { path, body: { status: 'FALSE_POSITIVE' } });
    }
    const after = await found(id, { address: tokyo });
    expect(after.filter(({ status }) => status === 'OPEN')).toEqual([]);
  });
});

describe('USAGE_SPIKE', () => {
  const usual = (uses: number): Past[] => daysOf(14, 1).map((daysAgo) => ({ daysAgo, uses }));

  test('is a day with more than five times the mean daily uses', async () => {
    const id = await anOldCredential();
    await used(id, ...usual(20));
    const [anomaly] = await found(id, { uses: 150 });
    expect(anomaly).toMatchObject({
      type: 'USAGE_SPIKE',
      severity: 'MEDIUM',
      evidence: { uses: 150, meanPerDay: 20, factor: 7.5, days: 14, leastFactor: 5 },
    });
  });

  test('adds up many small uses', async () => {
    const id = await anOldCredential();
    // Facts are of the time up to which the last look judged.
    await aDayThatLasts(service);
    await look();
    await used(id, ...usual(20));
    expect(await found(id, { uses: 60 })).toEqual([]);
    expect(typesOf(await found(id, { uses: 60 }))).toEqual(['USAGE_SPIKE']);
  });

  test('does not arise for few uses, or for three times as many', async () => {
    const [few, threefold] = [await anOldCredential(), await anOldCredential()];
    await used(few, ...usual(2));
    await used(threefold, ...usual(50));
    expect(await found(few, { uses: 99 })).toEqual([]);
    expect(await found(threefold, { uses: 150 })).toEqual([]);
  });
});

describe('DORMANT_REUSE', () => {
  test('is a use after 30 idle days, and a first use long after the creation', async () => {
    const [again, first] = [await anOldCredential(), await anOldCredential()];
    await used(again, { daysAgo: 31 });
    expect(await found(again, {})).toEqual([
      expect.objectContaining({
        type: 'DORMANT_REUSE',
        evidence: expect.objectContaining({ days: 31, leastDays: 30 }),
      }),
    ]);
    expect(await found(first, {})).toEqual([
      expect.objectContaining({
        type: 'DORMANT_REUSE',
        evidence: expect.objectContaining({ lastUsedAt: null }),
      }),
    ]);
    expect(await found(again, {})).toHaveLength(1);
  });

  test('does not arise after 29 days, or for a new credential', async () => {
    const [again, fresh] = [await anOldCredential(), (await aCredential(service.ours)).id];
    await used(again, { daysAgo: 29 });
    expect(await found(again, {})).toEqual([]);
    expect(await found(fresh, {})).toEqual([]);
  });
});

describe('OFF_HOURS', () => {
  const hour = 1 / 24;

  test('is a use in an hour of the week without earlier uses', async () => {
    const id = await anOldCredential();
    await used(id, ...daysOf(20, 1).map((day) => ({ daysAgo: day - 6 * hour })));
    const [anomaly] = await found(id, {});
    expect(anomaly).toMatchObject({
      type: 'OFF_HOURS',
      severity: 'LOW',
      evidence: { hourOfWeek: expect.stringMatching(/^[A-Z][a-z]+day \d\d:00 UTC$/), usualHoursOfWeek: 7 },
    });
  });

  test('does not arise beside a usual hour, on few days, or without fixed hours', async () => {
    const [beside, few, always] = [await anOldCredential(), await anOldCredential(), await anOldCredential()];
    await used(beside, ...daysOf(20, 1).map((day) => ({ daysAgo: day + hour })));
    await used(few, ...daysOf(20, 12).map((day) => ({ daysAgo: day - 6 * hour })));
    const hours = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    await used(
      always,
      ...daysOf(20, 1).flatMap((day) => hours.map((each) => ({ daysAgo: day - each * hour }))),
    );
    expect(await found(beside, {})).toEqual([]);
    expect(await found(few, {})).toEqual([]);
    expect(await found(always, {})).toEqual([]);
  });
});

describe('FAILURE_BURST', () => {
  test('is 20 rejected uses within five minutes', async () => {
    const id = await anOldCredential();
    await failed(id, { secondsAgo: 290, failures: 10 }, { failures: 10 });
    expect(await anomaliesOf(id)).toEqual([
      expect.objectContaining({
        type: 'FAILURE_BURST',
        severity: 'MEDIUM',
        evidence: expect.objectContaining({ failures: 20, codes: { EXPIRED: 20 }, addresses: ['192.0.2.1'] }),
      }),
    ]);
  });

  test('does not arise for 19 uses, or for 20 within more than five minutes', async () => {
    const [few, slow] = [await anOldCredential(), await anOldCredential()];
    await failed(few, { failures: 19 });
    await failed(slow, { secondsAgo: 310, failures: 10 }, { failures: 10 });
    expect(await anomaliesOf(few)).toEqual([]);
    expect(await anomaliesOf(slow)).toEqual([]);
  });

  test('counts rejected verifications, and keys without the right they need', async () => {
    const { ours, sql } = service;
    const { id, secret } = await aCredential(ours, { scopes: ['deploy.execute'] });
    const { caller, id: keyId } = await aCallerWith(service, ['identities.read']);
    for (let call = 0; call < 20; call++) {
      const { code } = await verify(ours, secret, { scopes: ['secrets.read'], ipAddress: '192.0.2.5' });
      expect(code).toBe('INSUFFICIENT_SCOPE');
      expect((await caller.call('listWebhooks')).status).toBe(403);
    }
    const written = () =>
      sql<{ failures: number }>(
        'select sum(failures)::int as failures from failure_facts where credential_id = any ($1)',
        [[id, keyId]],
      );
    await expect.poll(async () => (await written())[0]?.failures, { timeout: 20_000 }).toBe(40);
    await sql(
      'update failure_facts set at = (select at from detection_bookmarks) where credential_id = any ($1)',
      [[id, keyId]],
    );
    await look();
    for (const each of [id, keyId]) {
      const [anomaly] = await anomaliesOf(each);
      expect(anomaly).toMatchObject({
        type: 'FAILURE_BURST',
        evidence: { failures: 20, codes: { INSUFFICIENT_SCOPE: 20 } },
      });
    }
  });
});

describe('the task', () => {
  test('processes real verifications, and each once', async () => {
    const { ours, sql } = service;
    const { id, secret } = await aCredential(ours);
    await used(id, { daysAgo: 9 });
    for (let call = 0; call < 3; call++) await verify(ours, secret, { ipAddress: '192.0.2.77' });
    const digested = async () => {
      await look();
      const [day] = await sql<{ uses: number }>(
        'select uses::int as uses from credential_days where credential_id = $1 order by day desc limit 1',
        [id],
      );
      return day?.uses;
    };
    // The look leaves facts that are younger than the margin to the next look.
    await sql(
      "update usage_facts set at = (select at from detection_bookmarks) where credential_id = $1 and at > now() - interval '1 day'",
      [id],
    );
    expect(await digested()).toBe(3);
    expect(await digested()).toBe(3);
    expect(typesOf(await anomaliesOf(id))).toEqual(['NEW_IP']);
  });

  test('misses no fact of a transaction that commits late', async () => {
    const { sql, ours } = service;
    const { id } = await aCredential(ours);
    const name = new URL(service.database).pathname.slice(1);
    const database = await openDatabase(withDatabase(inject('server').service, name), 5);
    const digest = async () => {
      await transactionally(database.orm, (tx) => digestUsage(tx, 0));
      return sql('select from usage_digest where credential_id = $1', [id]);
    };
    const late = await database.hot.connect();
    try {
      await late.query('begin');
      await late.query(
        "insert into usage_facts (org_id, credential_id, source, uses) select org_id, id, 'API', 1 from credentials where id = $1",
        [id],
      );
      // Others begin after it and are done.
      await verify(ours, (await aCredential(ours)).secret);
      expect(await digest()).toHaveLength(0);
      await late.query('commit');
      expect(await digest()).toHaveLength(1);
      expect(await digest()).toHaveLength(1);
    } finally {
      late.release();
      await database.close();
      // To where the task would have left it.
      await sql("update detection_bookmarks set at = now() - interval '6 seconds'");
    }
  });

  test('finds each anomaly once when several nodes run it', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => anOldCredential()));
    for (const id of ids) await used(id, { daysAgo: 8 }, { address: '192.0.2.9' });
    await Promise.all([look(), look(), look(), look()]);
    await look();
    for (const id of ids) {
      expect(await anomaliesOf(id)).toEqual([expect.objectContaining({ type: 'NEW_IP', occurrences: 1 })]);
      const told = (await eventsAbout(service, id)).filter(({ type }) => type === 'anomaly.detected');
      expect(told).toHaveLength(1);
    }
  });
});

describe('getAnomaly', () => {
  test('does not reveal the version of an unknown anomaly', async () => {
    const { body, headers } = await service.ours.call('getAnomaly', { path: { id: 'ano_1' } });
    expect([body.code, headers.get('etag')]).toEqual(['ANOMALY_NOT_FOUND', null]);
  });
});

describe('listAnomalies', () => {
  test('filters by status, type, severity and subject', async () => {
    const { ours } = service;
    const id = await anAnomaly(ours, { severity: 'CRITICAL' });
    const { body } = await ours.call('getAnomaly', { path: { id } });
    const filters: Record<string, string>[] = [
      { status: 'OPEN', type: 'USAGE_SPIKE', severity: 'CRITICAL' },
      { identityId: body.identityId },
      { credentialId: body.credentialId },
    ];
    for (const query of filters)
      expect((await ours.call('listAnomalies', { query })).body.data).toEqual([body]);
    const { body: none } = await ours.call('listAnomalies', {
      query: { identityId: body.identityId, status: 'RESOLVED' },
    });
    expect(none).toMatchObject({ data: [], pagination: { total: 0 } });
  });
});

describe('updateAnomaly', () => {
  test('acknowledges an anomaly, then closes it permanently, and keeps a note', async () => {
    const { ours } = service;
    const path = { id: await anAnomaly(ours) };
    const update = (body: unknown, headers = {}) => ours.call('updateAnomaly', { path, body, headers });
    const first = await update({ status: 'ACKNOWLEDGED', note: 'Asked the team' }, { 'If-Match': '"1"' });
    expect(first.body).toMatchObject({ status: 'ACKNOWLEDGED', note: 'Asked the team', closedAt: null });
    expect(first.headers.get('etag')).toBe('"2"');
    expect((await update({ status: 'RESOLVED' }, { 'If-Match': '"1"' })).status).toBe(412);
    expect((await update({ status: 'OPEN' })).body.code).toBe('ANOMALY_STATE_CONFLICT');
    expect((await update({ status: 'RESOLVED' })).status).toBe(200);
    expect((await update({ status: 'RESOLVED', note: null })).body).toMatchObject({ note: null });
    expect((await update({ status: 'FALSE_POSITIVE' })).status).toBe(409);
  });
});
