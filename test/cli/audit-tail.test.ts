import { describe, expect } from 'vitest';
import { sinceOf } from '../../clients/cli/src/by-hand/audit-tail.ts';
import { aCredential, anIdentity } from '../support/builders.ts';
import { keyward, type Ran, type Surroundings } from '../support/cli.ts';
import { test, type TestService } from '../support/service.ts';

/** Follows the log. The steps come between two looks, and the command ends after the last one. */
async function tail(
  { origin, ours }: Pick<TestService, 'origin' | 'ours'>,
  words: readonly string[],
  steps: readonly (() => Promise<unknown>)[],
  more: Surroundings = {},
): Promise<Ran & { waits: number[] }> {
  const waits: number[] = [];
  const wait = async (ms: number): Promise<boolean> => {
    const step = steps[waits.length];
    waits.push(ms);
    await step?.();
    return waits.length <= steps.length;
  };
  const env = { KEYWARD_URL: origin, KEYWARD_API_KEY: ours.key };
  return { ...(await keyward(['audit', 'tail', ...words], { env, wait, ...more })), waits };
}

const rowsOf = ({ out }: Ran): { id: string; action: string; target: { id: string } }[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Asks for small pages, so that a few rows have edges. */
const inPagesOf =
  (size: number): typeof fetch =>
  (address, init) =>
    fetch(new Request(address).url.replace('limit=100', `limit=${size}`), init);

describe('keyward audit tail', () => {
  test('prints each new row once and in order, over the edges of pages', async ({ service }) => {
    const { ours } = await service.addPair();
    await anIdentity(ours);
    const ids: string[] = [];
    const create = async () => {
      for (let at = 0; at < 7; at += 1) ids.push(await anIdentity(ours));
    };
    const done = await tail({ ...service, ours }, ['-o', 'json'], [create, create, () => Promise.resolve()], {
      fetch: inPagesOf(3),
    });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(rowsOf(done).map(({ action, target }) => `${action} ${target.id}`)).toEqual(
      ids.map((id) => `identity.create ${id}`),
    );
  });

  test('prints a row that appears behind newer ones', async ({ service }) => {
    const { ours } = await service.addPair();
    const id = await anIdentity(ours);
    // A row of a time to come, so that the next one stands behind it.
    const newer = async () => {
      for (const table of ['audit_personal', 'audit_logs']) {
        const key = table === 'audit_logs' ? 'id' : 'audit_id';
        const columns = await service.sql<{ name: string }>(
          `select column_name as name from information_schema.columns where table_name = '${table}' and is_generated = 'NEVER'`,
        );
        const values: Record<string, string> = {
          [key]: `'aud_000000000000000000000newer'`,
          created_at: `created_at + interval '90 seconds'`,
        };
        const names = columns.map(({ name }) => name);
        await service.sql(
          `insert into ${table} (${names.join(', ')}) select ${names.map((name) => values[name] ?? name).join(', ')}
             from ${table} where ${key} = (select id from audit_logs where target_id = $1 limit 1)`,
          [id],
        );
      }
    };
    let late = '';
    const done = await tail(
      { ...service, ours },
      ['-o', 'json'],
      [newer, async () => (late = await anIdentity(ours)), () => Promise.resolve()],
    );
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(rowsOf(done).map(({ target }) => target.id)).toEqual([id, late]);
  });

  test('begins with the time of --since, and filters', async ({ service }) => {
    const { ours } = await service.addPair();
    const { id } = await aCredential(ours);
    const done = await tail(
      { ...service, ours },
      ['--since', '1h', '--action', 'credential.create', '-o', 'json'],
      [],
    );
    expect(rowsOf(done).map(({ action, target }) => [action, target.id])).toEqual([
      ['credential.create', id],
    ]);
    const people = await tail({ ...service, ours }, ['--since', '1h', '--target-id', id], []);
    expect(people.out).toMatch(
      /^\S+Z {2}SUCCESS {2}credential\.create {2}API_KEY cred_\w+ .* credential cred_\w+ deploy key/,
    );
    expect(people.out.split('\n')).toHaveLength(2);
  });

  test('begins at the time of the service if a filter finds no row, and goes on from there', async ({
    service,
  }) => {
    const { ours } = await service.addPair();
    const froms: (string | null)[] = [];
    let minutes = 0;
    const later: typeof fetch = async (address, init) => {
      const { searchParams } = new URL(new Request(address).url);
      if (searchParams.get('limit') === '100') froms.push(searchParams.get('from'));
      const response = await fetch(address, init);
      const date = new Date(Date.now() + (minutes += 10) * 60_000).toUTCString();
      return new Response(await response.text(), {
        headers: { ...Object.fromEntries(response.headers), date },
      });
    };
    const words = ['--action', 'webhook.delete'];
    const steps = [() => Promise.resolve(), () => Promise.resolve()];
    await tail({ ...service, ours }, words, steps, { fetch: later });
    expect(froms).toHaveLength(3);
    expect(froms).not.toContain(null);
    const times = froms.map((from) => Date.parse(String(from)));
    expect(times[0]).toBeGreaterThan(Date.now() + 7 * 60_000);
    expect(times[2]).toBeGreaterThan(Number(times[1]) + 9 * 60_000);
  });

  test('waits longer after a look that read many pages', async ({ service }) => {
    const { ours } = await service.addPair();
    const create = async () => {
      for (let at = 0; at < 21; at += 1) await anIdentity(ours);
    };
    const { waits } = await tail({ ...service, ours }, [], [create], { fetch: inPagesOf(1) });
    expect(waits.at(-1)).toBeGreaterThan(4_000);
    expect(waits.at(-1)).toBeLessThanOrEqual(15_000);
  });

  test('asks less often while nothing happens', async ({ service }) => {
    const { ours } = await service.addPair();
    const nothing = Array.from({ length: 8 }, () => () => Promise.resolve());
    const { waits } = await tail({ ...service, ours }, [], nothing);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[0]).toBeGreaterThanOrEqual(2_000);
    expect(waits.at(-1)).toBe(15_000);
  });

  test('goes on after an outage without losing a row, and tells of it once', async ({ service }) => {
    const { ours } = await service.addPair();
    let isDown = false;
    const failing: typeof fetch = (...request) =>
      isDown ? Promise.resolve(new Response('', { status: 503 })) : fetch(...request);
    let id = '';
    const steps = [
      async () => {
        isDown = true;
        id = await anIdentity(ours);
      },
      () => Promise.resolve(),
      () => Promise.resolve((isDown = false)),
    ];
    const done = await tail({ ...service, ours }, ['-o', 'json'], steps, { fetch: failing });
    expect(rowsOf(done).map(({ target }) => target.id)).toEqual([id]);
    expect(done.err.match(/It tries again\./g)).toHaveLength(1);
    expect(done.code).toBe(0);
  });

  test('ends where the caller may not read the log', async ({ service }) => {
    const { secret } = await aCredential(service.ours, { scopes: ['identities.read'] });
    const done = await tail({ ...service, ours: service.as(secret) }, [], []);
    expect(done).toMatchObject({ code: 3, out: '', waits: [] });
  });

  test('takes a time with a zone or a span', () => {
    const now = Date.parse('2026-11-30T10:00:00Z');
    expect(sinceOf('10m', now)).toBe('2026-11-30T09:50:00.000Z');
    expect(sinceOf('2d', now)).toBe('2026-11-28T10:00:00.000Z');
    expect(sinceOf('2026-11-30T10:00:00+01:00', now)).toBe('2026-11-30T09:00:00.000Z');
    for (const wrong of ['', 'yesterday', '2026-11-30', '2026-11-30T10:00:00', '10', '-5m', '1y'])
      expect(() => sinceOf(wrong, now)).toThrow('--since takes a time');
  });
});
