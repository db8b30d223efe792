// Connections to the server that may be written to, where a URL names several (ADR 0080).
import { errorMonitor } from 'node:events';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import pg, { type Pool } from 'pg';
import { type PostgresServer, readPostgresUrl, type SessionAttributes } from '../lib/postgres-url.ts';
import { errorCode } from '../lib/error-code.ts';
import { APPLICATION } from './login-roles.ts';
import { reasonOf } from './unusable.ts';

/** Settings of a session, by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/** The servers of one URL. All connections of a process share what it knows of them. */
export interface Servers {
  /** The URL of the first server alone, for what reads URLs with one host only. */
  readonly url: string;
  /** Makes a class of clients. Such a client connects to the right server, and then sets its session. */
  client(settings?: SessionSettings): new (config?: pg.ClientConfig) => pg.Client;
  /** Makes a pool throw away the connections to a server that is no longer written to. */
  watch(pool: Pool): void;
}

/** The server cannot be written to. Postgres has the same code for a statement that it refuses for this reason. */
class ReadOnlyServer extends Error {
  readonly code = '25006';
}

/** No server of the URL is right: all only read, or some accept no connections now. The codes are those of Postgres. */
class NoServer extends Error {
  readonly code: string;

  constructor(reasons: unknown[]) {
    super(reasons.map(reasonOf).join('; '));
    this.code = reasons.every((reason) => errorCode(reason) === readOnlyStatement)
      ? readOnlyStatement
      : '57P03';
  }
}

/** The connection led to a server that another one has replaced. The code is the one of a server that stops. */
class ReplacedServer extends Error {
  readonly code = '57P01';
}

const readOnlyStatement = '25006';
const lookMs = 5_000;
const pauseMs = 200;

/** @param moved is told the host and port of the server that connections go to from now on */
export function openServers(url: string, moved: (name: string) => void = () => undefined): Servers {
  const read = readPostgresUrl(url);
  if (!read) throw new Error('it has a form that is not allowed');
  const { servers, wanted } = read;
  const [first] = servers;
  if (!first) throw new Error('the URL names no host');
  const firstUrl = first.url;
  const connected = new Map<pg.Client, PostgresServer>();
  const demoted = new WeakSet<pg.Client>();
  let last = first;
  let right = servers.length === 1 ? first : undefined;
  let search: Promise<PostgresServer> | undefined;

  /** Has the next connection look at all servers again. */
  const doubt = (server: PostgresServer): void => {
    if (right === server && servers.length > 1) right = undefined;
  };
  const find = (): PostgresServer | Promise<PostgresServer> => {
    if (right) return right;
    search ??= findRight(servers, wanted)
      .then(settle)
      .finally(() => {
        // While no server is right, the calls that fail must not look all the time.
        setTimeout(() => (search = undefined), right ? 0 : pauseMs).unref();
      });
    return search;
  };
  const settle = (server: PostgresServer): PostgresServer => {
    right = server;
    if (server !== last) moved(server.name);
    last = server;
    // A server that vanished without a word keeps statements waiting for minutes.
    for (const [client, other] of connected) {
      if (other === server) continue;
      client.connection.stream.destroy(new ReplacedServer(`${server.name} has replaced ${other.name}`));
    }
    return server;
  };

  const client = (settings: SessionSettings = {}): (new (config?: pg.ClientConfig) => pg.Client) => {
    const session = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`);
    // The session's own setting says nothing about the server.
    const needed =
      'default_transaction_read_only' in settings && wanted === 'read-write' ? 'primary' : wanted;
    return class extends pg.Client {
      readonly #reported: Map<string, string>;

      constructor(config: pg.ClientConfig = {}) {
        super({ ...config, connectionString: firstUrl });
        this.#reported = reportsOf(this);
        checkName(this);
      }

      override connect(): Promise<pg.Client>;
      override connect(done: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
      override connect(
        done?: ((error: Error) => void) | ((error: null, client: pg.Client) => void),
      ): Promise<pg.Client> | void {
        const opened = this.#open();
        if (!done) return opened;
        const tell: (error: never, client: pg.Client) => void = done;
        opened.then(
          () => tell(null as never, this),
          (error: unknown) => tell(error as never, this),
        );
      }

      async #open(): Promise<pg.Client> {
        const server = await find();
        if (server !== first) {
          const { host, port } = new pg.Client(server.url);
          Object.assign(this, { host, port });
        }
        const ignore = (): void => undefined; // an error outside of a statement would otherwise end the process
        this.on('error', ignore);
        try {
          // The pool that made this client has given it up meanwhile.
          if (this.connection.stream.destroyed) throw new NoServer([new Error('timeout expired')]);
          await super.connect();
          await requireRight(this, this.#reported, needed);
          if (session.length > 0) await this.query(session.join('; '));
        } catch (error) {
          doubt(server);
          void super.end().catch(ignore);
          throw servers.length === 1 ? error : named(server, error);
        }
        connected.set(this, server);
        this.once('end', () => connected.delete(this));
        this.once(errorMonitor, () => doubt(server));
        this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
          if (code !== readOnlyStatement || needed !== 'read-write') return;
          demoted.add(this);
          doubt(server);
        });
        this.off('error', ignore);
        return this;
      }
    };
  };

  return {
    url: firstUrl,
    client,
    watch(pool) {
      pool.on('release', (_error, lent) => {
        if (demoted.has(lent)) lent.end().catch(() => undefined);
      });
    },
  };
}

/** Collects what a server reports of itself while a client connects. */
function reportsOf({ connection }: pg.Client): Map<string, string> {
  const reported = new Map<string, string>();
  connection.on('parameterStatus', (report: { parameterName: string; parameterValue: string }) => {
    reported.set(report.parameterName, report.parameterValue);
  });
  return reported;
}

/** Has a certificate checked for the host that is connected. For an IP address, the driver checks the name `localhost`. */
function checkName(client: pg.Client): void {
  const ssl: unknown = client.ssl;
  if (typeof ssl !== 'object' || ssl === null || 'checkServerIdentity' in ssl) return;
  Object.assign(ssl, {
    checkServerIdentity: (_: string, certificate: PeerCertificate) =>
      checkServerIdentity(client.host, certificate),
  });
}

/**
 * Looks at all servers. Only one of them can be written to, so they are asked at the same time: one that says nothing delays no
 * other. For `any`, the first that accepts a connection is right.
 */
async function findRight(
  servers: readonly PostgresServer[],
  wanted: SessionAttributes,
): Promise<PostgresServer> {
  const looks = servers.map((server) => look(server, wanted));
  if (wanted !== 'any') {
    const found = await Promise.any(looks).catch(() => undefined);
    if (found) return found;
  }
  const outcomes = await Promise.allSettled(looks);
  const accepted = outcomes.find((outcome) => outcome.status === 'fulfilled');
  if (accepted) return accepted.value;
  throw new NoServer(outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason] : [])));
}

async function look(server: PostgresServer, wanted: SessionAttributes): Promise<PostgresServer> {
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
    return server;
  } catch (error) {
    throw named(server, error);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Names the server of an error. Its code stays. */
function named({ name }: PostgresServer, cause: unknown): Error {
  return Object.assign(new Error(`${name}: ${reasonOf(cause)}`, { cause }), { code: errorCode(cause) });
}

/**
 * Checks what a server has reported at the start of a session. PostgreSQL 14 and newer report both settings. A pooler may keep
 * them back, so a server that did not report is asked.
 */
async function requireRight(
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
