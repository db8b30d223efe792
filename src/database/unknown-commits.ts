import type { Client } from 'pg';

/** The part of a notice that names its place in Postgres. Its text depends on `lc_messages`, and the routine does not. */
interface Notice {
  routine?: string | undefined;
}

/**
 * An error for a change that may be lost. Postgres committed the change on the primary and stopped waiting for the
 * synchronous standby. A failover to this standby then loses the change.
 */
class UnknownCommit extends Error {
  /** SQLSTATE `statement_completion_unknown`. */
  readonly code = '40003';

  constructor() {
    super('Postgres stopped waiting for the synchronous standby: the outcome of the commit is unknown');
    this.name = 'UnknownCommit';
  }
}

/**
 * Lets a commit fail if its wait for synchronous replication was cancelled. Postgres reports such a commit as a success and
 * warns the client (`SyncRepWaitForLSN` in syncrep.c). The role of the service may be set to hear no warnings, so
 * connections set `client_min_messages` ({@link hearWarnings}).
 *
 * The connection ends. Kysely keeps a connection whose commit fails, and `giveBackLost` returns only lost ones.
 */
export function failUnknownCommits(client: Client): void {
  client.on('notice', ({ routine }: Notice) => {
    if (routine === 'SyncRepWaitForLSN') failRunning(client);
  });
}

/** A setting of the session. It takes precedence over the settings of the role and of the database. */
export const hearWarnings = { client_min_messages: 'warning' };

/** The parts of a connection that the driver keeps to itself: it offers no public way to the statement that it reads. */
interface Driver {
  _getActiveQuery: () => Running | null | undefined;
}
interface Running {
  _canceledDueToError: unknown;
}

/** The statement of a connection that has not ended. */
export function runningOf(client: Client): Running | undefined {
  // oxlint-disable-next-line no-underscore-dangle
  return (client as unknown as Driver)._getActiveQuery() ?? undefined;
}

function failRunning(client: Client): void {
  const running = runningOf(client);
  // The driver still reads the success that came with the notice. The statement fails at its end if it has this mark.
  // oxlint-disable-next-line no-underscore-dangle
  if (running) running._canceledDueToError = new UnknownCommit();
  client.end().catch(() => undefined);
}
