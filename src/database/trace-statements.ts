import type { Pool, PoolClient } from 'pg';
import { activeSpan, codeOfError, type Span } from '../platform/tracing.ts';

type Query = (...given: unknown[]) => unknown;

/**
 * Records the statements of a pool that run as a part of a recorded span.
 * @param poolName which pool it is
 * @param tables the names of our tables, which may follow later
 */
export function traceStatements(pool: Pool, poolName: string, tables: ReadonlySet<string>): void {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as Query;
    const traced: Query = (...given) => {
      const active = activeSpan();
      if (active === undefined || isCursor(given[0])) return query(...given);
      const { name, ...described } = describeStatement(given[0], tables);
      const span = active.child(name, 'client', { ...described, 'keyward.pool': poolName });
      return span === undefined ? query(...given) : recorded(span, query, given);
    };
    client.query = traced as PoolClient['query'];
  });
}

/** Runs a statement, and ends its span when the statement has ended. The pool asks by callback, others by promise. */
function recorded(span: Span, query: Query, given: unknown[]): unknown {
  const last = given.at(-1);
  if (typeof last === 'function') {
    const told: Query = (error, ...answer) => {
      span.end(error ? { error: codeOfError(error) } : {});
      return (last as Query)(error, ...answer);
    };
    return query(...given.slice(0, -1), told);
  }
  const running = query(...given) as Promise<unknown>;
  running.then(
    () => span.end(),
    (error: unknown) => span.end({ error: codeOfError(error) }),
  );
  return running;
}

/** A cursor is a statement that is read in parts. */
const isCursor = (asked: unknown): boolean =>
  typeof asked === 'object' && asked !== null && 'submit' in asked;

const verbs = new Set(
  'select insert update delete with begin commit rollback savepoint release set listen notify'.split(' '),
);

/**
 * Describes a statement without its text: MikroORM writes values into the text. A prepared statement has a name of ours. For
 * another one, the name is its first word and the first of our tables that it names.
 */
export function describeStatement(
  asked: unknown,
  tables: ReadonlySet<string>,
): { name: string; 'db.system.name': string; 'db.operation.name'?: string; 'db.collection.name'?: string } {
  const system = { 'db.system.name': 'postgresql' };
  const { name: given, text } =
    typeof asked === 'object' && asked !== null ? partsOf(asked) : partsOf({ text: asked });
  if (given !== undefined && /^[a-z][a-z-]{0,60}$/.test(given)) return { name: given, ...system };
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? '';
  const verb = verbs.has(word) ? word : 'statement';
  for (const [, table = ''] of text
    .slice(0, searched)
    .matchAll(/\b(?:from|into|update|join)\s+"?([a-z_]+)/gi)) {
    if (tables.has(table))
      return { name: `${verb} ${table}`, ...system, 'db.operation.name': verb, 'db.collection.name': table };
  }
  return { name: verb, ...system, 'db.operation.name': verb };
}

/** Characters. An insert of many rows is long. */
const searched = 8_192;

function partsOf(asked: object): { name: string | undefined; text: string } {
  const { name, text } = asked as { name?: unknown; text?: unknown };
  return {
    name: typeof name === 'string' ? name : undefined,
    text: typeof text === 'string' ? text : '',
  };
}
