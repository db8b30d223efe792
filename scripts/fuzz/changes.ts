import { type Contract, operationsOf } from '../../src/lib/contract.ts';

/** Words and samples of the contract, which decide about no request and no response. */
const words: ReadonlySet<string> = new Set(['description', 'summary', 'x-codeSamples', 'tags']);

/**
 * Returns the ids of the operations that are new or changed since an earlier contract. If a shared schema has changed, all
 * operations that use it have changed. Descriptions and samples do not count.
 */
export function changedSince(earlier: Contract, contract: Contract): string[] {
  const before = shapesOf(earlier);
  return [...shapesOf(contract)].flatMap(([id, shape]) => (before.get(id) === shape ? [] : [id]));
}

/** Everything that the contract says about each operation, by its id. */
function shapesOf(contract: Contract): Map<string, string> {
  const texts = new Map<string, string>();
  const textOf = (reference: string): string => {
    let text = texts.get(reference);
    if (text === undefined)
      texts.set(reference, (text = JSON.stringify(targetOf(contract, reference), withoutWords)));
    return text;
  };
  return new Map(
    operationsOf(contract).map((operation) => {
      const own = JSON.stringify([operation, operation.security ?? contract.security], withoutWords);
      const references = new Set(referencesIn(own));
      // A set that grows is read to its end.
      for (const one of references) for (const inner of referencesIn(textOf(one))) references.add(inner);
      return [operation.id, [own, ...[...references].sort().map((one) => one + textOf(one))].join('\n')];
    }),
  );
}

const referencesIn = (text: string): string[] =>
  [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);

function targetOf(contract: Contract, reference: string): unknown {
  let target: unknown = contract;
  for (const step of reference.slice(2).split('/'))
    target = (target as Record<string, unknown> | undefined)?.[step];
  return target;
}

/** A field of a body may be called as the words are, and then has a schema. */
const withoutWords = (key: string, value: unknown): unknown =>
  words.has(key) && (typeof value === 'string' || Array.isArray(value)) ? undefined : value;
