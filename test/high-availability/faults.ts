// The faults of the primary, and how its machine is repaired after each.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../../src/lib/error-code.ts';
import type { Cluster, Member } from './cluster.ts';
import type { Network } from './network.ts';

export type FaultName =
  | 'switchover'
  | 'kill -9 of Postgres'
  | 'kill -9 of Patroni'
  | 'kill -9 of both'
  | 'network cut'
  | 'disk full'
  | 'frozen Patroni';

export interface Fault {
  /** Does the damage. */
  strike: () => Promise<void>;
  /** Repairs the machine once the other server is the primary. */
  repair: () => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

export function faultOf(
  name: FaultName,
  {
    cluster,
    network,
    primary,
    standby,
  }: { cluster: Cluster; network: Network; primary: Member; standby: Member },
): Fault {
  const restart = async (): Promise<void> => {
    await primary.ended();
    primary.start();
  };
  const soonDone = (does: () => void) => () => Promise.resolve(does());
  const filler = join(dirname(primary.dataDir), 'filler');
  const faults: Record<FaultName, Fault> = {
    switchover: { strike: () => cluster.switchOver(primary, standby), repair: nothing },
    'kill -9 of Postgres': { strike: soonDone(primary.killPostgres), repair: nothing },
    'kill -9 of Patroni': { strike: soonDone(() => primary.signalPatroni('SIGKILL')), repair: restart },
    'kill -9 of both': {
      strike: soonDone(() => {
        primary.signalPatroni('SIGKILL');
        primary.killPostgres();
      }),
      repair: restart,
    },
    'network cut': {
      strike: soonDone(() => network.plug(primary.name, 'down')),
      repair: soonDone(() => network.plug(primary.name, 'up')),
    },
    'disk full': {
      async strike() {
        fill(filler);
        // Postgres does not notice before it needs a new file of its log.
        const nextFile = () =>
          cluster.sqlOn(primary, 'select pg_switch_wal()').then(
            () => true,
            () => false,
          );
        while (await nextFile());
      },
      repair: soonDone(() => rmSync(filler)),
    },
    'frozen Patroni': {
      strike: soonDone(() => primary.signalPatroni('SIGSTOP')),
      // Not SIGCONT: Patroni 3.0 can then keep the cluster without a synchronous standby (docs/high-availability.md).
      repair: async () => {
        primary.signalPatroni('SIGKILL');
        await restart();
      },
    },
  };
  return faults[name];
}

/** Writes a file until the disk is full. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let size = 2 ** 22; size >= 1; ) {
      try {
        writeSync(descriptor, Buffer.alloc(size));
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error;
        size = Math.floor(size / 4);
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
