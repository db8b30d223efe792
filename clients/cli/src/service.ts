// Calls of the service, by the generated client.
import manifest from '../package.json' with { type: 'json' };
import { KeywardAnswerError } from '../../typescript/src/errors.ts';
import { Keyward } from '../../typescript/src/keyward.ts';
import type { CallOptions } from '../../typescript/src/request.ts';
import type { Command } from './command.ts';
import { UsageError } from './failures.ts';
import type { Io } from './io.ts';
import type { Parts } from './request.ts';
import type { Target } from './target.ts';

/** Stands before the name of the client. */
const userAgent = `keyward-cli/${manifest.version}`;

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

/** The names of hosts that are this machine. */
export const ofThisMachine = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a key would cross a network in clear text. */
function showsKey(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !ofThisMachine.test(hostname);
}

/** @throws {UsageError} where a secret would cross a network in clear text */
export function requireSafe(address: string): void {
  if (showsKey(address))
    throw new UsageError(
      'http:// shows your key to the network. Use https://. Only an address of this machine, such as http://localhost:3000, may be http://.',
    );
}

/** How a run uses a profile. */
export interface ProfileUse {
  /** The scopes of the tokens of this run, if they are fewer than those of the profile. */
  scope?: string;
  /** Whether tokens may be renewed. True by default. */
  mayRenew?: boolean;
}

/** Returns the address of the service. @throws {UsageError} if it cannot be one */
export function addressOf({ env }: Pick<Io, 'env'>, url: string | undefined, usual = usualUrl): string {
  const address = url ?? (env['KEYWARD_URL'] || usual);
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
    throw wrongAddress();
  if (/[?#]/.test(address)) throw wrongAddress();
  // In one form, because a profile compares addresses: lowercase, and without the usual port.
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
}

const wrongAddress = (): UsageError =>
  new UsageError('KEYWARD_URL or --url must be the address of the service, such as https://keyward.example.');

const noCaller = (): UsageError =>
  new UsageError(
    'Set KEYWARD_API_KEY to your key, without showing it: read -rs KEYWARD_API_KEY && export KEYWARD_API_KEY. Or sign in: keyward login',
  );

/** Returns the key of the environment. It wins over each profile. */
export const keyIn = ({ env }: Pick<Io, 'env'>): string | undefined =>
  env['KEYWARD_API_KEY']?.trim() || undefined;

/** Opens the service as the caller of a run: the key of the environment, or else the user of a profile, or else no caller. */
export async function openService(io: Io, target: Target, how: ProfileUse = {}): Promise<Service> {
  const apiKey = keyIn(io);
  if (apiKey === undefined) {
    // Loaded late: a run with a key reads no profile.
    const { connectionOf } = await import('./profiles/connection.ts');
    const connection = connectionOf(io, target, how);
    if (connection) return new Service(connection);
  }
  const baseUrl = addressOf(io, target.url);
  if (apiKey !== undefined) {
    requireSafe(baseUrl);
    if (target.tenant !== undefined)
      throw new UsageError(
        'A key belongs to one tenant, so --tenant is for profiles. Use a key of that tenant.',
      );
    if (target.profile !== undefined)
      io.err.write('keyward: KEYWARD_API_KEY is set, so --profile is not used.\n');
  }
  return new Service({ baseUrl, apiKey, fetch: io.fetch ?? fetch });
}

/** How requests reach the service. */
export interface Connection {
  baseUrl: string;
  fetch: typeof fetch;
  apiKey?: string | undefined;
  /** Sends requests as the user of a profile. */
  signed?: typeof fetch;
  /** The name of the profile. */
  profile?: string;
}

/** A service and the caller of a run. */
export class Service {
  /** The generated client. */
  readonly keyward: Keyward;
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** The profile whose user calls; undefined for a key. */
  readonly profile: string | undefined;
  /** The client for operations that need no caller. */
  readonly #open: Keyward;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    const { baseUrl, fetch, apiKey, signed, profile } = connection;
    this.baseUrl = baseUrl;
    this.profile = profile;
    this.#connection = connection;
    try {
      this.keyward = new Keyward({ baseUrl, apiKey, fetch: signed ?? fetch, userAgent });
      this.#open = signed ? new Keyward({ baseUrl, fetch, userAgent }) : this.keyward;
    } catch (error) {
      if ((error as { code?: string }).code !== 'INVALID_API_KEY') throw wrongAddress();
      throw new UsageError('KEYWARD_API_KEY must be a key such as kd_live_…, without spaces or line ends.');
    }
  }

  /** Returns a client of the same service with another key. */
  as(apiKey: string): Keyward {
    return new Keyward({ baseUrl: this.baseUrl, apiKey, fetch: this.#connection.fetch, userAgent });
  }

  /** @throws {UsageError} if the run has neither a key nor a profile */
  requireCaller(): void {
    if (this.#connection.apiKey === undefined && !this.#connection.signed) throw noCaller();
  }

  /** Sends one request as the caller of this run, where the generated client does not fit: a stream. @param path from the root of the service */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    this.requireCaller();
    const { signed, apiKey, fetch } = this.#connection;
    const address = this.baseUrl + path;
    const headers = new Headers(init.headers);
    headers.set('User-Agent', userAgent);
    if (signed) return signed(address, { ...init, headers });
    headers.set('Authorization', `Bearer ${apiKey}`);
    return fetch(address, { redirect: 'manual', ...init, headers });
  }

  #clientFor({ open }: Command): Keyward {
    if (open) return this.#open;
    this.requireCaller();
    return this.keyward;
  }

  async call(command: Command, parts: Parts, options: CallOptions): Promise<unknown> {
    return await methodOf(this.#clientFor(command), command)(...given(command, parts, options));
  }

  /**
   * Returns every page of a list from the one that the query names. Pages by cursor skip nothing, even while a consumer ends the items
   * that it reads. Pages by number would.
   */
  pages(command: Command, parts: Parts, options: CallOptions): AsyncIterable<Page> {
    const client = this.#clientFor(command);
    if (command.query.some(({ name }) => name === 'cursor')) return this.#byCursor(command, parts, options);
    return methodOf(client, command, 'Pages')(...given(command, parts, options)) as AsyncIterable<Page>;
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
