// Calls of the service, by the generated client.
import { KeywardAnswerError } from '../../typescript/src/errors.ts';
import { Keyward } from '../../typescript/src/keyward.ts';
import type { CallOptions } from '../../typescript/src/request.ts';
import type { Command } from './command.ts';
import { UsageError } from './failures.ts';
import type { Io } from './io.ts';
import type { Parts } from './request.ts';

const usualUrl = 'http://localhost:3000';

export type Answer = Readonly<Record<string, unknown>>;
export interface Page extends Answer {
  data: readonly Answer[];
}

interface Continued extends Page {
  pagination?: { nextCursor?: string };
}

type Method = (...parts: unknown[]) => unknown;

/** Returns the method of the client for a command, and what it takes. */
function methodOf(keyward: Keyward, { call: [family, method] }: Command, more = ''): Method {
  const owner = (keyward as unknown as Record<string, Record<string, Method>>)[family];
  const found = owner?.[method + more];
  if (!owner || !found) throw new Error(`The client has no ${family}.${method}${more}. Run make generate.`);
  return (...parts) => found.apply(owner, parts);
}

const given = (command: Command, { path, query, body }: Parts, options: CallOptions): unknown[] => [
  ...path,
  ...(command.body ? [body] : []),
  ...(command.query.length > 0 ? [query] : []),
  options,
];

const ofThisMachine = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a key would cross a network in clear text. */
function showsKey(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !ofThisMachine.test(hostname);
}

const noKey = (): UsageError =>
  new UsageError(
    'Set KEYWARD_API_KEY to your key, without showing it: read -rs KEYWARD_API_KEY && export KEYWARD_API_KEY',
  );

/** Returns the address of the service. @throws {UsageError} if it cannot be one */
export function addressOf({ env }: Pick<Io, 'env'>, url: string | undefined): string {
  const address = url ?? (env['KEYWARD_URL'] || usualUrl);
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
    throw wrongAddress();
  return address.replace(/\/+$/, '');
}

const wrongAddress = (): UsageError =>
  new UsageError('KEYWARD_URL or --url must be the address of the service, such as https://keyward.example.');

/** A service and the key of the environment. */
export class Service {
  /** The generated client. */
  readonly keyward: Keyward;
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly #fetch: typeof fetch;
  readonly #hasKey: boolean;
  readonly #apiKey: string | undefined;

  /** @param url the address of `--url`, instead of KEYWARD_URL */
  constructor({ env, fetch }: Pick<Io, 'env' | 'fetch'>, url: string | undefined) {
    const apiKey = env['KEYWARD_API_KEY']?.trim() || undefined;
    this.#hasKey = apiKey !== undefined;
    this.#fetch = fetch ?? globalThis.fetch;
    const baseUrl = url ?? (env['KEYWARD_URL'] || usualUrl);
    if (this.#hasKey && showsKey(baseUrl))
      throw new UsageError(
        'http:// shows your key to the network. Use https://. Only an address of this machine, such as http://localhost:3000, may be http://.',
      );
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.#apiKey = apiKey;
    try {
      this.keyward = new Keyward({ baseUrl, apiKey, fetch });
    } catch (error) {
      if ((error as { code?: string }).code !== 'INVALID_API_KEY') throw wrongAddress();
      throw new UsageError('KEYWARD_API_KEY must be a key such as kd_live_…, without spaces or line ends.');
    }
  }

  #checkKey({ open }: Command): void {
    if (!open) this.requireCaller();
  }

  /** Returns a client of the same service with another key. */
  as(apiKey: string): Keyward {
    return new Keyward({ baseUrl: this.baseUrl, apiKey, fetch: this.#fetch });
  }

  /** @throws {UsageError} if the run has no key */
  requireCaller(): void {
    if (!this.#hasKey) throw noKey();
  }

  /** Sends one request as the caller of this run, where the generated client does not fit: a stream. @param path from the root of the service */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    this.requireCaller();
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${this.#apiKey}`);
    return this.#fetch(this.baseUrl + path, { redirect: 'manual', ...init, headers });
  }

  async call(command: Command, parts: Parts, options: CallOptions): Promise<unknown> {
    this.#checkKey(command);
    return await methodOf(this.keyward, command)(...given(command, parts, options));
  }

  /**
   * Returns every page of a list from the one that the query names. Pages by cursor skip nothing, even while a consumer ends the items
   * that it reads. Pages by number would.
   */
  pages(command: Command, parts: Parts, options: CallOptions): AsyncIterable<Page> {
    this.#checkKey(command);
    if (command.query.some(({ name }) => name === 'cursor')) return this.#byCursor(command, parts, options);
    return methodOf(this.keyward, command, 'Pages')(...given(command, parts, options)) as AsyncIterable<Page>;
  }

  async *#byCursor(command: Command, parts: Parts, options: CallOptions): AsyncGenerator<Page> {
    const { page: _, offset: __, ...rest } = parts.query;
    for (let query = parts.query; ; ) {
      const page = (await this.call(command, { ...parts, query }, options)) as Partial<Continued>;
      if (!Array.isArray(page.data))
        throw new KeywardAnswerError('The answer is not a page of a list. Is the address right?', {
          code: 'UNEXPECTED_ANSWER',
        });
      yield page as Continued;
      const cursor = page.pagination?.nextCursor;
      // The same cursor again would be the same page without end.
      if (!cursor || page.data.length === 0 || cursor === query['cursor']) return;
      query = { ...rest, cursor };
    }
  }
}
