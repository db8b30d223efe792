import { client } from '../generated/client.gen.ts';
import { randomId } from './random-id.ts';

/** How long the key of a request without an answer is kept. */
const keptMs = 10 * 60_000;

/**
 * Gives each POST an Idempotency-Key, and gives the same request the same key again if its answer was lost. So a second try
 * after a lost answer makes no second credential, and gets the secret of the first one. To be called once.
 */
export function sendIdempotencyKeys(): void {
  const sent = new WeakMap<Request, { what: string; key: string; isAgain: boolean }>();
  // In the memory of the page only, and not for long: a body may have a password.
  const lost = new Map<string, string>();
  const keyed = async (request: Request) => {
    const what = [request.url, request.headers.get('Keyward-Tenant'), await request.clone().text()].join(
      '\n',
    );
    const isAgain = lost.has(what);
    const key = lost.get(what) ?? randomId();
    lost.delete(what);
    request.headers.set('Idempotency-Key', key);
    sent.set(request, { what, key, isAgain });
    return request;
  };
  client.interceptors.request.use((request) => (request.method === 'POST' ? keyed(request) : request));
  client.interceptors.error.use((error, response, request) => {
    const one = request && sent.get(request);
    if (!one) return error;
    // The status may arrive, and the body may not.
    const isLost = !response || response.ok || response.status >= 500;
    // A second try that must wait or needs a proof says nothing about the first one.
    const isHeldUp = one.isAgain && [401, 403, 429].includes(response?.status ?? 0);
    if (isLost || isHeldUp) {
      lost.set(one.what, one.key);
      setTimeout(() => lost.delete(one.what), keptMs);
    }
    return error;
  });
}
