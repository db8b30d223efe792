// Connections to the server that may be written to, where a URL names several (ADR 0080).
import { errorMonitor } from 'node:events';
import pg, { type Pool } from 'pg';
import { type PostgresServer, readPostgresUrl } from '../lib/postgres-url.ts';
import {
  checkName,
  findRight,
  named,
  NoServer,
  readOnlyStatement,
  reportsOf,
  requireRight,
} from './find-server.ts';
import { failUnknownCommits, hearWarnings, runningOf } from './unknown-commits.ts';

/** Settings of a session, by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/** The servers of one URL. All connections of a process share what it knows of them. */
export interface Servers {
  /** The URL of the first server alone, for what reads URLs with one host only. */
  readonly url: string;
  /** Makes a class of clients. Such a client connects to the right server, and then sets its session. */
  client(settings?: SessionSettings): new (config?: pg.ClientConfig) => pg.Client;
  /** Closes the connections of a pool that lead to a former primary, when they are released. */
  watch(pool: Pool): void;
}

/** The connection led to a server that another one has replaced. The code is the one of a server that stops. */
class ReplacedServer extends Error {
  readonly code = '57P01';
}

const pauseMs = 200;
/** Node ends a connection whose server answered none of ten probes, one a second. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

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
    search ??= findRight(servers, wanted, last)
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
    const session = Object.entries({ ...hearWarnings, ...settings }).map(
      ([name, value]) => `set ${name} = '${value}'`,
    );
    // The session's own setting says nothing about the server.
    const needed =
      'default_transaction_read_only' in settings && wanted === 'read-write' ? 'primary' : wanted;
    return class extends pg.Client {
      readonly #reported: Map<string, string>;

      constructor(config: pg.ClientConfig = {}) {
        super({ ...keptAlive, ...config, connectionString: firstUrl });
        this.#reported = reportsOf(this);
        checkName(this);
        failUnknownCommits(this);
      }

      override connect(): Promise<pg.Client>;
      override connect(done: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
      override connect(
        done?: ((error: Error) => void) | ((error: null, client: pg.Client) => void),
      ): Promise<pg.Client> | void {
        const opened = this.#open();
        if (!done) return opened;
        const tell = done as (error: Error | null, client: pg.Client) => void;
        opened.then(
          () => tell(null, this),
          (error: Error) => tell(error, this),
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
          await this.query(session.join('; '));
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

      override end(): Promise<void>;
      override end(done: (error: Error) => void): void;
      override end(done?: (error: Error) => void): Promise<void> | void {
        // Only the caller hears that a statement got no answer in time. Its connection ends while the statement runs.
        const server = connected.get(this);
        if (server && runningOf(this)) doubt(server);
        return done ? super.end(done) : super.end();
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
