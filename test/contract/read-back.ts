// Reads a resource that an operation wrote, by the operation that the contract has for it.
import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import { callable, type Case, reader } from './enumerate.ts';
import { valueAt } from './own-values.ts';

type Path = Record<string, string>;

interface Reading {
  id: Case['id'];
  path: Path;
  query?: Record<string, number>;
}

const gets = callable.filter(({ method }) => method === 'GET');

/** Prefers the operation below the same path, and then the shortest path. */
const rank = ({ path }: Case, get: Case): number =>
  get.path.length + (get.path.startsWith(`${path}/`) ? 0 : 1_000);

/** The operation that reads one resource, as a link of the response says. */
function linkedReading(operation: Case, path: Path, shown: unknown): Reading | undefined {
  const answers = reader.answers(operation).filter(({ status }) => status.startsWith('2'));
  const links = answers.flatMap(({ links: all = {} }) => Object.values(all).map(reader.follow));
  const [linked] = links
    .flatMap(({ operationId, parameters = {} }) =>
      gets
        .filter((get) => get.id === operationId && get.path.endsWith('}'))
        .map((get) => ({ get, parameters })),
    )
    .toSorted((one, other) => rank(operation, one.get) - rank(operation, other.get));
  if (!linked) return undefined;
  const entries = Object.entries(linked.parameters).map(([name, from]): [string, string] => {
    const [, ofBody] = /^\$response\.body#\/(\w+)$/.exec(String(from)) ?? [];
    return [name, ofBody === undefined ? (path[name] ?? '') : String(valueAt(shown, [ofBody]))];
  });
  return { id: linked.get.id, path: Object.fromEntries(entries) };
}

/**
 * Reads the resource that an operation changes or has created: by the GET of the same path, by a link of the response, or
 * by the list if the contract has no other operation.
 * @param path the path of the operation
 * @param shown the response of the operation, if it has run
 */
export async function readBack(
  operation: Case,
  client: Client,
  path: Path,
  shown?: unknown,
): Promise<unknown> {
  const same = gets.find((get) => operation.method !== 'POST' && get.path === operation.path);
  const reading = same ? { id: same.id, path } : linkedReading(operation, path, shown);
  if (reading) return answerOf(client, reading);
  const list = gets.find((get) => get.path === operation.path.replace(/\/\{\w+\}$/, ''));
  if (!list) throw new Error(`the contract has no operation that reads what ${operation.id} wrote`);
  const id = valueAt(shown, ['id']) ?? Object.values(path).at(-1);
  const found = await answerOf(client, { id: list.id, path, query: { limit: 100 } });
  const { data } = found as { data: { id: string }[] };
  return data.find((one) => one.id === id);
}

async function answerOf(client: Client, { id, ...parts }: Reading): Promise<unknown> {
  const { status, body } = await client.call(id, parts);
  expect({ read: id, status }).toEqual({ read: id, status: 200 });
  return body;
}
