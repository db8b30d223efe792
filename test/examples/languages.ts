import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { pythonProgram } from '../../scripts/python-tools.ts';
import { go } from '../support/go.ts';
import { programOf } from '../support/programs.ts';
import type { Command, Quickstart } from './quickstart.ts';

const run = promisify(execFile);

const found = pythonProgram([3, 11]);

/**
 * Installs exact versions, which are kept for other checkouts. keyward-client is that of this checkout, because no registry has it.
 * @param program the file that starts it
 */
export async function withPython(copy: string, program: string): Promise<Command> {
  const file = join(copy, 'requirements.txt');
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.filter((line) => !line.startsWith('keyward-client')).join('\n'));
  const environment = join(copy, '.venv');
  await run('scripts/environment/python.sh', [file, environment]);
  return {
    command: join(environment, 'bin/python'),
    words: [program],
    env: { PYTHONPATH: resolve('clients/python/src'), PYTHONPYCACHEPREFIX: resolve('.cache/pycache') },
  };
}

/** Maven keeps what it fetches for other checkouts, in its own folder. */
async function withMaven(copy: string): Promise<Command> {
  await run('mvn', ['-B', '-q', 'package'], { cwd: copy });
  return { command: 'java', words: ['-jar', 'target/quickstart.jar'] };
}

/** The module of Keyward is that of this checkout. */
async function withGo(copy: string): Promise<Command> {
  await go(copy, {}, 'mod', 'edit', '-replace', `keyward.example/clients/go=${resolve('clients/go')}`);
  await go(copy, {}, 'build', '-o', 'quickstart', '.');
  return { command: join(copy, 'quickstart'), words: [] };
}

/** @param program its packages for the tests that run quickstarts stand in scripts/environment/packages.txt */
const needing = (program: string, hint: string): Required<Quickstart>['needs'] => ({
  program: programOf(program),
  hint,
});

/** The interpreter that an example needs. @param what the example, as its hint names it */
export const needingPython = (what: string): Required<Quickstart>['needs'] =>
  'missing' in found
    ? { program: undefined, hint: `${what}: ${found.missing}` }
    : { program: found.python, hint: '' };

/** Quickstarts in Python, Java and Go. */
export const languages: readonly Quickstart[] = [
  {
    name: 'fastapi',
    type: 'web',
    isLight: true,
    needs: needingPython('the quickstart of FastAPI'),
    install: (copy) => withPython(copy, 'app.py'),
  },
  {
    name: 'spring-boot',
    type: 'web',
    isLight: false,
    needs: needing(
      'mvn',
      'Spring Boot needs Maven and a JDK (Debian: apt-get install default-jdk-headless maven)',
    ),
    install: withMaven,
  },
  {
    name: 'go',
    type: 'web',
    // It compiles in seconds, but the gate installs no Go.
    isLight: false,
    needs: needing('go', 'the quickstart of Go needs Go (Debian: apt-get install golang-go)'),
    install: withGo,
  },
];
