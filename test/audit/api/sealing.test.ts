import { describe, expect } from 'vitest';
import { verifyAuditExport } from '../../../clients/typescript/src/index.ts';
import { type AuditFilter, listAuditLogs } from '../../../src/audit/sql/audit-logs.ts';
import { sealedAuditRows } from '../../../src/audit/sql/integrity.ts';
import { unsealedAuditRows } from '../../../src/audit/sql/sealing.ts';
import { numbered, type Sql } from '../../../src/lib/sql.ts';
import { exportOf, manyAuditRows, partitionOfThePast } from '../../support/audit.ts';
import { aCredential, anIdentity } from '../../support/builders.ts';
import type { Answer, Client } from '../../support/client.ts';
import { nodesOf, type Plan } from '../../support/explain.ts';
import { type TestService, test } from '../../support/service.ts';
import type { Tx } from '../../../src/platform/tx.ts';

const many = 9_000;
const integrityOf = async (client: Client) => (await client.call('getAuditIntegrity')).body;

/** The place rests after each verification and export of a long log, a minute at most. */
const untilFree = { timeout: 70_000 };

/** Verifies the long log as soon as the place is free. */
async function integrityOfLong({ theirs }: TestService, query: Record<string, number> = {}) {
  let answer: Answer | undefined;
  const verified = async (): Promise<number> =>
    (answer = await theirs.call('getAuditIntegrity', { query })).status;
  await expect.poll(verified, untilFree).toBe(200);
  return answer?.body;
}

/** A tenant with many rows, all sealed; made once. */
let large: Promise<void> | undefined;
const filled = (service: TestService): Promise<void> =>
  (large ??= (async () => {
    await manyAuditRows(service, service.theirs.orgId ?? '', many);
    await service.runTask('seal-audit');
    await service.sql(
      'analyze audit_logs; analyze audit_personal; analyze audit_seals; analyze audit_unsealed',
    );
  })());

/** The month that has most audit rows, as the names of its partitions end. Soon after a month began, that is the last one. */
async function monthOfMost({ sql }: TestService): Promise<string> {
  const [most] = await sql<{ month: string }>(
    `select right(tableoid::regclass::text, 8) as month from audit_logs group by 1 order by count(*) desc limit 1`,
  );
  if (!most) throw new Error('no audit row');
  return most.month;
}

describe('sealing', () => {
  test('makes one chain of the rows of many writers on many nodes', async ({ service }) => {
    const { ours, runTask, sql } = service;
    const { id } = await aCredential(ours);
    const writing = Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        ours.call('updateCredential', { path: { id }, body: { name: `name ${at}` } }),
      ),
    );
    for (let round = 0; round < 5; round++) await Promise.all([1, 2, 3, 4].map(() => runTask('seal-audit')));
    expect((await writing).every(({ status }) => status === 200)).toBe(true);
    await runTask('seal-audit');
    const [chain] = await sql<{ seals: number; last: number; rows: number }>(
      `select count(*)::int as seals, max(sequence)::int as last,
              (select count(*)::int from audit_logs where org_id = $1) as rows from audit_seals where org_id = $1`,
      [ours.orgId],
    );
    expect(chain).toEqual({ seals: chain?.rows, last: chain?.rows, rows: chain?.rows });
    expect(await integrityOf(ours)).toMatchObject({ valid: true, unsealed: 0 });
  });

  test('causes no false fault when a caller verifies the log at the same time', async ({ service }) => {
    const { ours, runTask } = service;
    await anIdentity(ours);
    let sealing = true;
    const ask = async (): Promise<unknown[]> => {
      const found: unknown[] = [];
      while (sealing) found.push(...(await integrityOf(ours)).faults);
      return found;
    };
    const asked = Promise.all([ask(), ask(), ask()]);
    for (let round = 0; round < 60; round++) {
      await manyAuditRows(service, ours.orgId ?? '', 1);
      await runTask('seal-audit');
    }
    sealing = false;
    expect((await asked).flat()).toEqual([]);
  });

  test('seals a row that commits late behind newer rows', async ({ service }) => {
    const { ours, runTask } = service;
    await anIdentity(ours);
    await runTask('seal-audit');
    await manyAuditRows(service, ours.orgId ?? '', 1, { daysAgo: 1, action: 'policy.delete' });
    await runTask('seal-audit');
    const { body } = await ours.call('listAuditLogs', { query: { action: 'policy.delete' } });
    const { lastSequence, valid } = await integrityOf(ours);
    expect({ valid, sequence: body.data[0].sequence }).toEqual({ valid: true, sequence: lastSequence });
  });

  test('keeps a whole batch or nothing, and then continues', async ({ service }) => {
    const { ours, runTask, sql } = service;
    const before = await integrityOf(ours);
    await anIdentity(ours);
    await sql(`update audit_chains set checkpoint_at = null;
      alter table audit_checkpoints rename column signature to elsewhere`);
    await expect(runTask('seal-audit')).rejects.toThrow();
    await sql('alter table audit_checkpoints rename column elsewhere to signature');
    expect(await integrityOf(ours)).toMatchObject({ lastSequence: before.lastSequence, unsealed: 1 });
    await runTask('seal-audit');
    expect(await integrityOf(ours)).toMatchObject({ valid: true, lastSequence: before.lastSequence + 1 });
  });

  test('never delays a change', async ({ service }) => {
    const { ours, sql } = service;
    await anIdentity(ours);
    await service.runTask('seal-audit');
    // The lock that a sealer holds as long as it works.
    await sql('begin; select from audit_chains for update');
    try {
      await anIdentity(ours);
      await service.runTask('seal-audit');
      expect((await integrityOf(ours)).unsealed).toBeGreaterThan(0);
    } finally {
      await sql('rollback');
    }
  });

  test('signs a checkpoint after every thousand rows', { timeout: 160_000 }, async ({ service }) => {
    await filled(service);
    const gaps = await service.sql<{ gap: number }>(
      `select max(gap)::int as gap from (
         select sequence - lag(sequence, 1, 0) over (order by sequence) as gap from audit_checkpoints where org_id = $1) as g`,
      [service.theirs.orgId],
    );
    expect(gaps[0]?.gap).toBe(1_000);
    const half = await integrityOfLong(service, { limit: 5_000 });
    expect(half).toMatchObject({ valid: true, toSequence: 5_000, nextSequence: 5_001 });
    const rest = await integrityOfLong(service, { fromSequence: 5_001 });
    expect(rest).toMatchObject({ valid: true, nextSequence: null, lastSequence: many });
  });
});

describe('exportAuditLogs', () => {
  const start = ({ theirs, origin }: TestService) =>
    fetch(`${origin}/api/v1/audit-logs/export`, { headers: { authorization: `Bearer ${theirs.key}` } });

  /** Starts an export as soon as the place is free. */
  async function begun(service: TestService): Promise<Response> {
    let response: Response | undefined;
    await expect.poll(async () => (response = await start(service)).status, untilFree).toBe(200);
    if (!response) throw new Error('poll returned before an export began');
    return response;
  }

  const isFree = async ({ theirs }: TestService): Promise<void> => {
    const short = () => theirs.call('exportAuditLogs', { query: { to: '2020-01-01T00:00:00Z' } });
    await expect.poll(short, untilFree).toMatchObject({ status: 200 });
  };

  test('runs once at a time for a tenant, and frees its place after an abort', { timeout: 160_000 }, async ({
    service,
  }) => {
    await filled(service);
    // It must be kept: a response that is collected may leave its connection open, and then nothing can abort it.
    const unread = await begun(service);
    const second = await service.theirs.call('exportAuditLogs');
    expect([second.status, second.body.code, second.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '10',
    ]);
    // Everybody else is served meanwhile.
    await exportOf(service.ours);
    await unread.body?.cancel();
    await isFree(service);
  });

  test('breaks the response off on a failure, so that a part never looks complete', {
    timeout: 160_000,
  }, async ({ service }) => {
    await filled(service);
    const unread = await begun(service);
    await service.sql('alter table audit_checkpoints rename column signature to elsewhere');
    await expect(unread.text()).rejects.toThrow();
    await service.sql('alter table audit_checkpoints rename column elsewhere to signature');
    await isFree(service);
  });

  // The place rests longest after this export, so this test is the last.
  test('streams an export that the caller can verify while reading', { timeout: 160_000 }, async ({
    service,
  }) => {
    await filled(service);
    const { keyIds } = await integrityOfLong(service);
    const { body } = await begun(service);
    expect(await verifyAuditExport(body ?? '', { keyIds })).toMatchObject({ valid: true, faults: [] });
  });
});

describe('listAuditLogs', () => {
  /** Returns the nodes in the plans of a query's statements. */
  async function plansOf({ sql }: TestService, run: (tx: Tx) => Promise<unknown>) {
    const plans: Plan[][] = [];
    const rows = async (statement: Sql) => {
      const { text, values } = numbered(statement);
      const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
      if (row) plans.push(nodesOf(row['QUERY PLAN'][0].Plan));
      return [];
    };
    const row = async (statement: Sql) => (await rows(statement))[0];
    await run({ rows, row } as unknown as Tx);
    return plans.flat().map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`);
  }

  const filters: [string, AuditFilter][] = [
    ['an action', { action: 'user.delete' }],
    ['an actor', { actorId: 'cred_5' }],
    ['a target', { targetId: 'cred_t5' }],
    ['a type', { targetType: 'user' }],
    ['a result', { result: 'DENIED' }],
    ['an address', { ip: '10.0.1.1' }],
    ['a request', { requestId: 'req_5' }],
    ['a time', { from: new Date(Date.now() - 1_000), to: new Date() }],
  ];
  test.for(filters)(
    'never reads a month from end to end for %s',
    { timeout: 60_000 },
    async ([, filter], { service }) => {
      await filled(service);
      const page = { limit: 20, offset: 0 };
      const nodes = await plansOf(service, async (tx) =>
        listAuditLogs(tx, service.theirs.orgId ?? '', filter, '-timestamp', page),
      );
      // A month without rows is read as it likes.
      const month = await monthOfMost(service);
      expect(nodes.filter((node) => node.startsWith('Seq Scan') && node.includes(month))).toEqual([]);
    },
  );

  test('never reads a month from end to end for sealing and verifying', { timeout: 60_000 }, async ({
    service,
  }) => {
    await filled(service);
    const orgId = service.theirs.orgId ?? '';
    const month = await monthOfMost(service);
    const nodes = await plansOf(service, async (tx) => {
      await sealedAuditRows(tx, orgId, { after: 4_000, upTo: 9_000, most: 500 });
      await unsealedAuditRows(tx, orgId, 1_000);
    });
    expect(
      nodes.filter(
        (node) =>
          node.startsWith('Seq Scan') &&
          /audit_(seals|logs_|personal_)/.test(node) &&
          (node.includes(month) || node.includes('seals')),
      ),
    ).toEqual([]);
  });
});

/** The list of all rows tells the total from the count of seals. */
async function totalIsCounted({ sql }: TestService, client: Client): Promise<void> {
  const [counted] = await sql<{ all: number }>(
    'select count(*)::int as all from audit_logs where org_id = $1',
    [client.orgId],
  );
  const { body } = await client.call('listAuditLogs', { query: { limit: 1 } });
  expect(body.pagination).toMatchObject({ total: counted?.all });
}

describe('the total of a list', () => {
  test('is a count of all rows before, between and after seals', async ({ service }) => {
    const { ours, sql, runTask } = service;
    await totalIsCounted(service, ours);
    await anIdentity(ours);
    await totalIsCounted(service, ours);
    await runTask('seal-audit');
    const sealed = () =>
      sql<{ rows: string | null }>('select sealed_rows as rows from audit_chains where org_id = $1', [
        ours.orgId,
      ]);
    expect((await sealed())[0]?.rows).not.toBeNull();
    await totalIsCounted(service, ours);
    await anIdentity(ours);
    await totalIsCounted(service, ours);
    await runTask('seal-audit');
    await totalIsCounted(service, ours);
    // As after the upgrade from a release without this count.
    await sql('update audit_chains set sealed_rows = null');
    await totalIsCounted(service, ours);
    await anIdentity(ours);
    await runTask('seal-audit');
    expect((await sealed())[0]?.rows).not.toBeNull();
    await totalIsCounted(service, ours);
  });
});

describe('retention', () => {
  test('cuts the chain, signs the cut and drops the month; the rest stays valid', async ({ service }) => {
    const { oursTest, sql, runTask } = service;
    const orgId = oursTest.orgId ?? '';
    await partitionOfThePast(service);
    const old = { daysAgo: 465 };
    await manyAuditRows(service, orgId, 3, old);
    await runTask('seal-audit');
    await anIdentity(oursTest);
    await runTask('seal-audit');
    // Committed late, so that it has its place among the new ones.
    await manyAuditRows(service, orgId, 1, old);
    await runTask('seal-audit');
    await anIdentity(oursTest);
    await runTask('seal-audit');
    const before = await integrityOf(oursTest);
    expect(before).toMatchObject({ valid: true, firstSequence: 1, lastSequence: 6 });
    await totalIsCounted(service, oursTest);
    // This test's partition spans more than a month. The partition's name gives its end, as in the service.
    await runTask('cut-audit');
    const [left] = await sql<{ old: number }>(
      `select count(*)::int as old from audit_logs where org_id = $1 and created_at < now() - interval '400 days'`,
      [orgId],
    );
    expect(left).toEqual({ old: 0 });
    await totalIsCounted(service, oursTest);
    const after = await integrityOf(oursTest);
    expect(after).toMatchObject({
      valid: true,
      faults: [],
      firstSequence: 4,
      fromSequence: 4,
      lastSequence: 6,
    });
    expect(after.keyIds).toEqual(before.keyIds);
    const lines = await exportOf(oursTest);
    expect(
      lines.filter(({ type }) => type === 'row').map(({ sequence, expired }) => [sequence, expired]),
    ).toEqual([
      [4, undefined],
      [5, true],
      [6, undefined],
    ]);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(await verifyAuditExport(text, { keyIds: after.keyIds })).toMatchObject({
      valid: true,
      omitted: 1,
    });
    await runTask('cut-audit');
    expect(await integrityOf(oursTest)).toMatchObject({ valid: true, firstSequence: 4, lastSequence: 6 });
  });

  test('removes no recent row, even for a direct call of its functions', async ({ service }) => {
    const { sql, ours } = service;
    await expect(sql(`select drop_audit_partition(now())`)).rejects.toThrow('last 30 days');
    await sql('begin; update audit_chains set cut_sequence = 1000');
    const [removed] = await sql<{ n: number }>('select remove_cut_seals($1, 1000) as n', [ours.orgId]);
    await sql('rollback');
    expect(removed).toEqual({ n: 0 });
  });
});
