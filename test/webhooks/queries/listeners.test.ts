import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteStreams, readEvents } from '../../../src/webhooks/sql/listeners.ts';
import { anIdentity } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aListener, someEvents } from '../../support/webhooks.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const identityId = 'idn_01kahz5v3be4nr7q2m8x9c0d1e';

test('a look goes back to the begin of the oldest transaction, because it may still add events of that time', async () => {
  const pool = poolOf(service);
  const { id } = await aListener(service.ours);
  const asked = [{ orgId: service.ours.orgId ?? '', listenerId: id, streamId: 'none' }];
  const floorNow = async () => (await noteStreams(pool, asked, 600)).floor;
  const slow = await pool.connect();
  await slow.query('begin');
  const { rows } = await slow.query<{ began: number }>(
    'select extract(epoch from now())::float8 * 1000 as began',
  );
  const began = rows[0]?.began ?? 0;
  const [first, later] = [await floorNow(), await floorNow()];
  expect(first).toBeLessThan(began);
  expect(later).toBe(first);
  await slow.query('commit');
  slow.release();
  expect(await floorNow()).toBeGreaterThan(first);
  await pool.end();
});

test('a look at two tenants reads the events of each alone, and a page ends at its snapshot', async () => {
  const pool = poolOf(service);
  const { rows } = await pool.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  const place = { read: rows[0]?.snapshot ?? '', floor: Date.now() - 60_000 };
  const ids = await someEvents(service, [{ identityId }, { identityId }, { identityId }]);
  const demand = (orgId: string | undefined, types: string[]) => ({ orgId: orgId ?? '', types, place });
  const { ours, theirs } = service;
  const { found, snapshot } = await readEvents(
    pool,
    [demand(ours.orgId, ['*']), demand(theirs.orgId, ['*']), demand(ours.orgId, ['user.created'])],
    2,
  );
  expect(found.map(({ events }) => events.map(({ id }) => id))).toEqual([ids.toSorted(), [], []]);
  await someEvents(service, [{ identityId }]);
  const [, , last] = found[0]?.events ?? [];
  const page = { upTo: snapshot, floor: place.floor, at: last?.at.toISOString() ?? '', id: last?.id ?? '' };
  const rest = await readEvents(pool, [{ ...demand(ours.orgId, ['*']), place: { ...place, page } }], 2);
  expect(rest.found).toEqual([{ events: [], readTo: undefined }]);
  const next = { read: snapshot, floor: place.floor };
  expect(
    (await readEvents(pool, [{ ...demand(ours.orgId, ['*']), place: next }], 2)).found[0]?.events,
  ).toHaveLength(1);
  await pool.end();
});

test('an event of a part of a transaction comes when the whole transaction commits', async () => {
  const pool = poolOf(service);
  const { ours } = await service.addPair();
  const { orgId = '' } = ours;
  await anIdentity(ours);
  const insert = `insert into events (org_id, id, type, data)
    select org_id, new_id('evt'), type, data from events where org_id = '${orgId}' limit 1`;
  const parts = [
    `savepoint part; ${insert}; release savepoint part`,
    `do $$ begin ${insert}; exception when others then null; end $$`,
    `savepoint part; ${insert}; rollback to savepoint part; release savepoint part; ${insert}`,
  ];
  for (const part of parts) {
    const floor = Date.now() - 60_000;
    const { rows } = await pool.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
    const read = async (from: string) =>
      readEvents(pool, [{ orgId, types: ['*'], place: { read: from, floor } }], 9);
    const slow = await pool.connect();
    await slow.query(`begin; ${part}`);
    // A snapshot has numbers up to the last transaction that is over.
    await pool.query('select pg_current_xact_id()');
    const before = await read(rows[0]?.snapshot ?? '');
    expect(before.found).toEqual([{ events: [], readTo: undefined }]);
    await slow.query('commit');
    slow.release();
    expect((await read(before.snapshot)).found[0]?.events, part).toHaveLength(1);
  }
  await pool.end();
});

test('a look reads a thousand events of a tenant at most, and says how far it has read', async () => {
  const pool = poolOf(service);
  const { rows } = await pool.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  const place = { read: rows[0]?.snapshot ?? '', floor: Date.now() - 60_000 };
  const ids = (
    await someEvents(
      service,
      Array.from({ length: 1_001 }, () => ({ identityId })),
    )
  ).toSorted();
  const demand = { orgId: service.ours.orgId ?? '', types: ['user.created'], place };
  const { found, snapshot } = await readEvents(pool, [demand], 2);
  expect(found[0]?.events).toEqual([]);
  // Events of the other tests may stand before these.
  const { at, id } = found[0]?.readTo ?? { at: new Date(0), id: '' };
  expect(ids).toContain(id);
  const page = { upTo: snapshot, floor: place.floor, at: at.toISOString(), id };
  const rest = await readEvents(pool, [{ ...demand, types: ['*'], place: { ...place, page } }], 2_000);
  expect(rest.found[0]?.events.map((one) => one.id)).toEqual(ids.slice(ids.indexOf(id) + 1));
  await pool.end();
});
