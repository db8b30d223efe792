import type { Pool } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { letIn } from '../../../src/credentials/let-in.ts';
import { presentedSecret } from '../../../src/credentials/presented-secret.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { aCredential } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';
import { type TestService, test } from '../../support/service.ts';

const permission = 'credentials.verify';

/** Verifies one secret. The credentials change when the statement has its snapshot, and has not locked their rows. */
async function verifyWhile(
  service: TestService,
  limits: { passing: number | null },
  change: (key: string, secret: string) => Promise<unknown>,
) {
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const [key, secret] = [
    await aCredential(service.ours, { scopes: [permission] }),
    await aCredential(service.ours),
  ];
  const gate = await pool.connect();
  await gate.query('select pg_advisory_lock(22)');
  const names: string[] = [];
  const gated = {
    query: (asked: { name: string; text: string }) => {
      names.push(asked.name);
      if (names.length > 1) return pool.query(asked);
      const waits = '(select pg_advisory_xact_lock_shared(22)::text) is not null and f.due';
      const text = asked.text.replace(' f.due and not f.later', ` ${waits} and not f.later`);
      expect(text).not.toBe(asked.text);
      return pool.query({ ...asked, name: 'gated', text });
    },
  } as unknown as Pool;
  const call = {
    hash: hashSecret(key.secret),
    address: '10.0.0.1',
    userAgent: null,
    verifyBucket: false,
    verifies: true,
    permission,
    presented: presentedSecret({ credential: secret.secret, consume: true, scopes: [] }),
  };
  const all = { verifyPassing: null, burst: 0, highestOwn: 100, ...limits };
  const outcome = letIn(gated, [call], all, false);
  const waiting = `select from pg_locks join pg_database d on d.oid = database
                    where locktype = 'advisory' and not granted and datname = current_database()`;
  await expect.poll(() => service.sql(waiting), { timeout: 20_000 }).toHaveLength(1);
  await change(key.id, secret.id);
  await gate.query('select pg_advisory_unlock(22)');
  gate.release();
  const [first] = await outcome;
  const rows = await service.sql(
    `select usage_count::int as uses, window_count as calls from credentials where id = any ($1) order by id = $2 desc`,
    [[key.id, secret.id], key.id],
  );
  const [facts] = await service.sql<{ uses: number }>(
    `select coalesce(sum(uses), 0)::int as uses from usage_facts where credential_id = any ($1)`,
    [[key.id, secret.id]],
  );
  return { outcome: first, rows, facts: facts?.uses, names };
}

const countedByAnother = `update credentials set usage_count = usage_count + 5, window_count = window_count + 7, window_started_at = now()`;

test('uses that another statement counts meanwhile are added to', async ({ service }) => {
  const { outcome, rows, facts, names } = await verifyWhile(service, { passing: null }, (key, secret) =>
    service.sql(`${countedByAnother} where id = any ($1)`, [[key, secret]]),
  );
  expect(outcome).toMatchObject({ grant: { counted: 7, granted: 1 }, answer: { use: 6 } });
  expect(rows).toEqual([
    { uses: 6, calls: 8 },
    { uses: 6, calls: 7 },
  ]);
  expect([facts, names]).toEqual([2, ['count-plain-uses']]);
});

test('a secret that is revoked meanwhile is not counted, and is asked for again', async ({ service }) => {
  const { outcome, rows, facts } = await verifyWhile(service, { passing: null }, (_, secret) =>
    service.sql(`update credentials set status = 'REVOKED', version = version + 1 where id = $1`, [secret]),
  );
  expect(outcome).toMatchObject({
    grant: { granted: 1 },
    answer: { finding: { contended: true }, use: undefined },
  });
  expect(rows).toMatchObject([{ uses: 1 }, { uses: 0 }]);
  expect(facts).toBe(1);
});

test('a key that is suspended meanwhile is not let in, and its secret is not counted', async ({
  service,
}) => {
  const { outcome, rows, facts } = await verifyWhile(service, { passing: null }, (key) =>
    service.sql(`update credentials set status = 'SUSPENDED', version = version + 1 where id = $1`, [key]),
  );
  expect(outcome).toMatchObject({ grant: { held: false }, answer: undefined });
  expect(rows).toMatchObject([{ uses: 0 }, { uses: 0 }]);
  expect(facts).toBe(0);
});

test('a window that fills meanwhile lets no call in', async ({ service }) => {
  const { outcome, rows, facts } = await verifyWhile(service, { passing: 7 }, (key) =>
    service.sql(`${countedByAnother} where id = $1`, [key]),
  );
  expect(outcome).toMatchObject({ grant: { held: true, counted: 7, granted: 0 }, answer: undefined });
  expect(rows).toMatchObject([{ uses: 5, calls: 7 }, { uses: 0 }]);
  expect(facts).toBe(0);
});

test('a cap that comes near meanwhile is left to the other statements', async ({ service }) => {
  const { outcome, rows, facts, names } = await verifyWhile(service, { passing: null }, (_, secret) =>
    service.sql(`update credentials set max_usage_count = 1 where id = $1`, [secret]),
  );
  expect(outcome).toMatchObject({ grant: { granted: 1 }, answer: undefined });
  expect(rows).toMatchObject([{ uses: 1 }, { uses: 0 }]);
  expect([facts, names]).toEqual([1, ['count-plain-uses', 'authenticate-keys']]);
});
