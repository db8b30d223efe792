import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pythonKeywords } from '../../scripts/python-values.ts';
import { contractPart } from '../../dashboard/contract-part.ts';
import document from '../../generated/openapi.json' with { type: 'json' };
import { type Contract, exampleOf, follow, type Operation, operationsOf } from '../../src/lib/contract.ts';

const whole = document as unknown as Contract;
const operations = new Map(operationsOf(whole).map((one) => [one.id, one]));
const files = globSync('dashboard/src/{app,sections,ui}/**/*.{ts,tsx}').map(
  (file) => [file, readFileSync(file, 'utf8')] as const,
);

/** The operations that a file calls, by what it imports from the generated client. */
const calledBy = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from '[^']*generated\/(?:sdk|@tanstack\/react-query)\.gen\.ts'/gu)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/(Mutation|Options|QueryKey)$/u, ''))
    .filter((name) => operations.has(name));

/**
 * The operations that a file shows in code: by name, or as functions of the client under their own names (`dashboard/src/api/sends.ts`),
 * as in `sends({ updateGroup }, …)`, `list: { listGroups }` and `operation={{ updateGroup }}`.
 */
const shownBy = (source: string): string[] =>
  [...source.matchAll(/operation(?:: |=)['"](\w+)['"]|[(:{]\s*\{\s*(\w+)\s*\}/gu)].flatMap(
    ([, named, own = '']) => named ?? (operations.has(own) ? own : []),
  );

/** Whether a file shows a call of the operation in code. */
const showsInCode = (source: string, id: string): boolean =>
  shownBy(source).includes(id) ||
  (/\b(operation|operations)\b/u.test(source) && new RegExp(`['"]${id}['"]`, 'u').test(source));

/** Changes without "Do it in code", and why. */
const exceptions: Readonly<Record<string, string>> = {
  'sections/scim/dry-request.ts createScimToken': 'the page shows the SCIM request, with a token of your own',
  'sections/scim/dry-request.ts revokeScimToken': 'the same',
  'sections/sign-in/mail-preview.tsx previewMailTemplate':
    'it changes nothing, and the form shows the change',
  'sections/sign-in/mail-template-form.tsx testMailTemplate': 'it sends what the form shows as a change',
};

describe('"Do it in code"', () => {
  test('is offered where the dashboard calls an operation that is not a plain read', () => {
    const missing = files.flatMap(([file, source]) =>
      calledBy(source)
        .filter((id) => operations.get(id)?.method !== 'GET' && !showsInCode(source, id))
        .map((id) => `${file.replace('dashboard/src/', '')} ${id}`),
    );
    expect(missing.filter((one) => exceptions[one] === undefined)).toEqual([]);
    expect(Object.keys(exceptions).filter((one) => !missing.includes(one))).toEqual([]);
  });

  test('names operations of the contract', () => {
    const named = files.flatMap(([file, source]) => shownBy(source).map((id) => [file, id] as const));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(([, id]) => !operations.has(id))).toEqual([]);
  });

  test('writes the same from the part of the contract that the dashboard has', () => {
    const part = contractPart() as unknown as Contract;
    const known = new Map(operationsOf(part).map((one) => [one.id, one]));
    const named = new Set(files.flatMap(([, source]) => shownBy(source)));
    expect([...named].filter((id) => !known.has(id))).toEqual([]);
    // Hundreds of calls: the file stays small.
    expect(gzipSync(JSON.stringify(part)).length).toBeLessThan(40_000);
    const written = (contract: Contract, operation: Operation | undefined, value: unknown) =>
      operation && [
        operation.method,
        operation.path,
        operation.secured,
        pythonKeywords(
          // The first choice that has the names of the value, which both must agree on.
          {
            follow: (node) => follow(contract, node),
            misfit: (schema, one) =>
              Object.keys(one ?? {}).every((name) => follow(contract, schema).properties?.[name])
                ? []
                : ['no'],
          },
          operation,
          { type: 'application/json', value },
          {},
        ),
      ];
    for (const [id, operation] of known) {
      const media = operations.get(id)?.body?.content?.['application/json'];
      const value = media?.schema ? exampleOf(whole, media.schema) : {};
      expect(written(part, operation, value), id).toEqual(written(whole, operations.get(id), value));
    }
  });
});
