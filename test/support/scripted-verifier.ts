// A scripted service that verifies and streams changes, and a cache of verifications that asks it.
import { onTestFinished, vi } from 'vitest';
import {
  Keyward,
  type Verification,
  type VerificationCache,
  type VerificationCacheOptions,
  verificationCache,
} from '../../clients/typescript/src/index.ts';

export const secret = 'kd_live_canary';
/** The answer that the service gives if the test says nothing. */
export const valid: Verification = {
  valid: true,
  code: 'VALID',
  environment: 'live',
  checkedAt: '2026-01-15T10:30:00.000Z',
  gracePeriod: false,
  remainingUses: null,
  cacheableSeconds: 60,
  identity: { id: 'idn_1', name: 'deploy-bot', type: 'CI_CD', status: 'ACTIVE', riskScore: 0, tags: ['a'] },
  credential: {
    id: 'cred_1',
    name: 'key',
    scopes: ['read'],
    isTemporary: false,
    usageCount: 1,
    expiresAt: null,
  },
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Lets promises run that wait for nothing but each other. */
export const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await turn();
};

interface Opened {
  url: URL;
  /** The id that the client goes on at. */
  lastId: string | null;
  push: (text: string) => void;
  cut: () => void;
  signal: AbortSignal;
}

/** A service that answers as the test says. */
export class Scripted {
  answer: () => Promise<Verification> = () => Promise.resolve(structuredClone(valid));
  asked: string[] = [];
  streams: Opened[] = [];
  refusal: Response | undefined;

  readonly fetch: typeof fetch = async (target, init) => {
    const url = new URL(new Request(target).url);
    if (url.pathname.endsWith('/verify')) {
      this.asked.push(typeof init?.body === 'string' ? init.body : '');
      return Response.json(await this.answer());
    }
    if (this.refusal) return this.refusal;
    const signal = init?.signal as AbortSignal;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        let isOpen = true;
        const cut = (): void => {
          if (isOpen) controller.error(new TypeError('terminated'));
          isOpen = false;
        };
        signal.addEventListener('abort', cut);
        const push = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
        const lastId = new Headers(init?.headers).get('last-event-id');
        this.streams.push({ url, lastId, push, cut, signal });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  /** Waits for a request: SHA-256 is computed by another thread. */
  async isAsked(times: number): Promise<void> {
    while (this.asked.length < times) await turn();
  }

  get stream() {
    const newest = this.streams.at(-1);
    if (!newest) throw new Error('no stream is open');
    return newest;
  }

  async push(event: string, data: object, id = 'a'): Promise<void> {
    this.stream.push(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    await settled();
  }

  async beat(id = 'a'): Promise<void> {
    this.stream.push(`:\nid: ${id}\n\n`);
    await settled();
  }

  change = (changes: object): Promise<void> =>
    this.push('change', { credentials: [], identities: [], all: false, ...changes });
}

/** A cache that has opened no stream yet. The end of the test closes it. */
export function aStart(options: Partial<VerificationCacheOptions> = {}) {
  const service = new Scripted();
  const client = new Keyward({ baseUrl: 'http://127.0.0.1', apiKey: secret, fetch: service.fetch });
  const cache = verificationCache(client, { maxStaleSeconds: 10, ...options });
  onTestFinished(() => cache.close());
  return { service, cache };
}

/** A cache whose stream is open. */
export async function aCache(options: Partial<VerificationCacheOptions> = {}) {
  const { service, cache } = aStart(options);
  await ask(cache);
  await settled();
  await service.push('reset', {});
  service.asked = [];
  return { service, cache };
}
export const ask = (cache: VerificationCache, more: object = {}): Promise<Verification> =>
  cache.credentials.verify({ credential: secret, ...more });
/** Lets time pass, with a heartbeat each second. */
export async function live(service: Scripted, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await service.beat();
  }
}
