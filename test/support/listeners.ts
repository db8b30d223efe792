import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { verifyWebhook, type WebhookEvent } from '../../clients/typescript/src/webhook.ts';
import type { Client } from './client.ts';
import type { Listener } from './webhooks.ts';

/** A line of a stream. */
export interface ListenerLine {
  type: 'delivery' | 'heartbeat' | 'end';
  id: string;
  deliveryId: string;
  headers: Record<string, string>;
  body: string;
  reason: string;
  code: string;
}

/** A stream that is open. */
export interface OpenedStream {
  /** The next line; undefined at the end. */
  next: () => Promise<ListenerLine | undefined>;
  /** The next delivery, verified with the library for receivers. Passes heartbeats by. */
  event: () => Promise<WebhookEvent & { line: ListenerLine }>;
  /** The last line, behind any others. */
  end: () => Promise<ListenerLine | undefined>;
  /** Leaves, as a client that is killed. */
  close: () => Promise<void>;
}

/** Opens a stream of a listener. The end of the test closes it. */
export async function openStream(
  { origin, key }: Pick<Client, 'origin' | 'key'>,
  { id, signingSecret }: Pick<Listener, 'id' | 'signingSecret'>,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<OpenedStream> {
  const search = new URLSearchParams({ seconds: '600', ...query });
  const response = await fetch(`${origin}/api/v1/webhook-listeners/${id}/deliveries?${search.toString()}`, {
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
  });
  const { status, body } = response;
  if (status !== 200 || !body) {
    await response.body?.cancel();
    throw new Error(`no stream: ${status}`);
  }
  const input = Readable.fromWeb(body);
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  const next: OpenedStream['next'] = async () => {
    const { value, done } = await lines.next();
    return done ? undefined : (JSON.parse(value) as ListenerLine);
  };
  const close: OpenedStream['close'] = async () => {
    input.destroy();
    await lines.return?.();
  };
  onTestFinished(close);
  return {
    next,
    close,
    async event() {
      for (let line = await next(); line; line = await next()) {
        if (line.type === 'end') throw new Error(`the stream ended: ${JSON.stringify(line)}`);
        if (line.type === 'delivery')
          return { ...(await verifyWebhook(line.body, line.headers, signingSecret)), line };
      }
      throw new Error('the stream was cut off');
    },
    async end() {
      let last: ListenerLine | undefined;
      for (let line = await next(); line; line = await next()) last = line;
      return last;
    },
  };
}
