import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesOf, isExported, pathOf, textOf } from '../../clients/cli/src/config/layout.ts';
import { type ConfigObject, readObjects } from '../../clients/cli/src/config/objects.ts';
import { ConfigError } from '../../clients/cli/src/config/problems.ts';
import { withoutSecretValues, withSecretValues } from '../../clients/cli/src/config/secrets.ts';
import { readYaml } from '../../clients/cli/src/config/yaml-text.ts';
import { configDirectory } from '../support/config-directory.ts';

/** Runs what must be refused, and returns the lines of the problems, without the path of the directory. */
function problemsOf(dir: string, what: () => unknown): string[] {
  try {
    what();
  } catch (error) {
    if (error instanceof ConfigError) return error.lines.map((line) => line.replace(`${dir}/`, ''));
    throw error;
  }
  return [];
}

const problemsIn = (files: Record<string, string | Buffer>): string[] => {
  const dir = configDirectory(files);
  return problemsOf(dir, () => readObjects(dir));
};

const identity = (key: string, more = ''): string =>
  `kind: identity\nkey: ${key}\nspec:\n  name: ${key}\n  type: CI_CD\n${more}`;

describe('a directory of configuration', () => {
  test('holds an object in each document of each YAML file, at any depth', () => {
    const dir = configDirectory({
      'b/deep/one.yaml': identity('one'),
      'a.yml': `# Bots\n---\n${identity('two')}---\n${identity('three')}---\n`,
      'README.md': 'kind: nothing',
      '.github/workflows/ci.yaml': 'on: push',
      'node_modules/x/y.yaml': 'a: b',
      'empty.yaml': '',
    });
    const { objects, placeOf } = readObjects(dir);
    expect(objects.map(({ key }) => key)).toEqual(['two', 'three', 'one']);
    expect(objects[2]).toEqual({ kind: 'identity', key: 'one', spec: { name: 'one', type: 'CI_CD' } });
    expect(placeOf('/1/spec/type')).toEqual({ file: 'a.yml', line: 13, column: 3 });
    expect(placeOf('/2/spec')).toEqual({ file: 'b/deep/one.yaml', line: 3, column: 1 });
    // A field that is missing is where its object is.
    expect(placeOf('/2/spec/description/0')).toEqual({ file: 'b/deep/one.yaml', line: 3, column: 1 });
    expect(placeOf('/9/spec')).toBeUndefined();
  });

  test('is read as YAML 1.2: NO and on are texts, and a date is one as well', () => {
    const dir = configDirectory({
      'a.yaml': identity(
        'a',
        '  metadata: { country: NO, power: on, day: 2026-11-30, octal: 0o17, none: ~ }\n',
      ),
    });
    expect(readObjects(dir).objects[0]?.spec['metadata']).toEqual({
      country: 'NO',
      power: 'on',
      day: '2026-11-30',
      octal: 15,
      none: null,
    });
  });

  test('keeps a field with any name', () => {
    const dir = configDirectory({
      'a.yaml': identity('a', '  metadata: { __proto__: { x: 1 }, a/b~c: [ { d: 1 } ] }\n'),
    });
    const { objects, placeOf } = readObjects(dir);
    expect(JSON.stringify(objects[0]?.spec['metadata'])).toBe('{"__proto__":{"x":1},"a/b~c":[{"d":1}]}');
    expect(placeOf('/0/spec/metadata/a~1b~0c/0/d')).toEqual({ file: 'a.yaml', line: 6, column: 47 });
  });

  test('is refused with every problem and its place, in order', () => {
    expect(
      problemsIn({
        'b.yaml': 'kind: identity\nkey: b\nspecs: {}\n---\n- a\n',
        'a.yaml': `${identity('a')}---\n${identity('a')}---\nkind: 7\nkey: ''\nspec: text\n`,
      }),
    ).toEqual([
      expect.stringMatching(/^a\.yaml:8:1: identity a is also in a\.yaml, line 2\./),
      expect.stringMatching(/^a\.yaml:13:1: The field kind must be a text\. Example: kind: identity/),
      expect.stringMatching(/^a\.yaml:14:1: The field key must be a text\./),
      expect.stringMatching(/^a\.yaml:15:1: The field spec must have/),
      expect.stringMatching(/^b\.yaml:1:1: The field spec must have/),
      expect.stringMatching(/^b\.yaml:3:1: The field is unknown\./),
      expect.stringMatching(/^b\.yaml:5:1: Each document has the fields kind, key and spec\./),
    ]);
  });

  test.for([
    ['an anchor', 'spec: &a { name: x }', '3:1: Anchors (&) and aliases (*)'],
    ['an alias', 'spec: { a: &a 1, b: *a }', '3:9: Anchors (&) and aliases (*)'],
    ['a merge key', 'spec: { <<: { a: 1 } }', '3:9: The merge key <<'],
    ['a tag', 'spec: { a: !!binary aGk= }', '3:9: Tags such as !!str'],
    ['a key twice', 'spec: { a: 1, b: 2, a: 3 }', '3:21: The key stands here a second time'],
    ['a key that is a list', 'spec: { [a]: 1 }', '3:9: A key must be a text'],
    ['a tab', 'spec:\n\ta: 1', '4:1: The line is indented with a tab'],
    ['an open quote', 'spec: { a: "b }', '4:1: A quote, a bracket'],
    ['another version', '---\n%YAML 1.1\n---\na: b', '4:1: The text starts with a sign of YAML'],
    ['infinity', 'spec: { a: .inf }', '3:9: The number is too large'],
    ['a number that would lose digits', 'spec: { a: 12345678901234567890 }', '3:9: The number is too large'],
    ['lists in each other', `spec: ${'['.repeat(40)}${']'.repeat(40)}`, '3:39: Objects and lists are nested'],
    [
      'a hundred thousand lists in each other',
      `spec: ${'['.repeat(100_000)}`,
      'Objects and lists are nested',
    ],
  ] as const)('is refused with %s', ([, text, problem]) => {
    const lines = problemsIn({ 'a.yaml': `kind: identity\nkey: a\n${text}\n` });
    expect(lines.join('\n')).toContain(problem);
  });

  test('is refused with a file that is too long, or is not UTF-8', () => {
    const lines = problemsIn({
      'long.yaml': `# ${'x'.repeat(1024 * 1024)}`,
      'latin.yaml': Buffer.from([0x61, 0x3a, 0x20, 0xe4]),
    });
    expect(lines).toEqual([
      'latin.yaml:1:1: The file cannot be read as text in UTF-8.',
      'long.yaml:1:1: A file is at most 1048576 bytes long.',
    ]);
  });

  test('follows no link, to a file or to a folder', () => {
    const outside = configDirectory({ 'x.yaml': identity('x') });
    const dir = configDirectory({ 'a.yaml': identity('a') });
    symlinkSync(join(outside, 'x.yaml'), join(dir, 'x.yaml'));
    symlinkSync(outside, join(dir, 'more'));
    expect(problemsOf(dir, () => readObjects(dir))).toEqual([
      'more:1:1: A link is not followed. Put the folder itself here.',
      'x.yaml:1:1: A link is not followed. Put the file itself here.',
    ]);
  });

  test('shows no value of a file in a problem', () => {
    const canary = 'canary-amber-lantern-17';
    const wrong = [
      `"${canary}\\q"`,
      `*${canary}`,
      `!${canary} x`,
      `{ ${canary}`,
      `%${canary}`,
      `@${canary}`,
      `a: ${canary}: b`,
    ];
    for (const value of wrong) {
      const lines = problemsIn({ 'a.yaml': `kind: identity\nkey: a\nspec:\n  secret: ${value}\n` });
      expect(lines.length, value).toBeGreaterThan(0);
      expect(lines.join('\n')).not.toContain(canary);
    }
  });
});

describe('a secret', () => {
  const fields = { webhook: ['secret', 'headers.*.value'] };
  const webhook = (secret: string): string =>
    `kind: webhook\nkey: w\nspec:\n  url: https://example.com/\n  description: env:prod\n  secret: ${secret}\n`;
  const env = { KEYWARD_SECRET_HOOK: 'from the environment', HOME: '/root' };

  test('comes from the environment or from a file inside the directory, and only at an apply', () => {
    const dir = configDirectory({
      'a.yaml': `${webhook('env:KEYWARD_SECRET_HOOK')}  headers:\n    - { name: a, value: 'file:secrets/one' }\n    - { name: b }\n`,
      'secrets/one': 'from a file\n',
    });
    const read = readObjects(dir);
    const planned = withoutSecretValues(read, fields);
    expect(planned[0]?.spec).toMatchObject({
      description: 'env:prod',
      secret: { secret: true },
      headers: [{ name: 'a', value: { secret: true } }, { name: 'b' }],
    });
    expect(JSON.stringify(planned)).not.toContain('from');
    const applied = withSecretValues(read, fields, { env });
    expect(applied[0]?.spec).toMatchObject({
      secret: 'from the environment',
      headers: [{ name: 'a', value: 'from a file' }, { name: 'b' }],
    });
    expect(read.objects[0]?.spec['secret']).toBe('env:KEYWARD_SECRET_HOOK');
  });

  test.for([
    'hunter2-canary',
    'env:HOME',
    'env:KEYWARD_API_KEY',
    'env:keyward_secret_x',
    '12345',
    '{ a: b }',
    'file:',
  ])('is refused as %s, at a plan as well, and is not shown', (value) => {
    const dir = configDirectory({ 'a.yaml': webhook(value === 'file:' ? "'file:'" : value) });
    const read = readObjects(dir);
    for (const what of [
      () => withoutSecretValues(read, fields),
      () => withSecretValues(read, fields, { env }),
    ]) {
      const [line = '', ...more] = problemsOf(dir, what);
      expect(more).toEqual([]);
      expect(line).toMatch(
        /^a\.yaml:6:3: A secret is a reference.* Example: secret: env:KEYWARD_SECRET_EXAMPLE$/,
      );
      expect(line).not.toContain('canary');
    }
  });

  test('is read from no file outside the directory, also not through a link', () => {
    const outside = configDirectory({ secret: 'outside' });
    const dir = configDirectory({ 'a.yaml': webhook('env:KEYWARD_SECRET_HOOK'), 'inside/secret': 'inside' });
    symlinkSync(join(outside, 'secret'), join(dir, 'link'));
    symlinkSync(join(dir, 'inside', 'secret'), join(dir, 'good'));
    symlinkSync(outside, join(dir, 'node_modules'));
    const applied = (value: string) => () => {
      writeFileSync(join(dir, 'a.yaml'), webhook(value));
      return withSecretValues(readObjects(dir), fields, { env });
    };
    for (const value of [
      `file:${join(outside, 'secret')}`,
      `file:${join(dir, 'inside/secret')}`,
      'file:link',
      'file:node_modules/secret',
      'file:inside',
      'file:no-such-file',
      'file:/dev/stdin',
    ])
      expect(problemsOf(dir, applied(value)), value).toEqual([
        expect.stringMatching(/^a\.yaml:6:3: There is no such file inside the directory/),
      ]);
    for (const value of ['file:../secret', 'file:inside/../../secret', 'file:.env', 'file:.git/config'])
      expect(problemsOf(dir, applied(value)), value).toEqual([
        expect.stringMatching(
          /^a\.yaml:6:3: The path of a secret has no \.\. and no name that starts with a dot\./,
        ),
      ]);
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    expect(problemsOf(dir, applied('file:pipe'))).toHaveLength(1);
    expect(applied('file:good')()).toMatchObject([{ spec: { secret: 'inside' } }]);
  });

  test('that is not there is named by its variable, all at once', () => {
    const dir = configDirectory({
      'a.yaml': webhook('env:KEYWARD_SECRET_NONE'),
      'b.yaml': webhook('file:empty').replace('key: w', 'key: v'),
      empty: '\n',
    });
    expect(problemsOf(dir, () => withSecretValues(readObjects(dir), fields, { env }))).toEqual([
      expect.stringMatching(/^a\.yaml:6:3: The environment has no KEYWARD_SECRET_NONE\./),
      expect.stringMatching(/^b\.yaml:6:3: The file of the secret is empty\./),
    ]);
  });
});

describe('the files of an export', () => {
  const object = (key: string, spec: object = {}): ConfigObject => ({
    kind: 'accessPolicy',
    key,
    spec: { ...spec },
  });

  test('are one for each object, sorted, and do not depend on the order of fields', () => {
    const one = object('night', {
      conditions: { b: 1, a: [{ d: 1, c: 2 }] },
      name: 'Night',
      action: 'BLOCK',
    });
    const same = object('night', {
      action: 'BLOCK',
      name: 'Night',
      conditions: { a: [{ c: 2, d: 1 }], b: 1 },
    });
    expect(textOf(one)).toBe(textOf(same));
    expect(textOf(one)).toBe(`# yaml-language-server: $schema=../keyward.schema.json
kind: accessPolicy
key: night
spec:
  name: Night
  action: BLOCK
  conditions:
    a:
      - c: 2
        d: 1
    b: 1
`);
    expect([...filesOf([one, object('a')]).keys()]).toEqual([
      'access-policy/a.yaml',
      'access-policy/night.yaml',
    ]);
  });

  test('hold the same values to readers of YAML 1.1, and to us', () => {
    const spec = {
      country: 'NO',
      at: '18:00',
      hostile: 'a\u001b[2J\u202e',
      empty: '',
      lines: 'a\nb\n',
      none: null,
    };
    const text = textOf(object('yes', spec));
    expect(parse(text, { version: '1.1' }).spec).toEqual(spec);
    const dir = configDirectory({ 'a.yaml': text });
    expect(readObjects(dir).objects).toEqual([object('yes', spec)]);
  });

  test('hold the same values for random objects', () => {
    const number = fc
      .oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }))
      .map((value) => value + 0);
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('NO', '~', '12:30', '<<', '- a', '# b'),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        word,
        number,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(word, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(word, value, { maxKeys: 5 }), (spec) => {
        const text = textOf(object('random', spec));
        const { documents, problems } = readYaml('a.yaml', text);
        expect(problems).toEqual([]);
        expect(documents.map((one) => one.value)).toEqual([object('random', spec)]);
        expect(textOf(documents[0]?.value as ConfigObject)).toBe(text);
        expect(isExported('access-policy/random.yaml', text)).toBe(true);
      }),
    );
  });

  test('have names that are a file of their own on each system', () => {
    const keys = [
      'a',
      'A',
      'a/b',
      '../../etc/passwd',
      '.hidden',
      'end.',
      'con',
      'nul.x',
      'ä',
      'a:b',
      'a%2fb',
      ' ',
      '\u202e',
    ];
    const paths = keys.map((key) => pathOf(object(key)));
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(keys.length);
    for (const path of paths) expect(path).toMatch(/^access-policy\/(?!\.)[a-z0-9._%-]+\.yaml$/);
    expect(paths).not.toContain('access-policy/con.yaml');
  });

  test('are told from files of a user', () => {
    const text = textOf(object('night', { name: 'Night', note: '# no comment' }));
    const path = 'access-policy/night.yaml';
    expect(isExported(path, text)).toBe(true);
    expect(isExported(path, text.replace('Night', 'Day'))).toBe(true);
    expect(isExported(path, text.replace('name: Night', 'name: Night # the night shift'))).toBe(false);
    expect(isExported('access-policy/day.yaml', text)).toBe(false);
    expect(isExported(path, `${text}---\n${text}`)).toBe(false);
    expect(isExported(path, 'a: b')).toBe(false);
    expect(isExported(path, '{')).toBe(false);
  });
});
