// Finds out which server of a URL is right (ADR 0080).
import { setTimeout as pause } from 'node:timers/promises';
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import pg from 'pg';
import { errorCode } from '../lib/error-code.ts';
import type { PostgresServer, SessionAttributes } from '../lib/postgres-url.ts';
import { APPLICATION } from './login-roles.ts';
import { reasonOf } from './unusable.ts';

export const readOnlyStatement = '25006';
const lookMs = 5_000;
/** How long a slower server may take to answer after the first one that is right. A silent one must not delay all connections. */
const graceMs = 500;

/** The server cannot be written to. Postgres has the same code for a statement that it refuses for this reason. */
class ReadOnlyServer extends Error {
  readonly code = '25006';
}

/** No server of the URL is right: all only read, or some accept no connections now. The codes are those of Postgres. */
export class NoServer extends Error {
  readonly code: string;

  constructor(reasons: unknown[]) {
    super(reasons.map(reasonOf).join('; '));
    this.code = reasons.every((reason) => errorCode(reason) === readOnlyStatement)
      ? readOnlyStatement
      : '57P03';
  }
}

/** Collects what a server reports of itself while a client connects. */
export function reportsOf({ connection }: pg.Client): Map<string, string> {
  const reported = new Map<string, string>();
  connection.on('parameterStatus', (report: { parameterName: string; parameterValue: string }) => {
    reported.set(report.parameterName, report.parameterValue);
  });
  return reported;
}

/** Has a certificate checked for the host that is connected. For an IP address, the driver checks the name `localhost`. */
export function checkName(client: pg.Client): void {
  if (!client.ssl) return;
  const given: ConnectionOptions = typeof client.ssl === 'object' ? client.ssl : {};
  given.checkServerIdentity ??= (_, certificate: PeerCertificate) =>
    checkServerIdentity(client.host, certificate);
  // `ssl=true` and PGSSLMODE have no options that could take the check.
  Object.assign(client, { ssl: given });
  Object.assign(client.connection, { ssl: given });
}

/**
 * Looks at all servers at the same time: one that says nothing delays no other. Where several are right, one of them may be a
 * primary that a failover has replaced and that was not stopped. The one that was promoted last has the highest timeline.
 *
 * @param last is kept if it is as good as the others
 */
export async function findRight(
  servers: readonly PostgresServer[],
  wanted: SessionAttributes,
  last: PostgresServer,
): Promise<PostgresServer> {
  const timelines = new Map<PostgresServer, number>();
  const looks = servers.map(async (server) => {
    timelines.set(server, await look(server, wanted));
  });
  const outcomes = Promise.allSettled(looks);
  await Promise.any(looks).catch(() => undefined);
  await Promise.race([outcomes, pause(graceMs, undefined, { ref: false })]);
  const best = bestOf(
    servers.filter((server) => timelines.has(server)),
    timelines,
    last,
  );
  if (best) return best;
  throw new NoServer((await outcomes).flatMap((one) => ('reason' in one ? [one.reason] : [])));
}

/** @param timelines 0 where a server does not tell: its timeline then compares with none */
export function bestOf(
  right: readonly PostgresServer[],
  timelines: ReadonlyMap<PostgresServer, number>,
  last: PostgresServer,
): PostgresServer | undefined {
  const told = right.map((server) => timelines.get(server) ?? 0);
  const highest = told.includes(0) ? undefined : Math.max(...told);
  const best = right.filter((_, place) => highest === undefined || told[place] === highest);
  return best.includes(last) ? last : best[0];
}

/** @returns the timeline of a server that is right */
async function look(server: PostgresServer, wanted: SessionAttributes): Promise<number> {
  const client = new pg.Client({
    connectionString: server.url,
    application_name: APPLICATION,
    connectionTimeoutMillis: lookMs,
    query_timeout: lookMs,
  });
  client.on('error', () => undefined);
  checkName(client);
  const reported = reportsOf(client);
  try {
    await client.connect();
    await requireRight(client, reported, wanted);
    return wanted === 'any' ? 0 : await timelineOf(client);
  } catch (error) {
    throw named(server, error);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The first eight digits of a WAL file's name are the timeline. pg_control_checkpoint() tells the former one until a checkpoint. */
async function timelineOf(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ file: string | null }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as file',
    );
    return Number.parseInt(rows[0]?.file?.slice(0, 8) ?? '0', 16);
  } catch (error) {
    // Servers that only speak the protocol of Postgres may lack the functions.
    if (error instanceof pg.DatabaseError) return 0;
    throw error;
  }
}

/** Names the server of an error. Its code stays. */
export function named({ name }: PostgresServer, cause: unknown): Error {
  return Object.assign(new Error(`${name}: ${reasonOf(cause)}`, { cause }), { code: errorCode(cause) });
}

/**
 * Checks what a server has reported at the start of a session. PostgreSQL 14 and newer report both settings. A pooler may keep
 * them back, so a server that did not report is asked.
 */
export async function requireRight(
  client: pg.Client,
  reported: ReadonlyMap<string, string>,
  wanted: SessionAttributes,
): Promise<void> {
  if (wanted === 'any') return;
  let standby = reported.get('in_hot_standby');
  let readOnly = reported.get('default_transaction_read_only');
  if (standby === undefined || readOnly === undefined) {
    const { rows } = await client.query<{ standby: string; read_only: string }>(
      `select case when pg_is_in_recovery() then 'on' else 'off' end as standby,
              current_setting('default_transaction_read_only') as read_only`,
    );
    ({ standby, read_only: readOnly } = rows[0] ?? { standby: undefined, read_only: undefined });
  }
  if (standby !== 'off') throw new ReadOnlyServer('the server is a standby, which only reads');
  if (wanted === 'read-write' && readOnly !== 'off')
    throw new ReadOnlyServer('the server only reads, because default_transaction_read_only is on');
}
