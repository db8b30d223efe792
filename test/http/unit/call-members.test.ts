import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const [operation = '', run = ''] = ['src/operation.ts', 'src/http/run.ts'].map((path) =>
  readFileSync(path, 'utf8'),
);

/** The names of the members of an interface or a class, without those whose name begins with `#`. */
function membersOf(text: string, head: string): string[] {
  const body = text.split(`\n${head}`)[1]?.split('\n}\n')[0] ?? '';
  return [...body.matchAll(/^ {2}(?:readonly |get )?(\w+)\??(?:\(\))?(?:: | \{)/gm)].map(
    ([, name = '']) => name,
  );
}

const members = ['AnyCall', 'Asked', 'Call'].flatMap((name) =>
  membersOf(operation, `export interface ${name}`),
);

// A part of the process belongs into the routes that use it (docs/decisions/0111-families-bring-their-routes.md).
test('a handler gets these members, and each belongs to its request', () => {
  expect(members.toSorted()).toEqual([
    'attempt',
    'body',
    'bulk',
    'caller',
    'inTenant',
    'judgeAgain',
    'limits',
    'now',
    'origin',
    'page',
    'path',
    'query',
    'seen',
    'sent',
    'steps',
    'tx',
  ]);
});

test('the object that http makes has these members, and no others', () => {
  expect(membersOf(run, 'class RequestCall ').toSorted()).toEqual(members.toSorted());
});
