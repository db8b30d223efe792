import { describe, expect, test, vi } from 'vitest';
import { healthReader } from '../../../src/health.ts';

type Database = Parameters<typeof healthReader>[0];

/** A database that answers when it is told to, and counts what it was asked. */
function aDatabase() {
  const asked: PromiseWithResolvers<{ rows: [] }>[] = [];
  const query = () => {
    const answer = Promise.withResolvers<{ rows: [] }>();
    asked.push(answer);
    return answer.promise;
  };
  const database = { pool: { query }, orm: { migrator: { getPending: () => Promise.resolve([]) } } };
  return { asked, database: database as unknown as Database };
}

describe('healthReader', () => {
  test('looks once for all who ask at once, and again after a second', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
    const { asked, database } = aDatabase();
    const health = healthReader(database, 'api', () => false);
    const first = Promise.all(Array.from({ length: 100 }, () => health()));
    clock.mockReturnValue(60_000);
    const late = health();
    asked[0]?.resolve({ rows: [] });
    const found = { status: 'ok', checks: { process: 'ok', database: 'ok', migrations: 'ok' } };
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
    const health = healthReader(database, 'api', () => stopping);
    const first = health();
    asked[0]?.resolve({ rows: [] });
    expect((await first).status).toBe('ok');
    stopping = true;
    expect(await health()).toMatchObject({
      status: 'failing',
      checks: { process: 'stopping', database: 'ok' },
    });
    expect(asked).toHaveLength(1);
  });
});
