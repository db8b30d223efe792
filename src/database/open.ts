import { MikroORM } from '@mikro-orm/postgresql';
import pg, { type Pool } from 'pg';
import { parseJson } from '../lib/json.ts';
import { ormOptions } from '../../mikro-orm.config.ts';

/** The connections of a process. */
export interface Database {
  orm: MikroORM;
  /** Shared by entities, reports and the worker. */
  pool: Pool;
  /**
   * For the statements of every request alone: changes that wait for each other, or a report, never make a
   * verification wait for a connection.
   */
  hot: Pool;
  close(): Promise<void>;
}

/** Prepared statements keep one plan, whatever the size of their arrays; compiling plans costs more than it saves. */
const sessionSettings = '-c plan_cache_mode=force_generic_plan -c jit=off -c timezone=UTC';

/** Two statements each of authentication and verification, and one that counts addresses (src/batch.ts). */
const hotConnections = 5;

/** json and jsonb. V8's JSON.parse misreads escaped keys (nodejs/node issue 63785); what was stored was read by ours. */
const jsonTypes = [114, 3802];
const readJson = (text: string): unknown => parseJson(Buffer.from(text));

/**
 * Connects the service to its database, which has been migrated.
 * @throws when no connection can be made
 */
export async function openDatabase(url: string, poolSize: number): Promise<Database> {
  let pool: Pool | undefined;
  const orm = await MikroORM.init({
    ...ormOptions(url),
    pool: { min: 0, max: poolSize },
    driverOptions: {
      application_name: 'keyward',
      options: sessionSettings,
      connectionTimeoutMillis: 5_000,
      onPoolCreated: (created: Pool) => {
        const types = created.options.types;
        if (types instanceof pg.TypeOverrides) for (const oid of jsonTypes) types.setTypeParser(oid, readJson);
        pool = created;
      },
    },
  });
  await orm.connect();
  if (!pool) throw new Error('MikroORM made no pool');
  const hot = new pg.Pool({
    connectionString: url,
    max: hotConnections,
    application_name: 'keyward',
    options: sessionSettings,
    connectionTimeoutMillis: 5_000,
  });
  return {
    orm,
    pool,
    hot,
    async close() {
      await hot.end();
      await orm.close(true);
    },
  };
}
