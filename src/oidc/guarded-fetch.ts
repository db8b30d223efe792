import type { Outgoing } from '../platform/outgoing.ts';

/** Keys of a client are a few kilobytes. */
const mostBytes = 262_144;

/**
 * Makes a `fetch` that uses guarded outgoing requests, for a library that calls registered addresses. It ignores guards
 * of the library itself. oidc-provider reads the key sets of clients itself, so the remote key sets of jose do not fit
 * here.
 */
export function guardedFetch(outgoing: Pick<Outgoing, 'send'>): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const sent = init?.body;
    // Forms are all that is posted.
    const body =
      typeof sent === 'string' || sent instanceof URLSearchParams ? Buffer.from(sent.toString()) : undefined;
    const answer = await outgoing.send(url, {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(body ? { body } : {}),
      ...(init?.signal ? { signal: init.signal } : {}),
      timeoutMs: 5_000,
      maximumBytes: mostBytes,
      keepBytes: mostBytes,
    });
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : answer.body, { status: answer.status });
  };
}
