// Fills a database with so many rows of each kind, the indexes last.
import type pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { hashSecret, newSecret } from '../../src/lib/secret.ts';
import { grow, grownId, type GrownPart } from '../../test/support/grown.ts';
import { note, type Urls } from '../frame/rig.ts';
import { insertScimToken, makeOrganization } from '../frame/seed.ts';
import { withClient } from '../frame/with-client.ts';
import { dueIn, mostRounds } from './sizes.ts';
import { fillQueues } from './tasks.ts';

/** The ids and keys of a database that the requests use. */
export interface Grown {
  rows: number;
  orgId: string;
  /** The caller's key, with scope `*`. */
  key: string;
  scimToken: string;
  /** Keys of credentials from all over the table. */
  keys: readonly string[];
}

const mostKeys = 20_000;
/** Tasks end the credentials up to this one. */
const [, lastDue] = dueIn(mostRounds);

/** Two lists of about the same work, filled side by side. */
const parts: readonly (readonly GrownPart[])[] = [
  ['users', 'groups', 'artifacts', 'logs'],
  ['credentials', 'facts', 'profiles', 'events', 'deliveries', 'audit', 'sign-ins'],
];
/** The parts that grow to ten million rows. */
export const largeParts: readonly (readonly GrownPart[])[] = [['facts'], ['credentials']];

interface Index {
  table: string;
  definition: string;
}

/** Fills a database of a new Postgres. */
export async function fill(urls: Urls, rows: number, lists = parts): Promise<Grown> {
  await migrate(urls.owner, 'keyward');
  const { orgId, key } = (await makeOrganization(urls.service)).live;

  const began = performance.now();
  const took = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;
  await grow(urls.superuser, orgId, rows, []);
  const indexes = await withClient(urls.superuser, dropIndexes);
  await Promise.all(lists.map((list) => grow(urls.superuser, orgId, rows, list)));
  note(`${rows} rows of each kind after ${took()}`);
  const keys = await withClient(urls.superuser, async (client) => {
    await client.query('set session_replication_role = replica');
    await fillQueues(client, orgId, rows);
    return giveKeys(client, orgId, rows);
  });
  await makeIndexes(urls.superuser, indexes);
  const scimToken = await withClient(urls.owner, (client) => insertScimToken(client, orgId));
  note(`their indexes after ${took()}`);
  return { rows, orgId, key, scimToken, keys };
}

/** Drops all indexes but those of constraints. Partitions have theirs from their parents. */
async function dropIndexes(client: pg.Client): Promise<Index[]> {
  const { rows } = await client.query<Index & { name: string }>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as "table",
            replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace = 'public'::regnamespace and not t.relispartition
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows;
}

/** On two connections. Postgres would start as many workers for each index again. */
async function makeIndexes(url: string, indexes: readonly Index[]): Promise<void> {
  const next = indexes[Symbol.iterator]();
  const work = () =>
    withClient(url, async (client) => {
      await client.query(`set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0`);
      for (const { definition } of next) await client.query(definition);
    });
  await Promise.all([work(), work()]);
}

/** Gives real keys to active credentials, at even distances from each other. */
async function giveKeys(client: pg.Client, orgId: string, rows: number): Promise<string[]> {
  // Credentials whose number ends in 4, 6 or 8 are active and expire late (test/support/grown.ts). No task ends
  // them.
  const ends = (n: number): boolean => [4, 6, 8].includes(n % 10) && n > lastDue;
  const numbers = Array.from({ length: rows }, (_, at) => at + 1).filter(ends);
  const step = Math.max(1, Math.floor(numbers.length / mostKeys));
  const chosen = numbers.filter((_, at) => at % step === 0);
  const keys = chosen.map(() => newSecret('kd_live_'));
  await client.query(
    `update credentials c set secret_hash = given.hash
       from unnest($2::text[], $3::bytea[]) as given (id, hash) where c.org_id = $1 and c.id = given.id`,
    [orgId, chosen.map((n) => grownId('cred', n)), keys.map(hashSecret)],
  );
  return keys;
}
