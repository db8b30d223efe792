import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from '../../../src/lib/sql.ts';
import { atEnd } from '../../../src/platform/at-end.ts';
import { beforehand } from '../../../src/platform/beforehand.ts';
import { type Database, openDatabase } from '../../../src/database/open.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { Failure } from '../../../src/failure.ts';
import { tooMany } from '../../../src/platform/turns.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import type { Tx } from '../../../src/platform/tx.ts';

let service: TestService;
/** A database with one connection. While a transaction holds the connection, other work waits for one in vain. */
let database: Database;
beforeAll(async () => {
  service = await startTestService();
  const [{ name } = { name: '' }] = await service.sql<{ name: string }>('select current_database() as name');
  database = await openDatabase(withDatabase(inject('server').service, name), 1);
});
afterAll(async () => {
  await database.close();
  await service.stop();
});

const within = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  inTransaction(database.orm, { orgId: service.organizations.ours.live.orgId, environment: 'live' }, work);

/** Returns the word that an earlier run of the work has left in this transaction, and leaves another one. */
async function leave(tx: Tx, word: string): Promise<string> {
  const row = await tx.row<{ before: string | null }>(
    sql`select current_setting('keyward.left', true) as before`,
  );
  await tx.run(sql`select set_config('keyward.left', ${word}, true)`);
  return row?.before ?? '';
}

describe('what a transaction asks for beforehand', () => {
  test('is made once, without a connection, and the work begins again as if for the first time', async () => {
    const steps: string[] = [];
    const make = async (): Promise<string> => {
      steps.push(`makes beside ${await within((tx) => leave(tx, 'beside'))}`);
      return 'a hash';
    };
    const made = await within(async (tx) => {
      steps.push(`begins with "${await leave(tx, 'before')}"`);
      const first = await beforehand(tx, 'one', make);
      return [first, await beforehand(tx, 'one', make)];
    });
    expect(made).toEqual(['a hash', 'a hash']);
    expect(steps).toEqual(['begins with ""', 'makes beside ', 'begins with ""']);
  });

  test('is not counted twice: what waits for the end of a transaction is done once, also if the transaction is refused', async () => {
    for (const isRefused of [false, true]) {
      let [begun, counted] = [0, 0];
      const done = within(async (tx) => {
        begun++;
        atEnd(tx, () => void counted++);
        await beforehand(tx, 'one', async () => 'a hash');
        expect(counted).toBe(0);
        if (isRefused) throw new Failure('USER_NOT_FOUND');
      });
      await (isRefused ? expect(done).rejects.toMatchObject({ code: 'USER_NOT_FOUND' }) : done);
      expect({ begun, counted }).toEqual({ begun: 2, counted: 1 });
    }
  });

  test('is made again when what it depends on has changed, and given up when that never ends', async () => {
    let [version, made] = [0, 0];
    const ask = (last: number) =>
      within((tx) =>
        beforehand(tx, `version ${Math.min(version++, last)}`, async () => {
          made++;
          return 'a hash';
        }),
      );
    expect(await ask(2)).toBe('a hash');
    expect(made).toBe(3);
    [version, made] = [0, 0];
    await expect(ask(Infinity)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(made).toBe(5);
  });

  test('is refused where it was asked for, but overload and faults end it at once', async () => {
    const outcomes: string[] = [];
    const ask = (error: Error) =>
      within(async (tx) => {
        try {
          return await beforehand(tx, 'one', async () => {
            throw error;
          });
        } catch (thrown) {
          outcomes.push(thrown === error ? 'refused' : 'asked');
          throw thrown;
        }
      });
    for (const [error, told] of [
      [new Failure('PASSWORD_POLICY_VIOLATION', {}), ['asked', 'refused']],
      [tooMany(1, 1), ['asked']],
      [new Failure('SERVICE_UNAVAILABLE'), ['asked']],
      [new Error('a fault'), ['asked']],
    ] as const) {
      outcomes.length = 0;
      await expect(ask(error)).rejects.toBe(error);
      expect(outcomes).toEqual(told);
    }
  });
});
