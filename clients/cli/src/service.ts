// Calls of the service, by the generated client.
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

/** A service and the key of the environment. */
export class Service {
  readonly #keyward: Keyward;
  readonly #hasKey: boolean;

  /** @param url the address of `--url`, instead of KEYWARD_URL */
  constructor({ env, fetch }: Pick<Io, 'env' | 'fetch'>, url: string | undefined) {
    const apiKey = env['KEYWARD_API_KEY']?.trim() || undefined;
    this.#hasKey = apiKey !== undefined;
    try {
      this.#keyward = new Keyward({ baseUrl: url ?? (env['KEYWARD_URL'] || usualUrl), apiKey, fetch });
    } catch (error) {
      throw new UsageError(
        (error as { code?: string }).code === 'INVALID_API_KEY'
          ? 'KEYWARD_API_KEY must be a key such as kd_live_…, without spaces or line ends.'
          : 'KEYWARD_URL or --url must be the address of the service, such as https://keyward.example.',
      );
    }
  }

  #checkKey({ open }: Command): void {
    if (this.#hasKey || open) return;
    throw new UsageError(
      'Set KEYWARD_API_KEY to your key, without showing it: read -rs KEYWARD_API_KEY && export KEYWARD_API_KEY',
    );
  }

  async call(command: Command, parts: Parts, options: CallOptions): Promise<unknown> {
    this.#checkKey(command);
    return await methodOf(this.#keyward, command)(...given(command, parts, options));
  }

  /** Returns every page of a list from the one that the query names. */
  pages(command: Command, parts: Parts, options: CallOptions): AsyncIterable<Page> {
    this.#checkKey(command);
    return methodOf(
      this.#keyward,
      command,
      'Pages',
    )(...given(command, parts, options)) as AsyncIterable<Page>;
  }
}
