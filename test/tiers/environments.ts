/**
 * A runtime and a database. `node18` is Node and the embedded PostgreSQL 18; `node15` is Node and Debian's PostgreSQL 15; `deno15` is
 * Deno and PostgreSQL 15, with Prism between the tests and the service.
 */
export const environments = ['node18', 'node15', 'deno15'] as const;
export type Environment = (typeof environments)[number];

/** The kind of a test file, which the end of its name tells. */
export const kinds = ['product', 'tools', 'chaos', 'browser', 'deployment', 'long'] as const;
export type Kind = (typeof kinds)[number];

/** Returns the kind of a test file: `chaos` for `….chaos.test.ts`. */
export function kindOf(file: string): Kind {
  const [, end] = /\.(\w+)\.test\.ts$/.exec(file) ?? [];
  return kinds.find((kind) => kind === end) ?? 'product';
}

/** Returns the room of a test file: `users` for `test/users/api/groups.test.ts`. */
export const roomOf = (file: string): string => file.split('/')[1] ?? '';

/** Files of the product that cannot run in every environment. The first pattern that fits a file decides. */
const restricted: readonly { files: RegExp; only: readonly Environment[]; because: string }[] = [
  {
    files: /^test\/security\/canary-/,
    only: ['node18'],
    because: 'They look for secrets in the log of the embedded Postgres.',
  },
  {
    files:
      /\/process\/|^test\/security\/(restart\.|master-key\.)|^test\/http\/security\/user-callers-records\./,
    only: ['node18', 'node15'],
    because:
      'They start programs and wait for their exit codes. Deno says that a child was ended by the signal that it got, although it ended with 0.',
  },
  {
    files: /^test\/(scripts|support|tiers|unit|upgrade|architecture|clients|cli)\b/,
    only: ['node18', 'node15'],
    because: 'They test programs and helpers that run on Node only.',
  },
  {
    files:
      /^test\/database\/queries\/close\.|^test\/conditional-access\/unit\/client-certificate\.|^test\/lib\/unit\/multipart\.|^test\/saml-metadata\/unit\/certificates\./,
    only: ['node18', 'node15'],
    because:
      'They use an option of the command of Node. Deno judges certificates with bytes behind them, forms with quotes in names, and long exponents in another way.',
  },
  {
    files: /^test\/security\/tenancy-property\./,
    only: ['node18', 'node15'],
    because: 'Prism answers 500 for a path that the random calls may draw.',
  },
];

/** Returns the environments that a file can run in. Files of other kinds than `product` start programs of their own. */
export function environmentsOf(file: string): readonly Environment[] {
  if (kindOf(file) !== 'product') return ['node18'];
  return restricted.find(({ files }) => files.test(file))?.only ?? environments;
}

/** Whether a file is about statements and plans, which each version of Postgres makes in its own way. */
export const isAboutStatements = (file: string): boolean => file.includes('/queries/');
