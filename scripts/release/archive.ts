// Archives that have equal bytes for equal files: sorted names, one time, no owner.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run, trackedFiles } from './run.ts';

/** Copies the files of a folder that Git tracks. @param without whether a file is left out */
export function copyTracked(
  folder: string,
  to: string,
  without: (file: string) => boolean = () => false,
): void {
  for (const file of trackedFiles(folder)) {
    if (without(file)) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(folder, file), join(to, file));
  }
}

/** Returns the words that make two tars of equal files equal. @param time in seconds */
const tarWords = (folder: string, time: number): string[] => [
  '--sort=name',
  '--format=ustar',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u=rwX,go=rX',
  `--mtime=@${time}`,
  '-C',
  folder,
];

/** Writes a `.tar.gz` of one entry of a folder. @param time in seconds */
export function writeTar(file: string, folder: string, entry: string, time: number): void {
  const words = [...tarWords(folder, time), '-cf', '-', entry];
  const tar = execFileSync('tar', words, { maxBuffer: 1 << 30 });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, gzipSync(tar, { level: 9 }));
}

/** Writes a `.tar` of the entries of a folder, whose files are compressed already. @param time in seconds */
export function writePlainTar(file: string, folder: string, time: number): void {
  mkdirSync(dirname(file), { recursive: true });
  run('tar', [...tarWords(folder, time), '-cf', file, ...readdirSync(folder).toSorted()]);
}

/** Writes a `.zip` of the files of a folder, without entries for folders. @param time in seconds */
export function writeZip(file: string, folder: string, time: number): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();
  for (const name of names) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
    utimesSync(path, time, time);
  }
  mkdirSync(dirname(file), { recursive: true });
  // The times in a zip are those of a clock on a wall.
  run('zip', ['-q', '-X', '-9', file, ...names], { cwd: folder, env: { TZ: 'UTC' } });
}
