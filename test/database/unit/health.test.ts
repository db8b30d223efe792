import type { Pool } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { healthReader } from '../../../src/database/health.ts';
import { keepPartitions } from '../../../src/start/keep-partitions.ts';

type Database = Parameters<typeof healthReader>[0];

/**
 * Creates a database that answers on demand, and counts the queries.
 * The partitions of the database end after the given number of days.
 */
function aDatabase(daysAhead = 84) {
  const partitions = [
    { table: 'events', secondsAhead: daysAhead * 86_400, overdue: 0 },
    { table: 'audit_logs', secondsAhead: 100 * 86_400, overdue: 0 },
  ];
  const asked: PromiseWithResolvers<{ rows: readonly unknown[] }>[] = [];
  const query = ({ name }: { name: string }) => {
    if (name === 'require-writable') return Promise.resolve({ rows: [] });
    if (name === 'read-partitions') return Promise.resolve({ rows: partitions });
    const answer = Promise.withResolvers<{ rows: readonly unknown[] }>();
    asked.push(answer);
    return answer.promise;
  };
  const database = { probe: { query } };
  return { asked, database: database as unknown as Database };
}

const noFault = {
  masterKeyFault: () => Promise.resolve(undefined),
  restoreFault: () => Promise.resolve(undefined),
};

describe('healthReader', () => {
  test('looks once for all who ask at once, and again after a second', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
    const { asked, database } = aDatabase();
    const health = healthReader(database, { ...noFault, isStopping: () => false });
    const first = Promise.all(Array.from({ length: 100 }, () => health()));
    clock.mockReturnValue(60_000);
    const late = health();
    asked[0]?.resolve({ rows: migrations });
    const found = {
      status: 'ok',
      checks: { process: 'ok', database: 'ok', masterKey: 'ok', migrations: 'ok', partitions: 'ok' },
    };
    expect(await late).toEqual(found);
    expect(new Set((await first).map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify(found)]),
    );
    clock.mockReturnValue(60_999);
    expect(await health()).toEqual(found);
    expect(asked).toHaveLength(1);

    clock.mockReturnValue(61_000);
    const again = health();
    expect(asked).toHaveLength(2);
    asked[1]?.reject(new Error('away'));
    expect(await again).toEqual({ status: 'failing', checks: { process: 'ok', database: 'unreachable' } });
    clock.mockRestore();
  });

  test('says at once that the process stops', async () => {
    let stopping = false;
    const { asked, database } = aDatabase();
    const health = healthReader(database, { ...noFault, isStopping: () => stopping });
    const first = health();
    asked[0]?.resolve({ rows: migrations });
    expect((await first).status).toBe('ok');
    stopping = true;
    expect(await health()).toMatchObject({
      status: 'failing',
      checks: { process: 'stopping', database: 'ok' },
    });
    expect(asked).toHaveLength(1);
  });

  test('tells when a migration is missing, and when workers that it has are not started', async () => {
    const { asked, database } = aDatabase();
    let started = false;
    const health = healthReader(database, { ...noFault, isStopping: () => false, isWorking: () => started });
    const first = health();
    asked[0]?.resolve({ rows: migrations.slice(1) });
    expect(await first).toMatchObject({
      status: 'failing',
      checks: { worker: 'not started', migrations: '1 pending' },
    });
    started = true;
    expect((await health()).checks).toMatchObject({ worker: 'ok' });
  });

  test.each([
    [84, 'ok', 'ok'],
    [27.5, 'ok', 'the partitions of events end in 27 days'],
    [0, 'failing', 'events has no partition for today'],
  ])('with partitions for %s days is %s', async (days, status, check) => {
    const { asked, database } = aDatabase(days);
    const found = healthReader(database, { ...noFault, isStopping: () => false })();
    asked[0]?.resolve({ rows: migrations });
    expect(await found).toMatchObject({ status, checks: { partitions: check } });
  });
});

describe('keepPartitions', () => {
  test('makes partitions every day, also after a day on which it could not', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const query = vi
      .fn<() => Promise<unknown>>()
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValue({});
    const error = vi.fn<() => void>();
    const keeper = keepPartitions({ pool: { query } as unknown as Pool, log: { error } });
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    await keeper.stop();
    expect(query.mock.calls).toEqual([['select maintain_partitions()'], ['select maintain_partitions()']]);
    expect(error).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(query).toHaveBeenCalledTimes(2);
  });
});
