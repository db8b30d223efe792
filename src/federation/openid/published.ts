import type { CustomFetch } from 'openid-client';
import { hasNewKey } from './key-sets.ts';

/** An answer of a provider, as text, which several sign-ins share. */
interface Answer {
  status: number;
  type: string | null;
  text: string;
}

interface Kept {
  answer: Answer;
  since: number;
}

/** One document that a provider publishes. */
interface Document {
  /** @returns the answer that is remembered and not too old */
  fresh: () => Answer | undefined;
  /** Asks the provider. Sign-ins that ask at the same time share one request. */
  ask: (send: () => Promise<Response>) => Promise<Answer>;
  /**
   * Asks again, because `seen` lacks a key. If another sign-in got a newer answer, or if the provider may not be asked again yet,
   * the remembered one is returned.
   */
  askAgain: (seen: Answer, send: () => Promise<Response>, bearer: Bearer) => Promise<Answer>;
  /** Drops an answer that cannot be used. */
  forget: () => void;
}

/**
 * The bearer of a token with an unknown key: the provider itself, at its token endpoint, or a stranger with a logout token. Each
 * has a rest of its own. So tokens that a stranger makes up hold up no sign-in after a change of keys.
 */
type Bearer = 'provider' | 'stranger';

/**
 * The documents that a provider publishes: its discovery document, and its keys. The remote key sets of jose do
 * not fit here: openid-client verifies tokens itself, with keys that it fetches or is given.
 */
export interface Published {
  discovery: Document;
  keys: Document;
}

/** As long endpoints that a provider has withdrawn may still be used. */
const discoveryMs = 10 * 60_000;
/** As long a key that a provider has withdrawn may still be believed. */
const keysMs = 5 * 60_000;
/** Keys are asked for again for an unknown `kid` after this long at the earliest, however many tokens name one. */
const restMs = 5 * 60_000;

export const newlyPublished = (): Published => ({
  discovery: documentKept(discoveryMs),
  keys: documentKept(keysMs),
});

function documentKept(keptMs: number): Document {
  let kept: Kept | undefined;
  let underway: Promise<Answer> | undefined;
  const askedAgainAt: Record<Bearer, number> = { provider: -Infinity, stranger: -Infinity };

  const ask: Document['ask'] = (send) => (underway ??= askNow(send).finally(() => (underway = undefined)));

  async function askNow(send: () => Promise<Response>): Promise<Answer> {
    const response = await send();
    const answer = {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
    if (answer.status === 200) kept = { answer, since: performance.now() };
    return answer;
  }

  return {
    fresh: () => (kept && performance.now() - kept.since < keptMs ? kept.answer : undefined),
    ask,
    async askAgain(seen, send, bearer) {
      if (underway) return underway;
      if (kept && kept.answer !== seen) return kept.answer;
      if (performance.now() - askedAgainAt[bearer] < restMs) return seen;
      askedAgainAt[bearer] = performance.now();
      const answer = await ask(send);
      // The provider changes its keys. The next change may follow at once, and must not fail a sign-in.
      if (bearer === 'provider' && hasNewKey(seen.text, answer.text)) askedAgainAt.provider = -Infinity;
      return answer;
    },
    forget() {
      kept = undefined;
    },
  };
}

/** Returns the provider's answer in the form that a library takes. */
const responseOf = ({ status, type, text }: Answer): Response =>
  new Response(text, { status, headers: type === null ? {} : { 'content-type': type } });

/** Where a provider has its keys, and those that the library was given. */
export interface KeysSeen {
  address: string | undefined;
  seen: Answer | undefined;
}

/**
 * The way to a provider for one sign-in: what the provider publishes comes from memory, and the rest goes out.
 * @param discoveryUrl where the discovery document is, if the address does not follow from the issuer
 * @param keys undefined until the discovery document was read
 * @param renewing is called when the library asks for the keys
 */
export function fetchOf(
  published: Published,
  send: CustomFetch,
  {
    discoveryUrl,
    keys,
    renewing,
  }: { discoveryUrl: string | null; keys: () => KeysSeen | undefined; renewing: () => void },
): CustomFetch {
  return async (url, options) => {
    const { signal: _, ...shared } = options;
    const known = keys();
    const go = (): Promise<Response> => send(known ? url : (discoveryUrl ?? url), shared);
    if (options.method !== 'GET') return send(url, options);
    // The first that openid-client gets is the discovery document; it says where the keys are.
    if (!known) return responseOf(published.discovery.fresh() ?? (await published.discovery.ask(go)));
    if (url !== known.address) return send(url, options);
    renewing();
    return responseOf(
      await (known.seen ? published.keys.askAgain(known.seen, go, 'provider') : published.keys.ask(go)),
    );
  };
}
