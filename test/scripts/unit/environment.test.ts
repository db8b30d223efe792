import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const work = mkdtempSync(join(tmpdir(), 'keyward-environment-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const programs = join(work, 'bin');
const cache = join(work, 'cache');

/** A program that takes the place of the one of this name. */
function standIn(name: string, script: string): void {
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Makes a checkout with the scripts of this folder. */
function checkOut(name: string, files: Record<string, string> = {}): string {
  const folder = join(work, name);
  cpSync('scripts/environment', join(folder, 'scripts/environment'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

function run(folder: string, script: string, words: string[] = [], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(join(folder, 'scripts/environment', script), words, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: programs + delimiter + process.env['PATH'], HOME: work, KEYWARD_CACHE: cache, ...env },
  });
  return { status, said: stdout + stderr };
}

describe('node-modules.sh', () => {
  const lock = { 'package.json': '{}', 'package-lock.json': '{"a":1}' };
  beforeEach(() => {
    rmSync(work, { recursive: true, force: true });
    // It notes each installation beside the checkouts.
    standIn(
      'npm',
      `[ "$1" = ci ] || exec echo 11.0.0
       echo x >> '${work}/installed'
       [ ! -e '${work}/fail' ] || exit 1
       [ "$2" = --prefix ] || set -- ci --prefix .
       rm -rf "$3/node_modules" && mkdir -p "$3/node_modules/.bin" && echo "as it came" > "$3/node_modules/file"
       case "$*" in *dev*) echo "as it came" > "$3/node_modules/for-tests" && ln -s ../for-tests "$3/node_modules/.bin/" ;; esac`,
    );
  });
  const installations = () => readFileSync(join(work, 'installed'), 'utf8').length / 2;
  const file = (folder: string) => join(folder, 'node_modules/file');

  test('installs once for all checkouts with the same lock file, and once more for another', () => {
    const checkouts = [checkOut('first', lock), checkOut('second', lock)];
    for (const one of checkouts) expect(run(one, 'node-modules.sh', ['.'])).toEqual({ status: 0, said: '' });
    expect(installations()).toBe(1);
    for (const one of checkouts) expect(readFileSync(file(one), 'utf8')).toBe('as it came\n');
    run(checkOut('third', { ...lock, 'package-lock.json': '{"a":2}' }), 'node-modules.sh', ['.']);
    expect(installations()).toBe(2);
  });

  test('keeps a copy that no checkout can change, and replaces what a checkout had', () => {
    const [first, second] = [checkOut('first', lock), checkOut('second', lock)];
    for (const one of [first, second]) {
      run(one, 'node-modules.sh', ['.']);
      writeFileSync(file(one), 'changed');
      writeFileSync(`${file(one)}.more`, 'changed');
    }
    rmSync(join(first, 'node_modules/.installed'));
    rmSync(join(first, 'node_modules/.installed-start'));
    run(first, 'node-modules.sh', ['.']);
    expect(readFileSync(file(first), 'utf8')).toBe('as it came\n');
    expect(existsSync(`${file(first)}.more`)).toBe(false);
    expect(installations()).toBe(1);
  });

  describe.each([
    ['another checkout has installed the same lock file', true],
    ['no other checkout has', false],
  ])('after an installation for the start, if %s,', (_, known) => {
    test('adds the other packages, and touches no file of a service that runs', () => {
      const folder = checkOut('first', lock);
      if (known) run(checkOut('second', lock), 'node-modules.sh', ['.']);
      expect(run(folder, 'node-modules.sh', ['.', 'start'])).toEqual({ status: 0, said: '' });
      expect(existsSync(join(folder, 'node_modules/for-tests'))).toBe(false);
      const identity = () => {
        const { ino, ctimeMs } = statSync(file(folder));
        return { ino, ctimeMs };
      };
      const before = identity();
      for (const kind of [['.'], ['.', 'start'], ['.']]) {
        const later = new Date(Date.now() + 60_000);
        utimesSync(join(folder, 'package-lock.json'), later, later);
        expect(run(folder, 'node-modules.sh', kind)).toEqual({ status: 0, said: '' });
        expect(readFileSync(join(folder, 'node_modules/.bin/for-tests'), 'utf8')).toBe('as it came\n');
        expect(identity()).toEqual(before);
      }
      expect(installations()).toBe(2);
      expect(globSync('part.*', { cwd: folder })).toEqual([]);
    });
  });

  test('replaces the packages of another lock file', () => {
    const folder = checkOut('first', lock);
    run(folder, 'node-modules.sh', ['.', 'start']);
    writeFileSync(`${file(folder)}.old`, '');
    writeFileSync(join(folder, 'package-lock.json'), '{"a":2}');
    run(folder, 'node-modules.sh', ['.']);
    expect(existsSync(`${file(folder)}.old`)).toBe(false);
    expect(readFileSync(file(folder), 'utf8')).toBe('as it came\n');
  });

  test('keeps nothing of an installation that failed', () => {
    const folder = checkOut('first', lock);
    writeFileSync(join(work, 'fail'), '');
    expect(run(folder, 'node-modules.sh', ['.']).status).toBe(1);
    expect(globSync('node-modules/*', { cwd: cache })).toEqual([]);
    rmSync(join(work, 'fail'));
    expect(run(folder, 'node-modules.sh', ['.']).status).toBe(0);
    expect(globSync('node-modules/*', { cwd: cache })).toHaveLength(1);
  });

  test.each([
    ['KEYWARD_CACHE is empty', ''],
    ['its folder cannot be made', '/dev/null/cache'],
  ])('installs in each checkout if %s', (_, KEYWARD_CACHE) => {
    for (const name of ['first', 'second'])
      expect(run(checkOut(name, lock), 'node-modules.sh', ['.'], { KEYWARD_CACHE })).toEqual({
        status: 0,
        said: '',
      });
    expect(installations()).toBe(2);
  });
});

describe('python.sh', () => {
  const made = (folder: string) => readFileSync(join(folder, '.cache/python/bin/made'), 'utf8');
  beforeEach(() => {
    rmSync(work, { recursive: true, force: true });
    // Its pip notes each environment that is made, and fails if it is told to.
    standIn(
      'python3',
      `[ "$1" = - ] && exec git hash-object "$2"
       [ "$2" = venv ] || exit 2
       mkdir -p "$3/bin" && touch "$3/bin/made"
       printf '#!/bin/sh\\n[ ! -e ${work}/fail ] && echo x >> "$(dirname "$0")/made"\\n' > "$3/bin/pip"
       chmod +x "$3/bin/pip"`,
    );
  });

  test('makes one environment for all checkouts with the same versions, and another for others', () => {
    const checkouts = ['first', 'second', 'third'].map((name) => checkOut(name));
    const [first = '', second = '', third = ''] = checkouts;
    writeFileSync(join(third, 'scripts/environment/requirements.txt'), 'another==1\n');
    for (const one of [...checkouts, first]) expect(run(one, 'python.sh')).toEqual({ status: 0, said: '' });
    expect(made(first)).toBe('x\n');
    writeFileSync(join(second, '.cache/python/bin/made'), 'of the second\n');
    expect(made(first)).toBe('of the second\n');
    expect(made(third)).toBe('x\n');
  });

  test('makes an environment again that was not made to its end', () => {
    const folder = checkOut('first');
    writeFileSync(join(work, 'fail'), '');
    expect(run(folder, 'python.sh').status).toBe(1);
    expect(existsSync(join(folder, '.cache/python'))).toBe(false);
    rmSync(join(work, 'fail'));
    expect(run(folder, 'python.sh').status).toBe(0);
    expect(made(folder)).toBe('x\n');
  });

  test('makes the environment in the checkout if no folder outside can be written', () => {
    const folder = checkOut('first');
    expect(run(folder, 'python.sh', [], { KEYWARD_CACHE: '' }).status).toBe(0);
    expect(globSync('.cache/environments/*/bin/made', { cwd: folder })).toHaveLength(1);
    expect(made(folder)).toBe('x\n');
  });
});

describe('cache.sh', () => {
  test('removes what no checkout has used for a month', () => {
    rmSync(work, { recursive: true, force: true });
    const folder = checkOut('first');
    for (const [name, days] of [
      ['old', 32],
      ['used', 2],
    ] as const) {
      const kept = join(cache, 'things', name);
      mkdirSync(kept, { recursive: true });
      const at = Date.now() / 1000 - days * 24 * 60 * 60;
      utimesSync(kept, at, at);
    }
    expect(run(folder, 'cache.sh', ['things'])).toEqual({ status: 0, said: `${join(cache, 'things')}\n` });
    expect(globSync('things/*', { cwd: cache })).toEqual([join('things', 'used')]);
  });
});
