import { type Kind, onlyKey } from './kinds.ts';

const mostLetters = 60;
const lettersOfId = 6;

/** Returns a key that reads like a name: `Deploy Bot (EU)` gives `deploy-bot-eu`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .slice(0, mostLetters)
    .replace(/^[-.]+|[-.]+$/g, '');

const endOf = (id: string): string => id.slice(-lettersOfId).toLowerCase();

const wholeOf = (id: string): string => id.toLowerCase().replace('_', '-');

/** An object without a key, as far as its key follows from it. */
export interface Unnamed {
  id: string;
  view: Readonly<Record<string, unknown>>;
}

/** Returns the key of an object whose fields are its name: `sign-in.en`. */
export const keyOfParts = (kind: Kind, view: Unnamed['view']): string =>
  kind.parts === undefined
    ? onlyKey
    : kind.parts.map((field) => slugOf(String(view[field]).replaceAll('_', '-'))).join('.');

/**
 * Returns keys for the objects of a kind that no apply manages. They stay the same as long as the names do. Objects with one name have the end
 * of their IDs in the key, and so has an object whose key is taken. If keys are still the same, each of their objects has its whole ID in the
 * key, so that no name of an object gives it the key of another one.
 */
export function* suggestedKeys(
  kind: Kind,
  objects: readonly Unnamed[],
  taken: ReadonlySet<string>,
): Generator<undefined, string[]> {
  const slugs: string[] = [];
  for (const { view } of objects) {
    yield;
    const name = view[kind.name ?? ''];
    slugs.push((typeof name === 'string' ? slugOf(name) : '') || slugOf(kind.kind));
  }
  let keys = slugs;
  // In the third round, an object whose name looks like such a key gets its own ID as well.
  for (const ending of [endOf, wholeOf, wholeOf]) {
    yield;
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    const before = keys;
    keys = objects.map(({ id }, at) => {
      const key = before[at] ?? '';
      return counts.get(key) === 1 && !taken.has(key) ? key : `${slugs[at]}-${ending(id)}`;
    });
  }
  const used = new Set(taken);
  for (const key of keys) {
    if (used.has(key)) throw new Error(`two objects of ${kind.kind} have the key ${key}`);
    used.add(key);
  }
  return keys;
}
