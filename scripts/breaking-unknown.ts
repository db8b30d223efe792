// Reports changes of keywords that the compatibility gate cannot judge: silence would be a promise.
import { isDeepStrictEqual } from 'node:util';
import { type Contract, follow } from '../src/lib/contract.ts';

/** The texts for people, which break no client. */
export const texts =
  'title summary description example examples externalDocs deprecated $comment x-hint x-code x-message x-also-called x-changed-by x-deprecation'.split(
    ' ',
  );

/** A value with what it refers to written into it; where it contains itself, how many references above. */
export function writtenOut(contract: Contract, value: unknown, above: string[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => writtenOut(contract, one, above));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => {
      if (name !== '$ref' || typeof one !== 'string') return [name, writtenOut(contract, one, above)];
      if (above.includes(one)) return [name, above.length - above.indexOf(one)];
      return [name, writtenOut(contract, follow(contract, { $ref: one }), [...above, one])];
    }),
  );
}

/** A function that gives a sentence for each keyword outside `known` that changed. */
export const unknownChanges =
  (released: Contract, present: Contract) =>
  (known: readonly string[], before: object, after: object): string[] => {
    const [was, is] = [before, after] as Record<string, unknown>[];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((keyword) => !known.includes(keyword))
      .filter(
        (keyword) =>
          !isDeepStrictEqual(writtenOut(released, was?.[keyword]), writtenOut(present, is?.[keyword])),
      )
      .map((keyword) => `${keyword} changed, which this gate cannot judge`);
  };
