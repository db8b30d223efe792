// MikroORM writes values into its statements as text. Servers log statements: on errors, when they are slow, or all. What
// an entity writes (hashes of passwords, sealed secrets, names) is sent beside the statement instead (ADR 0043).
import { randomUUID } from 'node:crypto';
import {
  type AnyEntity,
  type Dictionary,
  type EntityData,
  type Kysely,
  PostgreSqlConnection,
  PostgreSqlDriver,
  type QueryResult,
  RawQueryFragment,
  raw,
} from '@mikro-orm/postgresql';

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

class BoundConnection extends PostgreSqlConnection {
  /** As MikroORM's own, but what writes (`run`) binds its texts and bytes. */
  override async execute<
    T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[] = EntityData<AnyEntity>[],
  >(...given: Parameters<PostgreSqlConnection['execute']>): Promise<T> {
    const [query, params = [], method, transaction, context] = given;
    if (method !== 'run' || typeof query !== 'string') return super.execute<T>(...given);
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
}

/** The driver of the service: see above. */
export class BoundWritesDriver extends PostgreSqlDriver {
  protected override readonly connection: BoundConnection;

  constructor(config: ConstructorParameters<typeof PostgreSqlDriver>[0]) {
    super(config);
    this.connection = new BoundConnection(this.config);
  }
}
