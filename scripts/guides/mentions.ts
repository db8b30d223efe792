// The operations that a page names: by id, by method and path, or in a call with curl.
import type { Operation } from '../../src/lib/contract.ts';
import { callsOf } from './calls.ts';

type Named = Pick<Operation, 'id' | 'method' | 'path'>;

/** Returns whether a path is one of an operation. Pages write `{id}`, `$ID` or an id for a parameter. */
const isPathOf = ({ path }: Named, written: string): boolean => {
  const parts = written.replace(/[/.?].?$/, '').split('/');
  const own = path.split('/');
  return parts.length === own.length && own.every((part, at) => part === parts[at] || /^\{\w+\}$/.test(part));
};

/** Returns the ids of the operations that a page names, in the order of the page. */
export function mentions(page: string, text: string, operations: readonly Named[]): string[] {
  const found: { at: number; id: string }[] = [];
  const add = (at: number, operation: Named | undefined): void => {
    if (operation) found.push({ at, id: operation.id });
  };
  const ids = new Map(operations.map((operation) => [operation.id, operation]));
  for (const { 1: name = '', index } of text.matchAll(/`([a-z][A-Za-z]+)`/g)) add(index, ids.get(name));
  for (const { 1: method, 2: path = '', index } of text.matchAll(/\b([A-Z]{3,6}) (\/[^\s`?,]+)/g)) {
    const written = path.startsWith('/api/') ? path : `/api/v1${path}`;
    add(
      index,
      operations.find((one) => one.method === method && isPathOf(one, written)),
    );
  }
  for (const { 1: path = '', index } of text.matchAll(/`(\/api\/[^\s`?,]+)`/g)) {
    const all = operations.filter((one) => isPathOf(one, path));
    // A path of several operations names the resource, which its tag shows.
    if (all.length === 1) add(index, all[0]);
  }
  const lines = text.split('\n');
  for (const { line, method, path } of callsOf(page, text))
    add(
      lines.slice(0, line - 1).join('\n').length,
      operations.find((one) => one.method === method && isPathOf(one, path)),
    );
  return [...new Set(found.toSorted((a, b) => a.at - b.at).map(({ id }) => id))];
}
