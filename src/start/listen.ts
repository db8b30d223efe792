import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

const againMs = 1_000;

/** The functions that are called when a channel of the database has a notification, and when listening begins. */
export type Heard = Readonly<Record<'keyward_deliveries' | 'keyward_jobs', () => void>>;

/**
 * Listens on channels of the database with one connection, and again when that is lost, until it is stopped.
 * Notifications in between are lost: those that listen must also look by themselves from time to time.
 */
export function startListening(pool: Pool, heard: Heard): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const listen = async (): Promise<void> => {
    while (!signal.aborted) {
      await listenOnce(pool, heard, signal).catch(() => undefined);
      if (!signal.aborted) await wait(againMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = listen();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function listenOnce(pool: Pool, heard: Heard, signal: AbortSignal): Promise<void> {
  const client = await pool.connect();
  // Without a listener an error would end the process; the end of the connection follows it.
  client.on('error', () => undefined);
  client.on('notification', ({ channel }) => {
    if (channel === 'keyward_deliveries' || channel === 'keyward_jobs') heard[channel]();
  });
  const begin = async (): Promise<void> => {
    await client.query('listen keyward_deliveries; listen keyward_jobs');
    for (const ring of Object.values(heard)) ring();
  };
  try {
    await Promise.all([once(client, 'end', { signal }), begin()]);
  } finally {
    client.release(true); // it must not go back and be heard by others
  }
}
