import { describe, expect } from 'vitest';
import { aCredential, verify } from '../../support/builders.ts';
import { aDayThatLasts } from '../../support/lasting-day.ts';
import { partitionBefore } from '../../support/partitions.ts';
import { type TestService, test } from '../../support/service.ts';

const soon = { timeout: 20_000, interval: 50 };
type Codes = { code: string; count: number }[];

const counts = (codes: Codes): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { code, count } of codes) sums[code] = (sums[code] ?? 0) + count;
  return sums;
};

/** The counts of today and yesterday: soon after midnight, facts that a test made older are of yesterday. */
const lately = (days: readonly { codes: Codes }[]) => counts(days.slice(-2).flatMap(({ codes }) => codes));

const read = async ({ ours }: Pick<TestService, 'ours'>, query: Record<string, string | number> = {}) => {
  const { status, body } = await ours.call('listVerificationOutcomes', { query });
  if (status !== 200) throw new Error(`no outcomes: ${JSON.stringify(body)}`);
  return body as {
    days: { date: string; codes: { code: string; count: number }[] }[];
    credentials: {
      credentialId: string;
      name: string;
      identityName: string;
      codes: { code: string; count: number }[];
    }[];
    isCapped: boolean;
  };
};

const latelyOf = async (service: TestService, query?: Record<string, string | number>) =>
  lately((await read(service, query)).days);

describe('listVerificationOutcomes', () => {
  test('counts each code, of the tenant and of each key, and no call of the API', async ({ service }) => {
    const { ours, oursTest, sql, runTask } = service;
    const busy = await aCredential(ours, { scopes: ['secrets.read'] });
    const ended = await aCredential(ours);
    await ours.call('revokeCredential', { path: { id: ended.id } });
    for (let one = 0; one < 3; one++) await verify(ours, busy.secret);
    await verify(ours, busy.secret, { scopes: ['secrets.write'] });
    await verify(ours, busy.secret, { scopes: ['secrets.write'], ipAddress: '203.0.113.7' });
    await verify(ours, ended.secret);
    await verify(ours, 'kd_live_unknown');
    // A call of the API that is refused does not count.
    expect((await service.as(busy.secret).call('listUsers')).status).toBe(403);
    await partitionBefore(service, 'usage_facts');
    await sql(`update usage_facts set at = at - interval '10 minutes' where credential_id = $1`, [busy.id]);
    await runTask('roll-up-usage');
    const all = { VALID: 3, INSUFFICIENT_SCOPE: 2, REVOKED: 1, NOT_FOUND: 1 };
    await expect.poll(() => latelyOf(service), soon).toEqual(all);
    const { credentials, isCapped, days } = await read(service);
    expect([isCapped, days.length]).toEqual([false, 30]);
    expect(credentials.map(({ credentialId, codes }) => [credentialId, counts(codes)])).toEqual([
      [busy.id, { VALID: 3, INSUFFICIENT_SCOPE: 2 }],
      [ended.id, { REVOKED: 1 }],
    ]);
    const one = await read(service, { credentialId: busy.id, days: 7 });
    expect(one.days).toHaveLength(7);
    expect(lately(one.days)).toEqual({ VALID: 3, INSUFFICIENT_SCOPE: 2 });
    expect(one.credentials).toHaveLength(1);
    expect(await latelyOf(service, { identityId: ended.identityId })).toEqual({ REVOKED: 1 });
    const other = { ...service, ours: oursTest };
    expect(await latelyOf(other)).toEqual({});
    expect((await read(other, { credentialId: busy.id })).credentials).toEqual([]);
    // Two nodes add to the same counts.
    await verify(ours, ended.secret);
    await expect.poll(() => latelyOf(service, { credentialId: ended.id }), soon).toEqual({ REVOKED: 2 });
  });

  test('shows no day before the period, and forgets counts after 30 days', async ({ service }) => {
    const { ours, sql, runTask } = service;
    await aDayThatLasts(service);
    const { id } = await aCredential(ours);
    const age = `insert into refusal_days select org_id, id, (now() at time zone 'UTC')::date - $2::int, 'EXPIRED', 5 from credentials where id = $1`;
    for (const days of [0, 6, 7, 29, 30, 31]) await sql(age, [id, days]);
    const total = async (days: number) => {
      const [key] = (await read(service, { credentialId: id, days })).credentials;
      return counts(key?.codes ?? []).EXPIRED;
    };
    expect([await total(1), await total(7), await total(8), await total(30)]).toEqual([5, 10, 15, 20]);
    await runTask('clean-up');
    const kept = await sql<{ days: number }>(
      `select count(*)::int as days from refusal_days where credential_id = $1`,
      [id],
    );
    expect(kept).toEqual([{ days: 5 }]);
  });

  test('refuses ids of another form', async ({ service }) => {
    const wrong: Record<string, string | number>[] = [
      { credentialId: 'key' },
      { identityId: 'bot' },
      { days: 31 },
    ];
    for (const query of wrong) {
      const { status, body } = await service.ours.call('listVerificationOutcomes', { query });
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });
});
