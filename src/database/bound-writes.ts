// MikroORM writes values into its statements as text. Servers log statements: on errors, when they are slow, or all. What
// an entity writes (hashes of passwords, sealed secrets, names) is sent beside the statement instead (ADR 0043).
import { randomUUID } from 'node:crypto';
import {
  type AnyEntity,
  type Dictionary,
  type DriverException,
  type EntityData,
  type Kysely,
  PostgreSqlConnection,
  PostgreSqlDriver,
  type QueryResult,
  RawQueryFragment,
  raw,
} from '@mikro-orm/postgresql';
import { arrayLiteral } from '../lib/array-literal.ts';

/** Texts and bytes are bound; numbers, times and null say little, and stay in the statement. */
const isBound = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

/** Replaces values that are bound by `$1`, `$2`, … in the order of the statement. Named parameters become positional first. */
export function withoutValues(
  query: string,
  given: unknown[] | Dictionary,
): { query: string; params: unknown[]; bound: unknown[] } {
  const { sql, params } = Array.isArray(given) ? { sql: query, params: given } : raw(query, given);
  const bound: unknown[] = [];
  const left = params.map((value) =>
    isBound(value) ? new RawQueryFragment(`$${bound.push(value)}`) : value,
  );
  return { query: sql, params: left, bound };
}

/** The text of a prepared statement with `$1`, `$2`, …, and which values they stand for. */
interface Prepared {
  /** As it was written. */
  source: string;
  text: string;
  /** Names of values; undefined where the values are a list. */
  names: readonly string[] | undefined;
}

/** Makes `$1`, `$2`, … of the `?` or of the names of a statement. A name that stands more than once is one value. */
export function preparedOf(query: string, given: readonly unknown[] | Dictionary): Prepared {
  if (Array.isArray(given)) {
    let at = 0;
    return { source: query, text: query.replaceAll('?', () => `$${(at += 1)}`), names: undefined };
  }
  const names: string[] = [];
  const text = query.replace(/(?<!:):([a-zA-Z]\w*)/g, (whole, found: string) => {
    if (!Object.hasOwn(given, found)) return whole;
    if (!names.includes(found)) names.push(found);
    return `$${names.indexOf(found) + 1}`;
  });
  return { source: query, text, names };
}

/**
 * The option of `execute` for a statement of ours. One with a name is prepared. The values of the others are written into the text
 * wherever they stand, so that Postgres plans for them.
 */
export const asIs = (name: string | undefined): Dictionary => ({ statement: name ?? null });

class BoundConnection extends PostgreSqlConnection {
  readonly #prepared = new Map<string, Prepared>();

  /** As MikroORM's own, but what writes (`run`) binds its texts and bytes. */
  override async execute<
    T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[] = EntityData<AnyEntity>[],
  >(...given: Parameters<PostgreSqlConnection['execute']>): Promise<T> {
    const [query, params = [], method, transaction, context] = given;
    const { prepared, statement } = (context ?? {}) as Dictionary;
    if (typeof query === 'string') {
      if (typeof prepared === 'string')
        return this.#executePrepared<T>(prepared, query, params, method, transaction);
      if (typeof statement === 'string')
        return this.#executeNamed<T>(
          { name: statement, text: query },
          params as unknown[],
          method,
          transaction,
        );
    }
    if (method !== 'run' || typeof query !== 'string' || statement === null)
      return super.execute<T>(...given);
    await this.ensureConnection();
    const { query: positional, params: left, bound } = withoutValues(query, params);
    const sql = this.platform.formatQuery(positional, left);
    const client: Pick<Kysely<unknown>, 'executeQuery'> = transaction ?? this.getClient();
    return this.executeQuery(
      positional,
      async () => {
        const node = { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const;
        const queryId = { queryId: randomUUID() };
        const result = await client.executeQuery({ sql, parameters: bound, query: node, queryId });
        return this.transformRawResult<T>(result, method);
      },
      { ...context, query: positional, params: [] },
    );
  }

  /** Postgres parses and plans such a statement once for each connection, and all of its values are bound. */
  async #executePrepared<T>(
    name: string,
    query: string,
    params: unknown[] | Dictionary,
    method: Parameters<PostgreSqlConnection['execute']>[2],
    transaction: Parameters<PostgreSqlConnection['execute']>[3],
  ): Promise<T> {
    await this.ensureConnection();
    let prepared = this.#prepared.get(name);
    if (!prepared) this.#prepared.set(name, (prepared = preparedOf(query, params)));
    const { source, text, names } = prepared;
    if (source !== query) throw new Error(`two statements have the name ${name}`);
    const values = names ? names.map((one) => (params as Dictionary)[one]) : (params as unknown[]);
    return this.#executeNamed<T>({ name, text }, values, method, transaction);
  }

  /** Postgres parses and plans such a statement once for each connection, and all of its values are bound. */
  async #executeNamed<T>(
    statement: { name: string; text: string },
    values: unknown[],
    method: Parameters<PostgreSqlConnection['execute']>[2],
    transaction: Parameters<PostgreSqlConnection['execute']>[3],
  ): Promise<T> {
    await this.ensureConnection();
    const client: Pick<Kysely<unknown>, 'executeQuery'> = transaction ?? this.getClient();
    const node = { kind: 'RawNode', sqlFragments: [statement.text], parameters: [] } as const;
    // Kysely hands `sql` to the driver as it is, and the driver knows a prepared statement by its name.
    const sql = statement as unknown as string;
    const result = await client.executeQuery({
      sql,
      parameters: values,
      query: node,
      queryId: { queryId: statement.name },
    });
    return this.transformRawResult<T>(result, method);
  }
}

/** The driver of the service: see above. */
export class BoundWritesDriver extends PostgreSqlDriver {
  protected override readonly connection: BoundConnection;

  constructor(config: ConstructorParameters<typeof PostgreSqlDriver>[0]) {
    super(config);
    this.platform.marshallArray = arrayLiteral;
    this.connection = new BoundConnection(this.config);
  }

  /**
   * Keeps what MikroORM converts. A pool may refuse a connection with a response of ours (shares.ts), which `failureOf` of
   * `src/http/failures.ts` finds there.
   */
  override convertException(exception: Error): DriverException {
    const converted = super.convertException(exception);
    return converted === exception ? converted : Object.assign(converted, { previous: exception });
  }
}
