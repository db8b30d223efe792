import { describe, expect, onTestFinished } from 'vitest';
import pg from 'pg';
import { createClient } from '../../support/client.ts';
import { aDirectory, patchOf } from '../../support/directories.ts';
import { aScimUser, expectRefusal } from '../../support/scim.ts';
import { startTestService, test as base, type TestService } from '../../support/service.ts';

/** Thirty requests a minute are worth 0.3 s of work at once. */
const limits = { RATE_LIMIT_PER_MINUTE: '1000', SCIM_RATE_LIMIT_PER_MINUTE: '30', RATE_LIMIT_BURST: '0' };

const test = base.extend<{ limited: TestService }>({
  limited: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService(limits);
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});

const tally = (answers: { status: number; headers: Headers }[]) =>
  answers.reduce<Record<string, number>>((sum, { status, headers }) => {
    const name = `${status} ${headers.get('x-error-code') ?? ''}`;
    return { ...sum, [name]: (sum[name] ?? 0) + 1 };
  }, {});

/** A body that asks for far more than half a second of work: texts of repetitions, and many parts to look for. */
function heavy() {
  const photos = Array.from({ length: 14 }, (_, at) => ({ value: `${at}${'a'.repeat(8_000)}` }));
  const part = `${'a'.repeat(20)}b${'a'.repeat(20)}`;
  const filter = Array.from({ length: 60 }, (_, at) => `value co "${part}${at}"`).join(' or ');
  const operations = Array.from({ length: 200 }, () => ({ op: 'remove', path: `photos[${filter}]` }));
  return { photos, body: patchOf(...operations) };
}

describe('a PATCH that causes much work', () => {
  test('is rejected after half a second; repeats block its organization, but no other', async ({
    limited,
  }) => {
    const directory = await aDirectory(limited);
    const { photos, body } = heavy();
    const { id } = await aScimUser(directory, { photos });
    // The first one spends all of it.
    const first = await directory.send('PATCH', `/Users/${id}`, body);
    expectRefusal(first, 413, 'PAYLOAD_TOO_LARGE');
    const refused = await directory.send('GET', `/Users/${id}`);
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toMatch(
      /^RATE_LIMITED: the requests of this organization take too much work/,
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // Another token of the organization has no budget of its own, another organization has.
    expect((await (await aDirectory(limited)).send('GET', '/ServiceProviderConfig')).status).toBe(429);
    const other = await aDirectory(limited, {}, 'theirs');
    expect((await other.send('GET', '/ServiceProviderConfig')).status).toBe(200);
  });

  test('is rejected without work if parallel requests already used the budget', async ({ limited }) => {
    const directory = await aDirectory(limited, {}, 'theirs');
    const { photos, body } = heavy();
    const { id } = await aScimUser(directory, { photos });
    const patches = Array.from({ length: 8 }, () => directory.send('PATCH', `/Users/${id}`, body));
    expect(tally(await Promise.all(patches))).toEqual({ '413 PAYLOAD_TOO_LARGE': 1, '429 RATE_LIMITED': 7 });
  });
});

describe('large bodies', () => {
  test('count as work of their organization, also if they are rejected', async () => {
    // Ten requests a minute are worth 0.1 s of work at once, and each body takes 2 to 10 ms.
    const most = 200;
    const service = await startTestService({
      ...limits,
      SCIM_RATE_LIMIT_PER_MINUTE: '10',
      RATE_LIMIT_BURST: String(most),
    });
    onTestFinished(() => service.stop());
    const directory = await aDirectory(service);
    const members = Array.from({ length: 20_000 }, (_, at) => ({ value: `${'m'.repeat(30)}${at}` }));
    const body = patchOf({ op: 'add', path: 'members', value: members });
    const send = () => directory.send('PATCH', '/Groups/unknown', body);
    const first = await send();
    let last = first;
    for (let sent = 1; last.status !== 429 && sent < most; sent++) last = await send();
    expect(first.status).toBe(404);
    expect(last.body.detail).toMatch(/^RATE_LIMITED: the requests of this organization take too much work/);
  });
});

describe('a large bulk request', () => {
  test('is not rejected for the work on its body, which counts for its operations', async () => {
    // Sixty requests a minute are worth 0.6 s at once, and 120 steps are charged with as much.
    const service = await startTestService({ ...limits, SCIM_RATE_LIMIT_PER_MINUTE: '60' });
    onTestFinished(() => service.stop());
    const directory = await aDirectory(service);
    const change = patchOf({ op: 'replace', path: 'displayName', value: 'x'.repeat(600) });
    const steps = Array.from({ length: 120 }, (_, at) => ({
      method: 'PATCH',
      path: `/Users/unknown-${at}`,
      data: change,
    }));
    const bulk = { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations: steps };
    const { status, body } = await directory.send('POST', '/Bulk', bulk);
    expect([status, body.Operations?.length]).toEqual([200, 120]);
  });
});

describe('searches of one organization', () => {
  test('run two at a time for at most three seconds; others wait briefly or are rejected', async ({
    service,
  }) => {
    const directory = await aDirectory(service);
    await aScimUser(directory);
    const client = createClient(service.origin, directory.token);
    const search = () =>
      client.send('GET', `${directory.base}/Users?filter=${encodeURIComponent('title co "x"')}`);
    const holder = new pg.Client(service.database);
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table users in access exclusive mode');
      const answers = await Promise.all(Array.from({ length: 30 }, search));
      const { '400 SCIM_TOO_MANY': ended = 0, '429 RATE_LIMITED': turnedAway = 0, ...rest } = tally(answers);
      expect(rest).toEqual({});
      // On a busy machine some arrive when the first ones have ended.
      expect([ended >= 2, ended <= 10, turnedAway >= 20]).toEqual([true, true, true]);
      const slow = answers.find(({ status }) => status === 400);
      expect(slow?.body).toMatchObject({
        scimType: 'tooMany',
        detail: expect.stringMatching(/takes too long/),
      });
      await holder.query('rollback');
    } finally {
      await holder.end();
    }
    // Some short ones at once wait for each other, and are answered. Many would wait too long on a busy machine.
    expect(tally(await Promise.all(Array.from({ length: 6 }, search)))).toEqual({ '200 ': 6 });
  });
});
