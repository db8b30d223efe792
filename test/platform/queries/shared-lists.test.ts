// Requests for the same page share one read of it (docs/decisions/0090). No answer may be older than its request, or have a row of
// another tenant.
import pg from 'pg';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { aCredential, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { test, type TestService } from '../../support/service.ts';

type List = 'listUsers' | 'listCredentials' | 'listAuditLogs';
const lists: readonly List[] = ['listUsers', 'listCredentials', 'listAuditLogs'];
const query = { limit: 100 };

/** Each request is a use of the key that it comes with. */
const withoutUses = (name: string, value: unknown): unknown =>
  name === 'usageCount' || name === 'lastUsedAt' ? undefined : value;

const pageOf = (client: Client, list: List) => client.call(list, { query });

const tables = {
  listUsers: 'from users u',
  listCredentials: 'from credentials c',
  listAuditLogs: 'from audit_logs a',
};

const isPageOf = (list: List, text: unknown): boolean =>
  typeof text === 'string' && text.includes(tables[list]) && text.includes('limit 101');

/** Holds back what Postgres returns for pages of a list, until it is told to let go. */
function heldPages(list: List): {
  reads: () => number;
  reached: (reads: number) => Promise<void>;
  release: () => void;
} {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let reads = 0;
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const result: unknown = Reflect.apply(query as () => unknown, this, given);
    const [asked] = given;
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown }).text;
    if (!isPageOf(list, text)) return result as never;
    const hold = async (): Promise<unknown> => {
      const found = await result;
      reads++;
      await released;
      return found;
    };
    return hold() as never;
  });
  onTestFinished(() => {
    release();
    spy.mockRestore();
  });
  return {
    reads: () => reads,
    reached: (times) => expect.poll(() => reads, { interval: 1 }).toBe(times),
    release,
  };
}

/** How often all keys were used. */
async function usesOf({ sql }: TestService): Promise<number> {
  const [row] = await sql<{ uses: number }>('select sum(usage_count)::int as uses from credentials');
  return row?.uses ?? 0;
}

describe('shared pages', () => {
  test.for(lists)(
    '%s: one read answers many, with the same answer as one alone',
    async (list, { service }) => {
      const { ours } = service;
      await aUser(ours);
      await aCredential(ours);
      const alone = await pageOf(ours, list);
      const uses = await usesOf(service);
      const held = heldPages(list);
      const asked = Array.from({ length: 12 }, () => pageOf(ours, list));
      // All were let in, and two of them read. The others wait.
      await expect.poll(() => usesOf(service), { interval: 5 }).toBe(uses + 12);
      held.release();
      const answers = await Promise.all(asked);
      expect(held.reads()).toBeLessThan(12);
      expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(12);
      for (const { status, body, headers } of answers) {
        expect(status).toBe(200);
        expect(JSON.stringify(body, withoutUses)).toBe(JSON.stringify(alone.body, withoutUses));
        expect(headers.get('content-length')).toBe(String(Buffer.byteLength(JSON.stringify(body))));
        for (const name of ['content-type', 'cache-control', 'etag'])
          expect(headers.get(name), name).toBe(alone.headers.get(name));
      }
    },
  );

  test.for(lists)(
    '%s: a request after a change sees it, while older reads have not ended',
    async (list, { service }) => {
      const { oursTest } = service;
      const held = heldPages(list);
      const older: ReturnType<typeof pageOf>[] = [];
      for (const reads of [1, 2]) {
        older.push(pageOf(oursTest, list));
        await held.reached(reads);
      }
      const { id } = await aCredential(oursTest);
      const userId = await aUser(oursTest);
      const later = [1, 2, 3].map(() => pageOf(oursTest, list));
      // It comes after those, so they are waiting when it is answered.
      await oursTest.call('getUser', { path: { userId } });
      held.release();
      for (const { body } of await Promise.all(later)) {
        const seen = body.data.map(
          (row: { id: string; target?: { id: string } }) => row.target?.id ?? row.id,
        );
        expect(seen).toContain(list === 'listUsers' ? userId : id);
        if (body.stats) expect(body.stats.byStatus.ACTIVE).toBe(body.pagination.total);
      }
      for (const { body } of await Promise.all(older)) expect(JSON.stringify(body)).not.toContain(id);
    },
  );

  test('tenants that ask for the same at the same time get their own rows', async ({ service }) => {
    const { ours, oursTest, theirs, sql } = service;
    const clients = [ours, oursTest, theirs];
    const environmentOf = (client: Client) => (client === oursTest ? 'test' : 'live');
    for (const client of clients) {
      await aUser(client);
      await aCredential(client);
    }
    const owned = async (table: string, { orgId }: Client) =>
      new Set((await sql(`select id from ${table} where org_id = $1`, [orgId])).map(({ id }) => id));
    for (const [list, table] of [
      ['listUsers', 'users'],
      ['listCredentials', 'credentials'],
      ['listAuditLogs', 'audit_logs'],
    ] as const) {
      const asked = Array.from({ length: 12 }, (_, at) => clients[at % clients.length] ?? ours);
      const answers = await Promise.all(asked.map((client) => pageOf(client, list)));
      const owners = new Map(
        await Promise.all(clients.map(async (one) => [one, await owned(table, one)] as const)),
      );
      answers.forEach(({ body }, at) => {
        const client = asked[at] ?? ours;
        expect(body.data.length).toBeGreaterThan(0);
        for (const { id, environment = environmentOf(client) } of body.data) {
          expect(owners.get(client)?.has(id), id).toBe(true);
          expect(environment).toBe(environmentOf(client));
        }
      });
    }
  });
});
