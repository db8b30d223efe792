import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, normalize } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packagesByFile } from '../../../scripts/environment/prepare.ts';
import { sentinels } from '../../tiers/sentinels.ts';

describe('packages.sh', () => {
  const programs = mkdtempSync(join(tmpdir(), 'keyward-packages-'));
  afterAll(() => rmSync(programs, { recursive: true, force: true }));
  // Takes the place of the program that knows what is installed.
  const script = '#!/bin/sh\ncase "$*" in *pgbouncer*|*buildah*|*curl*) exit 1;; esac; echo installed\n';
  writeFileSync(join(programs, 'dpkg-query'), script, { mode: 0o755 });
  const missing = (...words: string[]): string[] =>
    execFileSync('scripts/environment/packages.sh', ['--missing', ...words], {
      encoding: 'utf8',
      env: { PATH: programs + delimiter + process.env['PATH'] },
    })
      .split('\n')
      .filter(Boolean);

  test('finds what the gate, a test file and the night need and this machine lacks', () => {
    expect(missing('gate')).toEqual(['buildah', 'curl']);
    expect(missing('test/deployment/container.deployment.test.ts')).toEqual(['buildah']);
    expect(missing('test/deployment/pgbouncer.deployment.test.ts', 'gate')).toEqual([
      'buildah',
      'curl',
      'pgbouncer',
    ]);
    expect(missing('test/unit/layout.test.ts')).toEqual([]);
    expect(missing('night')).toEqual(['buildah', 'curl', 'pgbouncer']);
  });
});

/** The package of each program that tests call by name. Node is there, and pgbackrest is only in `make long`. */
const packages: Record<string, string> = {
  apache2: 'apache2-bin',
  bash: 'bash',
  buildah: 'buildah',
  chromium: 'chromium',
  curl: 'curl',
  faketime: 'faketime',
  go: 'golang-go',
  haproxy: 'haproxy',
  javac: 'default-jdk-headless',
  mmdebstrap: 'mmdebstrap',
  mvn: 'maven',
  oathtool: 'oathtool',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  php: 'php-cli',
  promtool: 'prometheus',
  psql: 'postgresql-15',
  'systemd-analyze': 'systemd',
  zip: 'zip',
};
const others = new Set(['node', 'pgbackrest', '/usr/sbin/pgbouncer']);

describe('packages.txt', () => {
  const listed = packagesByFile();
  const sources = new Map(globSync('test/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')]));

  /** Returns a file, and the files of tests that it imports, directly or not. */
  function imported(file: string, seen = new Set<string>()): ReadonlySet<string> {
    if (seen.has(file) || !sources.has(file)) return seen;
    seen.add(file);
    for (const [, path = ''] of (sources.get(file) ?? '').matchAll(/(?:from|import\() ?'(\.[^']+)'/g))
      imported(normalize(join(dirname(file), path)), seen);
    return seen;
  }
  const programsOf = (file: string): string[] =>
    [...(sources.get(file) ?? '').matchAll(/programOf\('([^']+)'/g)].map(([, program = '']) => program);

  test('names test files that exist, in the order of their names', () => {
    const [gate, ...files] = listed.keys();
    expect(gate).toBe('gate');
    expect(files.filter((file) => !sources.has(file))).toEqual([]);
    expect(files).toEqual(files.toSorted());
  });

  test('gives the gate the packages of its sentinels', () => {
    const wanted = sentinels.flatMap(({ file }) => listed.get(file) ?? []);
    expect(wanted).toContain('haproxy');
    expect(listed.get('gate')).toEqual(expect.arrayContaining(wanted));
  });

  test('has the package of each program that a test looks for', () => {
    const called = [...sources.keys()].flatMap(programsOf).filter((program) => !others.has(program));
    expect(new Set(called)).toEqual(new Set(Object.keys(packages)));
    const gate = listed.get('gate') ?? [];
    const lacking = [...sources.keys()]
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) =>
        [...imported(file)]
          .flatMap(programsOf)
          .flatMap((program) => packages[program] ?? [])
          .filter((name) => !gate.includes(name) && !listed.get(file)?.includes(name))
          .map((name) => `${file} ${name}`),
      );
    expect(lacking).toEqual([]);
  });
});
