import type { Pool, PoolClient, QueryResult } from 'pg';

type Query = (...given: unknown[]) => unknown;

/**
 * Has each transaction of a pool begin with its first statement: `begin` goes in the same message, if the statement has no values
 * beside its text. So Postgres answers once. A transaction without a statement is never begun.
 */
export function beginLate(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    // Traces replace the method of the connection. Otherwise that of the class counts at each call, which tests watch.
    const holder: object = Object.hasOwn(client, 'query')
      ? { query: Reflect.get(client, 'query') }
      : classOf(client);
    const send: Query = (...given) => Reflect.apply(Reflect.get(holder, 'query') as Query, client, given);
    let isDue = false;
    const query: Query = (...given) => {
      if (isAlone(given) && given[0] === 'begin') {
        isDue = true;
        return Promise.resolve(nothing);
      }
      if (!isDue) return send(...given);
      isDue = false;
      return isAlone(given) ? beginWith(given[0], send) : beginBefore(given, send);
    };
    client.query = query as PoolClient['query'];
  });
}

const classOf = (client: PoolClient): object => Object.getPrototypeOf(client) as object;

const nothing = { command: '', rowCount: 0, rows: [] };

/** Tells whether a statement is a text alone, which the caller awaits. */
const isAlone = (given: readonly unknown[]): given is [string] => {
  const [asked, values, ...rest] = given;
  const hasValues = values !== undefined && !(Array.isArray(values) && values.length === 0);
  return typeof asked === 'string' && !hasValues && rest.length === 0;
};

function beginWith(text: string, send: Query): unknown {
  if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing);
  // The results of more than one statement are a list already.
  if (text.includes(';')) return beginBefore([text], send);
  return (send(`begin; ${text}`) as Promise<unknown>).then((results) => (results as QueryResult[]).at(-1));
}

function beginBefore(given: unknown[], send: Query): unknown {
  const begun = send('begin') as Promise<unknown>;
  const [asked] = given;
  const isPromised =
    typeof given.at(-1) !== 'function' && !(typeof asked === 'object' && asked !== null && 'submit' in asked);
  if (isPromised) return begun.then(() => send(...given));
  // The connection sends them in their order. If it is lost, both fail.
  begun.catch(() => undefined);
  return send(...given);
}
