import type { ServerResponse } from 'node:http';
import { headersOf } from './answer-headers.ts';
import type { RequestContext } from './request-context.ts';
import type { SentAnswer } from './idempotency.ts';

/** Who does not read for so long has gone away without a word, and holds a place that others want. */
const mostSilenceMs = 60_000;
/** Small texts are sent together. */
const chunk = 64 * 1024;

/**
 * Sends texts as they are made, no faster than the client reads them. If a text cannot be made, or the client stops
 * reading, the connection is destroyed. A part that ended well would pass for the whole. Texts that come when something happens are sent
 * one by one. The client ends such a stream when it likes.
 * @returns why it ended before its end
 */
export async function sendStream(
  context: RequestContext,
  answer: SentAnswer,
  texts: AsyncGenerator<string, void, undefined>,
): Promise<Error | undefined> {
  const { request, response } = context;
  const { gone } = answer;
  // A proxy that collects what it passes on would hold single lines back.
  const unbuffered = gone ? { 'X-Accel-Buffering': 'no' } : {};
  response.writeHead(answer.status, { ...headersOf(context, answer), ...unbuffered });
  if (request.method === 'HEAD') {
    response.end();
    return undefined;
  }
  // Without a listener an error would end the process.
  response.on('error', () => undefined);
  if (gone) response.once('close', gone);
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
      if (!gone && waiting.length < chunk) continue;
      await write(waiting);
      waiting = '';
    }
    if (waiting !== '') await write(waiting);
    response.end();
    return undefined;
  } catch (error) {
    const hasLeft = gone !== undefined && response.destroyed;
    response.destroy();
    if (hasLeft) return undefined;
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
