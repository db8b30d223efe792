import { MikroORM } from '@mikro-orm/postgresql';
import pg, { type Pool, type PoolClient } from 'pg';
import { parseJson } from '../lib/json.ts';
import type { Orm } from '../platform/tx.ts';
import { ormOptions } from '../../mikro-orm.config.ts';
import { beginLate } from './begin-late.ts';
import { endInTime } from './end-in-time.ts';
import { giveBackLost } from './lost-connections.ts';
import { APPLICATION } from './login-roles.ts';
import { openServers } from './servers.ts';
import { requireSessions } from './sessions.ts';
import { shareFairly } from './shares.ts';
import { readTables } from './sql/read-tables.ts';
import type { EntityManagerWithStatements } from './statements.ts';
import { traceStatements } from './trace-statements.ts';
import { unusable } from './unusable.ts';

/** The connections of a process. */
export interface Database {
  orm: Orm;
  /** Shared by entities, reports and the worker; requests share it fairly (shares.ts). */
  pool: Pool;
  /**
   * For the statements of every request alone: changes that wait for each other, or a report, never make a
   * verification wait for a connection.
   */
  hot: Pool;
  /** For those of them that must wait for a row that a change holds. */
  patient: Pool;
  /** One connection for back-tests, which only read, and for long. It is closed while there is none. */
  replay: Pool;
  /** One connection for probes and metrics: they tell how things are when all other connections are in use. */
  probe: Pool;
  /**
   * Waits for statements that run, and breaks them off after 2 s.
   * @param told is told how many connections were broken off, if any
   */
  close(told?: (connections: number) => void): Promise<void>;
}

const closingMs = 2_000;

/** Prepared statements keep one plan for all sizes of their arrays. Compiling plans costs more than it saves. */
const session = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  timezone: 'UTC',
};

/**
 * The statements of every request find few rows by an index. For a table of one page, the planner would rather read all of it. That plan
 * stays while the table grows, until Postgres analyzes the table.
 */
const lookUps = { enable_seqscan: 'off' };

/**
 * At a time (src/platform/batch.ts): one authentication, two verifications, two counts of addresses, two looks at what requests of the
 * OpenID Connect provider name, and two groups of tokens that are kept.
 */
const sharedStatements = 9;
/** Statements of single requests at a time: those of the OpenID Connect provider that lock a row. */
const singleStatements = 6;
const hotShares = { places: singleStatements, ofOne: 3 };
/** A tenant whose keys are held by its own changes delays one of these connections. */
const patientShares = { places: 3, ofOne: 1 };

/** json and jsonb. V8's JSON.parse misreads escaped keys (nodejs/node issue 63785); what was stored was read by ours. */
const jsonTypes = [114, 3802];
const readJson = (text: string): unknown => parseJson(Buffer.from(text));

/**
 * Connects the service to its database, which has been migrated.
 * @param poolSize connections of the shared pool
 * @param kept connections of the shared pool that requests leave to the process itself
 * @param moved is told the host and port of another server that connections go to from now on
 * @param traced whether statements are recorded in traces
 * @throws with a sentence when no connection can be made
 */
export async function openDatabase(
  url: string,
  poolSize: number,
  kept = 0,
  moved?: (name: string) => void,
  traced = false,
): Promise<Database> {
  let pool: Pool | undefined;
  const servers = openServers(url, moved);
  const ending = endInTime(closingMs);
  const tables = new Set<string>();
  const trace = (one: Pool, name: string): void => {
    if (traced) traceStatements(one, name, tables);
  };
  const shared = ormOptions(url);
  const options = {
    ...shared,
    // Lost connections are reported by the pools' own events.
    logger: () => undefined,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      ...shared.driverOptions,
      application_name: APPLICATION,
      options: '',
      Client: servers.client(session),
      connectionTimeoutMillis: 5_000,
      onPoolCreated: (created: Pool) => {
        const types = created.options.types;
        if (types instanceof pg.TypeOverrides)
          for (const oid of jsonTypes) types.setTypeParser(oid, readJson);
        ending.watch(created);
        servers.watch(created);
        giveBackLost(created);
        trace(created, 'main');
        beginLate(created);
        shareFairly(created, { places: poolSize - kept, ofOne: Math.floor(poolSize / 3) });
        pool = created;
      },
    },
  };
  // `MikroORM.init` also looks for extensions and for files, and loads 20 modules for it.
  const orm = new MikroORM<EntityManagerWithStatements>(options);
  await orm.connect().catch(async (error: unknown) => {
    await orm.close(true);
    throw unusable(setting, error);
  });
  if (!pool) throw new Error('MikroORM created no pool');
  const bounded = { ...session, lock_timeout: '2s' };
  const statements = {
    application_name: APPLICATION,
    Client: servers.client({ ...bounded, ...lookUps }),
    connectionTimeoutMillis: 5_000,
    // A server that went away without a word is noticed here, and not when the kernel gives up on it.
    query_timeout: 5_000,
  };
  // Kept open: a new connection has to prepare its statements first.
  const hot = new pg.Pool({ ...statements, max: sharedStatements + singleStatements, idleTimeoutMillis: 0 });
  const patient = new pg.Pool({ ...statements, max: patientShares.places });
  trace(hot, 'hot');
  trace(patient, 'patient');
  shareFairly(hot, hotShares);
  shareFairly(patient, patientShares);
  const probe = new pg.Pool({ ...statements, Client: servers.client(bounded), max: 1, idleTimeoutMillis: 0 });
  const replay = new pg.Pool({
    ...statements,
    Client: servers.client({ ...bounded, default_transaction_read_only: 'on', statement_timeout: '30s' }),
    query_timeout: 31_000,
    max: 1,
  });
  trace(replay, 'replay');
  for (const one of [hot, patient, replay, probe]) {
    ending.watch(one);
    servers.watch(one);
    one.on('error', () => {}); // an idle connection that is lost must not end the process
  }
  const database: Database = {
    orm,
    pool,
    hot,
    patient,
    replay,
    probe,
    async close(told) {
      const broken = await ending.close(async () => {
        await Promise.all([hot.end(), patient.end(), replay.end(), probe.end()]);
        await orm.close(true);
        // If the ORM has sent no statement, it leaves the pool open. An idle connection keeps the process alive for ten seconds.
        if (!database.pool.ending) await database.pool.end();
      });
      if (broken > 0) told?.(broken);
    },
  };
  try {
    await requireOwnSessions(pool, hot);
    if (traced) for (const table of await readTables(pool)) tables.add(table);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** @throws with a sentence when no connection can be made, or when a connection does not have a session of its own */
async function requireOwnSessions(...pools: [Pool, Pool]): Promise<void> {
  const lent: PoolClient[] = [];
  const connect = async (pool: Pool): Promise<PoolClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw unusable(setting, error);
    });
    lent.push(client);
    return client;
  };
  let isKept = false;
  try {
    await requireSessions(await connect(pools[0]), await connect(pools[1]), setting);
    isKept = true;
  } finally {
    for (const client of lent) client.release(!isKept);
  }
}

const setting = 'DATABASE_URL';

/** The role that a connection string logs in as, as the driver understands it. */
export const roleOf = (url: string): string => new pg.Client(openServers(url).url).user ?? '';
