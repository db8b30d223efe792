// Builds and packs the TypeScript client as it is published: pack-typescript.ts <folder for the tarball>.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const source = 'clients/typescript';

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Returns the path of the tarball. Building aside keeps the checkout clean and lets two run at once. */
export function packTypescript(destination: string): string {
  mkdirSync(destination, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'keyward-pack-'));
  try {
    run(process.execPath, 'node_modules/typescript7/bin/tsc', '-p', source, '--outDir', join(folder, 'dist'));
    for (const file of [`${source}/package.json`, `${source}/README.md`, 'LICENSE'])
      copyFileSync(file, join(folder, file.split('/').at(-1) ?? file));
    const name = run('npm', 'pack', folder, '--silent', '--pack-destination', destination).trim();
    return resolve(destination, name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) console.log(packTypescript(process.argv[2] ?? '.cache'));
