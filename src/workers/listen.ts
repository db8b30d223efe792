import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

const againMs = 1_000;

/**
 * Listens on a channel of the database with a connection of its own, and again when that is lost, until the signal.
 * What is said in between is not heard: whoever listens must also look by itself from time to time.
 */
export async function listen(
  pool: Pool,
  channel: 'keyward_deliveries',
  heard: () => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await listenOnce(pool, channel, heard, signal).catch(() => undefined);
    if (!signal.aborted) await wait(againMs, undefined, { signal }).catch(() => undefined);
  }
}

async function listenOnce(
  pool: Pool,
  channel: string,
  heard: () => void,
  signal: AbortSignal,
): Promise<void> {
  const client = await pool.connect();
  // Without a listener an error would end the process; the end of the connection follows it.
  client.on('error', () => undefined);
  client.on('notification', heard);
  try {
    const end = once(client, 'end', { signal });
    await Promise.all([end, client.query(`listen ${channel}`).then(heard)]);
  } finally {
    client.release(true); // it must not go back and be heard by others
  }
}
