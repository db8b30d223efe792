import type { ServerResponse } from 'node:http';
import { headersOf } from './answer-headers.ts';
import type { RequestContext } from './request-context.ts';
import type { StoredAnswer } from './idempotency.ts';

/** Who does not read for so long has gone away without a word, and holds a place that others want. */
const mostSilenceMs = 60_000;
/** Small texts are sent together. */
const chunk = 64 * 1024;

/**
 * Sends texts as they are made, no faster than the client reads them. If a text cannot be made, or the client stops
 * reading, the connection is destroyed. A part that ended well would pass for the whole.
 * @returns why it ended before its end
 */
export async function sendStream(
  context: RequestContext,
  answer: StoredAnswer,
  texts: AsyncGenerator<string, void, undefined>,
): Promise<Error | undefined> {
  const { request, response } = context;
  response.writeHead(answer.status, headersOf(context, answer));
  if (request.method === 'HEAD') {
    response.end();
    return undefined;
  }
  // Without a listener an error would end the process.
  response.on('error', () => undefined);
  const write = async (text: string): Promise<void> => {
    if (response.destroyed) throw new Error('the caller closed the connection');
    if (response.write(text)) return;
    await drained(response);
    if (response.destroyed) throw new Error('the caller closed the connection');
  };
  try {
    let waiting = '';
    for await (const text of texts) {
      waiting += text;
      if (waiting.length < chunk) continue;
      await write(waiting);
      waiting = '';
    }
    await write(waiting);
    response.end();
    return undefined;
  } catch (error) {
    response.destroy();
    return new Error('a response was not sent completely', { cause: error });
  }
}

/** Waits until the caller has read, or has gone; who does neither for too long is gone, too. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      response.off('drain', end).off('close', end);
      resolve();
    };
    const timer = setTimeout(() => response.destroy(), mostSilenceMs);
    response.once('drain', end).once('close', end);
  });
