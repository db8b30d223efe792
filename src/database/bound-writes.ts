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
} from '@mikro-orm/postgresql';
import { arrayLiteral } from '../lib/array-literal.ts';
import type { Sql } from '../lib/sql.ts';

/** Texts and bytes are bound; numbers, times and null say little, and stay in the statement. */
const isBound = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

/** Replaces values that are bound by `$1`, `$2`, … in the order of the statement. */
export function withoutValues(params: readonly unknown[]): { params: unknown[]; bound: unknown[] } {
  const bound: unknown[] = [];
  const left = params.map((value) =>
    isBound(value) ? new RawQueryFragment(`$${bound.push(value)}`) : value,
  );
  return { params: left, bound };
}

type Said = Pick<Sql, 'name' | 'hasSecret'>;

/**
 * The option of `execute` for a statement of ours. One with a name is prepared, and one with a secret has its texts bound. The values
 * of the others are written into the text, so that Postgres plans for them.
 */
export const asSaid = ({ name, hasSecret }: Said): Dictionary => ({ said: { name, hasSecret } });

class BoundConnection extends PostgreSqlConnection {
  /** As MikroORM's own, but binds the texts and bytes that entities write (`run`), and those of our statements with a secret. */
  override async execute<
    T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[] = EntityData<AnyEntity>[],
  >(...given: Parameters<PostgreSqlConnection['execute']>): Promise<T> {
    const [query, params = [], method, transaction, context] = given;
    if (typeof query !== 'string' || !Array.isArray(params)) return super.execute<T>(...given);
    const { said } = (context ?? {}) as { said?: Said };
    if (said?.name !== undefined)
      return this.#executeNamed<T>({ name: said.name, text: query }, params, method, transaction);
    if (said ? !said.hasSecret : method !== 'run') return super.execute<T>(...given);
    await this.ensureConnection();
    const { params: left, bound } = withoutValues(params);
    const sql = this.platform.formatQuery(query, left);
    const client: Pick<Kysely<unknown>, 'executeQuery'> = transaction ?? this.getClient();
    return this.executeQuery(
      query,
      async () => {
        const node = { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const;
        const queryId = { queryId: randomUUID() };
        const result = await client.executeQuery({ sql, parameters: bound, query: node, queryId });
        return this.transformRawResult<T>(result, method);
      },
      { ...context, query, params: [] },
    );
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
