import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failures } from '../../src/failure.ts';
import { cases, everything, exemptions, parameterized, parametersOf, reader } from './enumerate.ts';

const sourcesOf = (...patterns: string[]): string[] =>
  globSync(patterns).map((path) => readFileSync(path, 'utf8'));

describe('exemptions.json', () => {
  // The number may only fall. An author who needs one more exemption must justify the change of this line.
  // The operations exchangeToken and unwrapCredential need no key, because their token is the proof. A caller with a key
  // would not need the token. The operation receiveLeakedSecrets needs no key, because a signature authorizes the call.
  // The operation testMailTemplate sends a mail to its caller, and a key has no address.
  const most = 10;

  test('has no more exemptions than it was allowed', () => {
    expect(Object.values(exemptions).flat().length).toBeLessThanOrEqual(most);
  });

  test('names operations that exist, each once per rule', () => {
    const ids = new Set<string>(cases.map(({ id }) => id));
    for (const exempted of Object.values(exemptions)) {
      expect(exempted.filter((id) => !ids.has(id))).toEqual([]);
      expect(new Set(exempted).size).toBe(exempted.length);
    }
  });
});

describe('every operation', () => {
  const tests = sourcesOf('test/*/api/**/*.test.ts', 'test/oidc/protocol/**/*.test.ts').join('\n');

  test.for(everything)('$id is the describe of a test in a folder api', ({ id }) => {
    expect(tests).toMatch(new RegExp(`describe(?:\\.\\w+)?\\(\\s*['"\`]${id}['"\`]`));
  });

  test.for(parameterized)('$id has ids that can be made', (operation) => {
    expect(parametersOf(operation).length).toBeGreaterThan(0);
  });

  test.for(everything)('$id declares what the checks before its handler may answer', (operation) => {
    const { secured, body, responses } = operation;
    const expected = [
      400,
      403,
      404,
      405,
      406,
      500,
      503,
      ...(secured ? [401, 429] : []),
      ...(body ? [413, 415] : []),
    ];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(expected.map(String)));
  });
});

describe('docs/errors.md', () => {
  const documented = new Set(
    [...readFileSync('docs/errors.md', 'utf8').matchAll(/`([A-Z][A-Z_]+)`/g)].map((match) => match[1]),
  );

  test('has every code that the service can answer, and no other', () => {
    expect(documented).toEqual(new Set(Object.keys(failures)));
  });

  test('has every code that the sources and the contract’s examples name', () => {
    const thrown = sourcesOf('src/**/*.ts').flatMap((source) =>
      [...source.matchAll(/new Failure\(\s*'(\w+)'/g)].map((match) => match[1]),
    );
    expect(thrown.length).toBeGreaterThan(20);
    const shown = cases.flatMap((operation) =>
      reader
        .answers(operation)
        .flatMap(({ content = {} }) =>
          Object.values(content).flatMap((media) =>
            reader
              .written(media)
              .flatMap((example) =>
                typeof example === 'object' && example !== null && 'error' in example && 'code' in example
                  ? [String(example.code)]
                  : [],
              ),
          ),
        ),
    );
    expect(shown.length).toBeGreaterThan(20);
    expect([...new Set([...thrown, ...shown])].filter((code) => !documented.has(code))).toEqual([]);
  });
});
