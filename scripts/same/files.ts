// Which test files `make same` runs.
import { execFileSync } from 'node:child_process';

/** Rooms of tests that call the product over HTTP, or that send something for it. */
const kinds = /^test\/(?:[\w-]+\/(?:api|protocol|delivery|pages)|scim\/[\w-]+)\//;

/** Files whose tests do something else in each run. */
const drawn: readonly { files: RegExp; because: string }[] = [
  {
    files: /^test\/saml\/protocol\/mutated-messages\./,
    because: 'It changes random bytes of messages with random signatures.',
  },
  {
    files: /^test\/oidc\/protocol\/differential\./,
    because: 'It draws requests, and compares two answers of the product itself.',
  },
];

/**
 * Returns the test files of a tree that a comparison runs.
 * @param chosen parts of paths; without them, all files of API, protocol, SCIM, delivery and pages that need no other program
 */
export function filesOf(tree: string, chosen: readonly string[]): string[] {
  const listed = [
    '-C',
    tree,
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
    'test',
  ];
  const all = execFileSync('git', listed, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  return chooseFiles(all, chosen);
}

/** Returns those of all files that a comparison runs. */
export function chooseFiles(all: readonly string[], chosen: readonly string[]): string[] {
  const tests = all.filter((file) => file.endsWith('.test.ts'));
  if (chosen.length > 0) return tests.filter((file) => chosen.some((part) => file.includes(part)));
  return tests.filter(
    (file) =>
      kinds.test(file) &&
      !/\/unit\/|\.(tools|chaos|browser|deployment|long)\.test\.ts$/.test(file) &&
      !drawn.some(({ files }) => files.test(file)),
  );
}
