// Copies the database of an embedded server into a new one of another major version (docs/decisions/0082). The platform packages
// have neither pg_upgrade nor pg_dump.
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { sync } from '../../src/database/durable-files.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { requireNoRestore } from '../../src/database/unfinished-restore.ts';

export interface Upgrade {
  dataDir: string;
  /** Folders of the platform packages of the old and the new server. */
  from: string;
  to: string;
  say: (text: string) => void;
}

const places = (dataDir: string) => {
  const draft = join(dataDir, 'postgres-upgrade');
  return {
    data: join(dataDir, 'postgres'),
    draft,
    copied: join(draft, 'postgres'),
    ready: join(draft, 'ready'),
  };
};

/**
 * Replaces `DATA_DIR/postgres` by a copy that the new server has written, and keeps the old folder.
 * @returns the name of the old folder
 * @throws while the service runs, or when the copy differs; then nothing has changed
 */
export async function upgradeCluster({ dataDir, from, to, say }: Upgrade): Promise<string> {
  const { data, draft, ready } = places(dataDir);
  requireNoRestore(dataDir);
  // An interrupted swap is finished: the copy was complete.
  if (!existsSync(data) && existsSync(ready)) return swap(dataDir);
  rmSync(draft, { recursive: true, force: true });
  const old = await startEmbedded({ dataDir, packageDir: from });
  let made: EmbeddedPostgres | undefined;
  try {
    await refuseInUse(old);
    await migrate(old.url('owner'), 'keyward', say);
    mkdirSync(draft, { mode: 0o711 });
    chmodSync(draft, 0o711);
    // The same passwords, so that the folder can take the place of the old one.
    copyFileSync(join(dataDir, 'postgres.json'), join(draft, 'postgres.json'));
    made = await startEmbedded({ dataDir: draft, packageDir: to });
    await migrate(made.url('owner'), 'keyward');
    await copyAll(old, made, { data, draft, say });
  } finally {
    await made?.stop();
    await old.stop();
  }
  closeSync(openSync(ready, 'w'));
  sync(ready);
  sync(draft);
  return swap(dataDir);
}

/** Two renames. If a crash comes between, the service does not start, and this finishes at its next run. */
function swap(dataDir: string): string {
  const { data, draft, copied } = places(dataDir);
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  if (existsSync(data)) {
    const major = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
    renameSync(data, join(dataDir, `postgres-${major}-until-${stamp}`));
    sync(dataDir);
  }
  renameSync(copied, data);
  sync(dataDir);
  rmSync(draft, { recursive: true, force: true });
  return `postgres-*-until-${stamp}`;
}

async function refuseInUse(server: EmbeddedPostgres): Promise<void> {
  const client = await connected(server);
  const { rowCount } = await client.query("select from pg_stat_activity where application_name = 'keyward'");
  await client.end();
  if (rowCount) throw new Error('the service runs: stop it first');
}

async function connected(server: EmbeddedPostgres): Promise<pg.Client> {
  const client = new pg.Client(server.url('superuser'));
  client.on('error', () => {}); // a lost connection fails the statement that runs
  await client.connect();
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 1; set search_path = public",
  );
  return client;
}

interface Copying {
  data: string;
  draft: string;
  say: (text: string) => void;
}

async function copyAll(
  old: EmbeddedPostgres,
  made: EmbeddedPostgres,
  { data, draft, say }: Copying,
): Promise<void> {
  const [source, target] = [await connected(old), await connected(made)];
  // Postgres itself writes and reads the files, as its account. Only who knows their name can open them.
  const folder = join(draft, 'copy');
  mkdirSync(folder, { mode: 0o711 });
  const { uid, gid } = statSync(data);
  if (process.getuid?.() === 0) chownSync(folder, uid, gid);
  try {
    // One snapshot for all tables.
    await source.query('begin isolation level repeatable read read only');
    // Neither triggers nor foreign keys: their effects are rows that are copied, too.
    await target.query('begin; set local session_replication_role = replica');
    await makePartitions(source, target);
    const tables = await tablesOf(source);
    await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of tables) {
      const file = `'${join(folder, randomBytes(16).toString('hex')).replaceAll("'", "''")}'`;
      await source.query(`copy ${name} (${columns}) to ${file}`);
      await target.query(`copy ${name} (${columns}) from ${file}`);
      rmSync(file.slice(1, -1).replaceAll("''", "'"));
    }
    await copySequences(source, target);
    const [before, after] = [await sumsOf(source), await sumsOf(target)];
    const different = [...before].filter(([name, sum]) => after.get(name) !== sum).map(([name]) => name);
    if (different.length > 0 || before.size !== after.size)
      throw new Error(`the copy differs from the original in ${different.join(', ') || 'its tables'}`);
    await target.query('commit; analyze');
    const rows = [...before.values()].reduce((sum, each) => sum + Number(each.split(' ', 1)[0]), 0);
    say(`Copied ${rows} rows of ${before.size} tables, and compared them`);
  } finally {
    await source.end();
    await target.end();
  }
}

/** The partitions of the past, and those that only the old server has made. */
async function makePartitions(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; parent: string; bounds: string; storage: string }>(`
    select quote_ident(c.relname) as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bounds,
           coalesce(array_to_string(c.reloptions, ', '), '') as storage
      from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
     where c.relnamespace = 'public'::regnamespace order by 1`);
  await target.query('set local role keyward_owner');
  for (const { name, parent, bounds, storage } of rows) {
    const found = await target.query('select to_regclass($1) as found', [name]);
    if (found.rows[0]?.found !== null) continue;
    const options = storage === '' ? '' : ` with (${storage})`;
    await target.query(`create table ${name} (like ${parent} including all)${options}`);
    await target.query(`alter table ${parent} attach partition ${name} ${bounds}`);
  }
  await target.query('reset role');
}

const kept = `c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`;

async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string }[]> {
  const { rows } = await client.query<{ name: string; columns: string }>(`
    select c.oid::regclass::text as name,
           string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where ${kept} and c.relkind = 'r' group by c.oid order by 1`);
  return rows;
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where ${kept} and c.relkind = 'S'`,
  );
  for (const { name } of rows) {
    const { rows: state } = await source.query(`select last_value, is_called from ${name}`);
    await target.query('select setval($1, $2, $3)', [name, state[0]?.last_value, state[0]?.is_called]);
  }
}

/** The number of rows of each table, and a sum over what each row says. */
async function sumsOf(client: pg.Client): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(row_of::text), 15))::bit(60)::bigint::numeric), 0) as sum
         from ${name} as row_of`,
    );
    sums.set(name, rows[0]?.sum ?? '');
  }
  return sums;
}
