// Measures the cost of SCIM among 100,000 users, with almost all of them in one group. Results are ratios to
// the cheapest work of the same kind. The bench runs the statements of a request as the service does, without
// HTTP. Part of `make bench`. Options:
//   --quick   a tenth of the people and of the rounds, to see that everything works
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { createOrganization, describeOrganization } from '../src/organizations/creation.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openDatabase } from '../src/database/open.ts';
import { bindFilter } from '../src/scim/protocol/bind.ts';
import { parseFilter } from '../src/scim/protocol/filter.ts';
import { userType } from '../src/scim/protocol/schema.ts';
import { listScimUsers } from '../src/scim/scim-lists.ts';
import { readScimUsers } from '../src/scim/sql/scim-resources.ts';
import { addScimMembers, removeScimMembers } from '../src/scim/sql/scim-members.ts';
import type { Group } from '../src/users/groups/entities/group.ts';
import { asKept, asLocked } from '../test/support/locks.ts';
import { manyPeople, personId, withoutIndexes } from '../test/support/many-people.ts';
import type { Tx } from '../src/platform/tx.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const everybody = options.quick ? 10_000 : 100_000;
const rounds = options.quick ? 100 : 1_000;
const [small, large] = ['grp_00000000000000000000000001', 'grp_00000000000000000000000002'] as const;
const now = new Date();

async function seed(url: string, orgId: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  await withoutIndexes({ sql }, 'user_values', () =>
    withoutIndexes({ sql }, 'users', () => manyPeople({ sql }, orgId, everybody)),
  );
  await sql("insert into groups (org_id, id, name) values ($1, $2, 'Small'), ($1, $3, 'Large')", [
    orgId,
    small,
    large,
  ]);
  await sql(
    `insert into group_members (org_id, group_id, user_id)
     select org_id, $2, id from users where org_id = $1 and id > $3`,
    [orgId, large, personId(1)],
  );
  await sql('vacuum (analyze)');
  await client.end();
}

/** Milliseconds that each of two things takes, turn by turn so that the machine's mood meets both: their medians. */
async function compare(
  one: (round: number) => Promise<unknown>,
  other: (round: number) => Promise<unknown>,
): Promise<{ one: number; other: number; ratio: number }> {
  const taken: [number[], number[]] = [[], []];
  for (let round = -20; round < rounds; round++) {
    for (const [at, work] of [one, other].entries()) {
      const began = performance.now();
      await work(round);
      if (round >= 0) taken[at]?.push(performance.now() - began);
    }
  }
  const [a, b] = taken.map((all) => all.toSorted((x, y) => x - y)[all.length >> 1] ?? Number.NaN);
  if (a === undefined || b === undefined) throw new Error('two medians');
  return { one: a, other: b, ratio: a / b };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the most memory that stays in use, in MiB, while a client reads `most` users by cursors, page after page. */
async function memoryOfListing(tx: Tx, orgId: string, most: number): Promise<number> {
  collect();
  const before = process.memoryUsage().heapUsed;
  let peak = 0;
  let read = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined && read < most; ) {
    const listed: Awaited<ReturnType<typeof listScimUsers>> = await listScimUsers(tx, orgId, {
      type: userType,
      page: { cursor, count: 200 },
      groups: true,
    });
    read += listed.rows.length;
    cursor = listed.nextCursor;
    collect();
    peak = Math.max(peak, process.memoryUsage().heapUsed - before);
  }
  if (read < most) throw new Error(`${read} of ${most} people were listed`);
  return peak / 2 ** 20;
}

function row(name: string, figures: string, ratio: number, aim: number): void {
  const verdict = ratio <= aim ? 'reached' : 'missed';
  process.stdout.write(
    `${name.padEnd(44)} ${figures.padEnd(28)} ${ratio.toFixed(2)}  aim ${aim}  ${verdict}\n`,
  );
}

async function bench(tx: Tx, orgId: string): Promise<void> {
  const anybody = (round: number): number => 1 + ((Math.abs(round) * 7919) % everybody);
  const [named] = await readScimUsers(tx, orgId, [personId(1)], { groups: false });
  if (!named) throw new Error('no user was seeded');
  const names = new Map<number, string>();
  for (let round = -20; round < rounds; round++) {
    const [person] = await readScimUsers(tx, orgId, [personId(anybody(round))], { groups: false });
    names.set(round, person?.username ?? '');
  }
  const found = await compare(
    async (round) => {
      const filter = bindFilter(userType, parseFilter(`userName eq "${names.get(round)}"`));
      const { rows } = await listScimUsers(tx, orgId, {
        type: userType,
        filter,
        page: { startIndex: 1, count: 100 },
        groups: true,
      });
      if (rows.length !== 1) throw new Error('not found');
    },
    (round) => readScimUsers(tx, orgId, [personId(anybody(round))], { groups: true }),
  );
  const times = ({ one, other }: { one: number; other: number }): string =>
    `${one.toFixed(2)} ms to ${other.toFixed(2)} ms`;
  row('userName eq / read by primary key', times(found), found.ratio, 5);

  const joining = (id: string) => async () => {
    const group = asLocked<Group>({ orgId, id });
    const added = await addScimMembers(tx, group, asKept([personId(1)]), now);
    if (added.length !== 1) throw new Error('not added');
    await removeScimMembers(tx, group, [personId(1)]);
  };
  const joined = await compare(joining(large), joining(small));
  row('one member in and out of a large / small group', times(joined), joined.ratio, 1.3);

  const few = everybody / 10;
  const [ofAll, ofFew] = [await memoryOfListing(tx, orgId, everybody), await memoryOfListing(tx, orgId, few)];
  const sizes = `${ofAll.toFixed(1)} MiB to ${ofFew.toFixed(1)} MiB`;
  row(`memory of listing ${everybody} / ${few}`, sizes, ofAll / ofFew, 1.5);
}

const dataDir = mkdtempSync(join(tmpdir(), 'keyward-bench-scim-'));
// Postgres started by root runs as another account, which must get through.
chmodSync(dataDir, 0o711);
const embedded = await startEmbedded({ dataDir, durable: false });
try {
  await migrate(embedded.url('owner'), 'keyward');
  const organization = describeOrganization('Bench');
  const database = await openDatabase(embedded.url('service'), 2);
  await createOrganization(database.orm, organization, { onlyIfFirst: true, announce: () => undefined });
  await seed(embedded.url('owner'), organization.live.orgId);
  await bench(database.orm.em.fork(), organization.live.orgId);
  await database.close();
} finally {
  await embedded.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
