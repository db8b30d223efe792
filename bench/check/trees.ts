// The work trees of `make bench-check`, and the services that run in them.
import { execFileSync, fork } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Side } from './side.ts';
import { note } from '../frame/rig.ts';

export interface Tree {
  folder: string;
  remove(): void;
}

/** Checks a commit out with its packages. Without a commit, it is the work tree itself, which is left as it is. */
export function openCommit(root: string, commit: string | undefined): Tree {
  if (commit === undefined) return { folder: root, remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'keyward-check-tree-'));
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-C', root, ...words], { stdio: 'pipe' });
  git('worktree', 'add', '--detach', '--force', folder, commit);
  const text = (place: string): string => readFileSync(join(place, 'package-lock.json'), 'utf8');
  if (text(root) === text(folder))
    execFileSync('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);
  else {
    note(`installing the packages of ${commit}`);
    execFileSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return {
    folder,
    remove: () => {
      if (existsSync(folder)) git('worktree', 'remove', '--force', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface OpenSide {
  side: Side;
  /** CPU microseconds that it takes in a millisecond while nothing is asked of it. */
  idlePerMilli: number;
  stop(): Promise<void>;
}

/** Starts the service of a work tree with its data. */
export function openSide({ folder }: Tree): Promise<OpenSide> {
  const program = join(folder, 'bench/check/side.ts');
  const ours = join(import.meta.dirname, 'side.ts');
  if (program !== ours) {
    mkdirSync(dirname(program), { recursive: true });
    copyFileSync(ours, program);
  }
  const child = fork(program, [], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      if (child.connected) child.disconnect();
    });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
    child.once('message', (side: Side) => resolve({ side, idlePerMilli: 0, stop }));
  });
}
