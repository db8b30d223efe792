import { onTestFinished } from 'vitest';
import { blocksOf, type StreamBlock } from '../../clients/typescript/src/event-stream.ts';
import type { Client } from './client.ts';

/** A block of a stream of changes, with its data read. */
export interface ChangeBlock extends Omit<StreamBlock, 'data'> {
  data: Record<string, unknown> | undefined;
}

/** A stream of changes that is open. */
export interface OpenedChanges {
  /** The next block; undefined at the end. */
  next: () => Promise<ChangeBlock | undefined>;
  /** The next event. Passes heartbeats by. */
  event: () => Promise<ChangeBlock>;
  /** Leaves, as a client that is killed. */
  close: () => void;
}

/** Opens a stream of changes. The end of the test closes it. */
export async function openChanges(
  { origin, key }: Pick<Client, 'origin' | 'key'>,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<OpenedChanges> {
  const search = new URLSearchParams({ seconds: '600', ...query });
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api/v1/credentials/changes?${search.toString()}`, {
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    signal: leaving.signal,
  });
  if (response.status !== 200 || !response.body) throw new Error(`no stream: ${response.status}`);
  const blocks = blocksOf(response.body);
  const close = (): void => leaving.abort();
  onTestFinished(close);
  const next: OpenedChanges['next'] = async () => {
    const { value, done } = await blocks.next();
    if (done) return undefined;
    return { ...value, data: value.data === undefined ? undefined : JSON.parse(value.data) };
  };
  return {
    next,
    close,
    async event() {
      for (let block = await next(); block; block = await next()) if (block.data !== undefined) return block;
      throw new Error('the stream was cut off');
    },
  };
}
