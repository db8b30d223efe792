// Notes each statement that the roles of the product send to Postgres.
import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { kindOfValue, kindsOf } from './kinds.ts';
import { noteStatement, type Statement } from './state.ts';

/** Returns a statement with the kinds of its values in their places, and without its layout. */
export function statementOf(text: string, values: readonly unknown[] = []): Statement {
  const filled = text.replace(/\$(\d+)/g, (place: string, number: string) => {
    const at = Number(number) - 1;
    return at < values.length ? `‹${kindOfValue(values[at])}›` : place;
  });
  // MikroORM writes some values into the text. A value there counts as a bound one.
  const withJson = filled.replace(/E?'[[{](?:[^']|'')*'(?=::jsonb?)/g, '‹json›');
  return kindsOf(withJson)
    .text.replace(/E?'(‹[a-z0-9]+›)'/g, '$1')
    .replace(/(?<=^(?:begin; )?set local \w+ = )\d+$/, '‹number›')
    .replace(/\s+/g, ' ')
    .trim();
}

interface Asked {
  text?: unknown;
  values?: unknown[];
}

/** Records the clients of `pg` in this process. The superuser is the test itself, and not the product. */
export function recordStatements(): void {
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const query = client.query;
  client.query = function (this: pg.Client, ...given: unknown[]): unknown {
    const [asked, values] = given as [string | Asked, unknown];
    const { text, values: own } = typeof asked === 'string' ? { text: asked, values: undefined } : asked;
    if (this.user?.startsWith('keyward') && typeof text === 'string')
      noteStatement(statementOf(text, own ?? (Array.isArray(values) ? values : [])));
    return Reflect.apply(query, this, given);
  };
  // A request that waited for a connection goes on in the context of the request that gave the connection back.
  const pool = Object.getPrototypeOf(pg.Pool.prototype) as { connect: (given?: unknown) => unknown };
  const connect = pool.connect;
  pool.connect = function (this: pg.Pool, given?: unknown): unknown {
    const bound = typeof given === 'function' ? AsyncResource.bind(given as () => void) : given;
    return Reflect.apply(connect, this, bound === undefined ? [] : [bound]);
  };
}
