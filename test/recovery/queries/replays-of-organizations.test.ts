import { describe, expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { newId } from '../../../src/lib/id.ts';
import { daysOfGrace } from '../../../src/organizations/stopping.ts';
import { transactionally } from '../../../src/platform/tenancy.ts';
import { operatorActOf, replayOperatorActs } from '../../../src/recovery/operator-acts.ts';
import { giveGraceAgain } from '../../../src/recovery/sql/organizations.ts';
import { restoredTenants } from '../../../src/recovery/sql/restores.ts';
import { entriesOf, replaying } from '../../support/replaying.ts';
import { type Pair, test, type TestService } from '../../support/service.ts';

const hour = 3_600_000;
const day = 24 * hour;
const graceMs = daysOfGrace * day;

/** The commands of operators have the rights of the owner. */
async function ownersDatabase({ database }: TestService) {
  const opened = await openDatabase(database, 2);
  // The test service may drop the database before the connections are closed.
  for (const pool of [opened.pool, opened.hot, opened.patient, opened.probe])
    pool.on('error', () => undefined);
  onTestFinished(() => opened.close());
  return opened;
}

interface State {
  suspended: boolean;
  /** Milliseconds from now, or null. */
  eraseIn: number | null;
}

/** The state of both tenants of an organization, which must be the same. */
async function stateOf({ sql }: TestService, { organizations: { ours } }: Pair): Promise<State> {
  const rows = await sql<{ suspended: boolean; eraseAt: Date | null }>(
    `select suspended_at is not null as suspended, erase_at as "eraseAt" from tenants where organization_id = $1`,
    [ours.live.orgId],
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
  const [{ suspended, eraseAt } = { suspended: false, eraseAt: null }] = rows;
  return { suspended, eraseIn: eraseAt === null ? null : eraseAt.getTime() - Date.now() };
}

const isAbout = (ms: number | null, expected: number): void => {
  expect(Math.abs((ms ?? 0) - expected)).toBeLessThan(hour / 2);
};

/** The state in a backup, after the mark of the restore. */
async function inBackup(
  service: TestService,
  pair: Pair,
  state: 'ACTIVE' | 'SUSPENDED' | 'CLOSED',
  { orm }: Awaited<ReturnType<typeof ownersDatabase>>,
) {
  await service.sql(
    `update tenants set suspended_at = case when $2 <> 'ACTIVE' then now() - interval '40 days' end,
            erase_at = case when $2 = 'CLOSED' then now() - interval '10 days' end where organization_id = $1`,
    [pair.organizations.ours.live.orgId, state],
  );
  await transactionally(orm, (tx) => giveGraceAgain(tx, daysOfGrace));
}

const suspend = { action: 'organization.suspend' };
const resume = { action: 'organization.resume' };
const close = { action: 'organization.close' };

describe('an export of a tenant', () => {
  const cases = [
    { backup: 'ACTIVE', after: [{ ...suspend, hours: -1 }], suspended: true, eraseIn: null },
    { backup: 'ACTIVE', after: [{ ...close, hours: -1 }], suspended: true, eraseIn: graceMs },
    // A resumption may be missing in the export, so a closing alone erases nothing.
    { backup: 'ACTIVE', after: [{ ...close, hours: -31 * 24 }], suspended: true, eraseIn: graceMs },
    { backup: 'CLOSED', after: [{ ...close, hours: -31 * 24 }], suspended: true, eraseIn: graceMs },
    // A replay gives no right back, and erases nothing that was resumed.
    { backup: 'CLOSED', after: [{ ...resume, hours: -1 }], suspended: true, eraseIn: null },
    {
      backup: 'CLOSED',
      after: [
        { ...resume, hours: -3 },
        { ...suspend, hours: -2 },
      ],
      suspended: true,
      eraseIn: null,
    },
    {
      backup: 'CLOSED',
      after: [
        { ...resume, hours: -3 },
        { ...close, hours: -2 },
      ],
      suspended: true,
      eraseIn: graceMs,
    },
  ] as const;
  for (const { backup, after, suspended, eraseIn } of cases)
    test(`replays ${backup}, then ${after.map(({ action, hours }) => `${action} ${hours} h`).join(', ')}`, async ({
      service,
    }) => {
      const database = await ownersDatabase(service);
      await inBackup(service, service, backup, database);
      const { orgId } = service.organizations.ours.live;
      const { run } = replaying(service, database);
      const entries = entriesOf(orgId, [...after]);
      const last = after.at(-1)?.action ?? '';
      const isKnown = backup === 'CLOSED' && last === close.action;
      expect(await run(entries)).toMatchObject({
        applied: isKnown ? {} : { [last]: 1 },
        look: [],
        refused: 0,
      });
      const state = await stateOf(service, service);
      expect(state.suspended).toBe(suspended);
      if (eraseIn === null) expect(state.eraseIn).toBeNull();
      else isAbout(state.eraseIn, eraseIn);
      // A second run applies nothing.
      expect((await run(entries)).applied).toEqual({});
      await inBackup(service, service, 'ACTIVE', database);
    });

  test('does not undo a newer act of an operator', async ({ service }) => {
    const database = await ownersDatabase(service);
    const { orgId } = service.organizations.ours.live;
    await inBackup(service, service, 'CLOSED', database);
    const id = newId('aud');
    await service.sql(
      `insert into operator_audit (id, at, action, target_id, result) values ($1, now() - interval '1 hour', 'organization.close', $2, 'SUCCESS')`,
      [id, orgId],
    );
    const { run } = replaying(service, database);
    expect((await run(entriesOf(orgId, [{ ...resume, hours: -2 }]))).applied).toEqual({});
    expect((await stateOf(service, service)).eraseIn).not.toBeNull();
    // An act of the time of the entry is the entry.
    expect((await run(entriesOf(orgId, [{ ...resume, hours: -1 }]))).applied).toEqual({ [resume.action]: 1 });
    await inBackup(service, service, 'ACTIVE', database);
  });

  test('takes nothing from an organization that was suspended and resumed', async ({ service }) => {
    const database = await ownersDatabase(service);
    await inBackup(service, service, 'ACTIVE', database);
    const { orgId } = service.organizations.ours.live;
    const report = await replaying(service, database).run(entriesOf(orgId, [suspend, resume]));
    expect(report).toMatchObject({ applied: {}, look: [], refused: 0 });
    expect(await stateOf(service, service)).toEqual({ suspended: false, eraseIn: null });
  });
});

describe('the acts of operators', () => {
  /** A line of `make operator-audit`. */
  const line = (pair: Pair, action: string, agoMs: number, more: object = {}) => {
    const { live, test: twin } = pair.organizations.ours;
    return {
      id: newId('aud'),
      action,
      targetId: live.orgId,
      targetName: 'Ours',
      result: 'SUCCESS',
      code: null,
      reason: null,
      requestId: null,
      ipAddress: null,
      userAgent: null,
      changes: action === 'organization.erase' ? [{ field: 'testOrgId', from: twin.orgId, to: null }] : [],
      at: new Date(Date.now() - agoMs).toISOString(),
      key: null,
      ...more,
    };
  };

  async function replayed(
    service: TestService,
    lines: object[],
    pairs: Pair[],
    accepts = (_auditId: string) => false,
  ) {
    const database = await ownersDatabase(service);
    await service.sql(
      `insert into restores (id, opens_at) values ('rst_acts', now()) on conflict do nothing`,
    );
    for (const { organizations } of pairs)
      for (const { orgId } of [organizations.ours.live, organizations.ours.test])
        await service.sql(
          `insert into restored_tenants (org_id, restore_id) values ($1, 'rst_acts') on conflict do nothing`,
          [orgId],
        );
    // Each line twice, as in two outputs that were put together.
    const acts = [...lines, ...lines].map((one) => operatorActOf({ ...one }));
    const done = await replayOperatorActs(
      database.orm,
      'rst_acts',
      acts.filter((act) => act !== undefined),
      accepts,
    );
    const outcomes = await restoredTenants(database.pool, 'rst_acts');
    const outcomeOf = ({ organizations: { ours } }: Pair) =>
      [ours.live, ours.test].map(
        ({ orgId }) => outcomes.find((tenant) => tenant.orgId === orgId)?.outcome ?? null,
      );
    return { done, outcomeOf };
  }

  const idOf = (pair: Pair) => pair.organizations.ours.live.orgId;

  test('close organizations again with their whole grace, and erase only what they say was erased', async ({
    service,
  }) => {
    const [closed, over, erased] = [
      await service.addPair(),
      await service.addPair(),
      await service.addPair(),
    ];
    const untouched = await service.addPair();
    const lines = [
      // Newest first, as the command prints them.
      line(erased, 'organization.erase', 2 * hour),
      line(closed, 'organization.close', 3 * hour),
      line(untouched, 'organization.close', 4 * hour, { result: 'FAILURE', code: 'VALIDATION_ERROR' }),
      // The file ends before a resumption, perhaps.
      line(over, 'organization.close', 31 * day),
      line(erased, 'organization.close', 32 * day),
      line(erased, 'organization.create', 60 * day),
    ];
    const [erasure, closing, , overdue] = lines.map(({ id }) => id);
    const pairs = [closed, over, erased, untouched];
    const { done, outcomeOf } = await replayed(service, lines, pairs, (id) => id === erasure);
    const close = { action: 'organization.close', outcome: 'APPLIED', isErasedAgain: false };
    expect(done).toHaveLength(3);
    expect(done).toEqual(
      expect.arrayContaining([
        { ...close, id: idOf(closed), auditId: closing },
        { ...close, id: idOf(over), auditId: overdue },
        {
          id: idOf(erased),
          action: 'organization.erase',
          outcome: 'APPLIED',
          auditId: erasure,
          isErasedAgain: true,
        },
      ]),
    );
    isAbout((await stateOf(service, closed)).eraseIn, graceMs);
    isAbout((await stateOf(service, over)).eraseIn, graceMs);
    isAbout((await stateOf(service, erased)).eraseIn, -2 * hour);
    expect(await stateOf(service, untouched)).toEqual({ suspended: false, eraseIn: null });
    expect([closed, over, erased, untouched].map(outcomeOf)).toEqual([
      [null, null],
      [null, null],
      ['RECONCILED', 'RECONCILED'],
      [null, null],
    ]);
    // The acts are in the audit of operators again, so a second call changes nothing.
    expect((await replayed(service, lines, pairs)).done).toEqual([]);
    await service.runTask('erase-organizations');
    const left = await service.sql<{ id: string }>(
      'select id from tenants where organization_id = any ($1)',
      [pairs.map(idOf)],
    );
    expect(left).toHaveLength(6);
    expect(
      await service.sql('select org_id from erased_organizations where org_id = any ($1)', [
        [idOf(over), idOf(erased), idOf(closed)],
      ]),
    ).toHaveLength(1);
  });

  test('erase nothing until the operator accepts it', async ({ service }) => {
    const pair = await service.addPair();
    const lines = [line(pair, 'organization.erase', 2 * hour), line(pair, 'organization.close', 31 * day)];
    const [erasure] = lines.map(({ id }) => id);
    const look = {
      id: idOf(pair),
      action: 'organization.erase',
      auditId: erasure,
      outcome: 'LOOK',
      isErasedAgain: false,
    };
    // The first call leaves no act behind, so a second one asks again.
    for (const accepts of [() => false, (id: string) => id === lines[1]?.id]) {
      const { done, outcomeOf } = await replayed(service, lines, [pair], accepts);
      expect([done, outcomeOf(pair)]).toEqual([[look], [null, null]]);
      expect(await stateOf(service, pair)).toEqual({ suspended: false, eraseIn: null });
    }
    const { done } = await replayed(service, lines, [pair], () => true);
    expect(done).toEqual([{ ...look, outcome: 'APPLIED', isErasedAgain: true }]);
    await service.runTask('erase-organizations');
    expect(await service.sql('select from tenants where organization_id = $1', [idOf(pair)])).toEqual([]);
  });

  test('that the backup has change nothing, so an old file does no harm', async ({ service }) => {
    const pair = await service.addPair();
    const old = line(pair, 'organization.close', 40 * day);
    await service.sql(
      `insert into operator_audit (id, at, action, target_id, result) values ($1, $2, $3, $4, 'SUCCESS')`,
      [old.id, old.at, old.action, old.targetId],
    );
    expect((await replayed(service, [old], [pair])).done).toEqual([]);
    expect(await stateOf(service, pair)).toEqual({ suspended: false, eraseIn: null });
  });

  test('about an organization that was made and erased after the backup keep its ids', async ({
    service,
  }) => {
    const pair = await service.addPair();
    const [live, twin] = [newId('org'), newId('org')];
    const act = line(pair, 'organization.erase', hour, {
      targetId: live,
      changes: [{ field: 'testOrgId', from: twin, to: null }],
    });
    expect((await replayed(service, [act], [])).done).toEqual([
      { id: live, action: 'organization.erase', auditId: act.id, outcome: 'GONE', isErasedAgain: false },
    ]);
    expect(
      await service.sql('select from erased_organizations where org_id = any ($1)', [[live, twin]]),
    ).toHaveLength(2);
  });

  test('are told from the lines of an export', () => {
    const act = {
      id: newId('aud'),
      at: new Date().toISOString(),
      action: 'organization.close',
      targetId: null,
    };
    expect(operatorActOf({ ...act, result: 'SUCCESS' })).toMatchObject({ action: 'organization.close' });
    for (const other of [
      { ...act, result: 'SUCCESS', type: 'row' },
      { ...act, at: 'yesterday', result: 'SUCCESS' },
      { orgId: 'org_1', previousHash: '' },
      {},
    ])
      expect(operatorActOf(other)).toBeUndefined();
  });
});
