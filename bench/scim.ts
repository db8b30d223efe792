// Measures the cost of SCIM among 100,000 users, with almost all of them in one group. Results are ratios to
// the cheapest work of the same kind. The bench runs the statements of a request as the service does, without
// HTTP. Part of `make bench`. Options:
//   --quick   a tenth of the people and of the rounds, to see that everything works
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
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
import { readOptions } from './frame/options.ts';
import { columns, verdict } from './frame/report.ts';
import { type Urls, withRig } from './frame/rig.ts';
import { makeOrganization } from './frame/seed.ts';
import { inTurns, millisOf } from './frame/turns.ts';
import { withClient } from './frame/with-client.ts';

const options = readOptions({ quick: false });
const everybody = options.quick ? 10_000 : 100_000;
const turns = options.quick ? 100 : 1_000;
const warmUps = 20;
const [small, large] = ['grp_00000000000000000000000001', 'grp_00000000000000000000000002'] as const;
const now = new Date();

async function seed(urls: Urls): Promise<string> {
  const { orgId } = (await makeOrganization(urls.service)).live;
  await withClient(urls.owner, async (client) => {
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
  });
  return orgId;
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

/** The cost of `one` as a multiple of the cost of `other`, which may at most be `aim`. */
const line = (name: string, [one, other]: readonly [number, number], unit: string, aim: number): string[] => [
  name,
  one.toFixed(2),
  other.toFixed(2),
  unit,
  (one / other).toFixed(2),
  String(aim),
  verdict(one / other <= aim),
];

async function bench(tx: Tx, orgId: string): Promise<string[][]> {
  const anybody = (turn: number): number => 1 + ((Math.abs(turn) * 7919) % everybody);
  const names = new Map<number, string>();
  for (let turn = -warmUps; turn < turns; turn++) {
    const [person] = await readScimUsers(tx, orgId, [personId(anybody(turn))], { groups: false });
    if (!person) throw new Error('no user was seeded');
    names.set(turn, person.username);
  }
  const find = async (turn: number): Promise<void> => {
    const { rows } = await listScimUsers(tx, orgId, {
      type: userType,
      filter: bindFilter(userType, parseFilter(`userName eq "${names.get(turn)}"`)),
      page: { startIndex: 1, count: 100 },
      groups: true,
    });
    if (rows.length !== 1) throw new Error('not found');
  };
  const found = await inTurns(
    {
      byName: (turn) => millisOf(() => find(turn)),
      byKey: (turn) => millisOf(() => readScimUsers(tx, orgId, [personId(anybody(turn))], { groups: true })),
    },
    { warmUps, turns },
  );

  const join = async (id: string): Promise<void> => {
    const group = asLocked<Group>({ orgId, id });
    const added = await addScimMembers(tx, group, asKept([personId(1)]), now);
    if (added.length !== 1) throw new Error('not added');
    await removeScimMembers(tx, group, [personId(1)]);
  };
  const joined = await inTurns(
    { large: () => millisOf(() => join(large)), small: () => millisOf(() => join(small)) },
    { warmUps, turns },
  );

  const few = everybody / 10;
  const listed = [
    await memoryOfListing(tx, orgId, everybody),
    await memoryOfListing(tx, orgId, few),
  ] as const;
  return [
    line('userName eq / read by primary key', [found.byName, found.byKey], 'ms', 5),
    line('one member in and out of a large / small group', [joined.large, joined.small], 'ms', 1.3),
    line(`memory of listing ${everybody} / ${few}`, listed, 'MiB', 1.5),
  ];
}

await withRig(
  seed,
  async ({ databaseUrl, data: orgId }) => {
    const database = await openDatabase(databaseUrl, 2);
    const lines = await bench(database.orm.em.fork(), orgId);
    await database.close();
    process.stdout.write(`\n${columns([['', 'one', 'other', '', 'ratio', 'aim', ''], ...lines])}\n`);
  },
  { durable: false },
);
