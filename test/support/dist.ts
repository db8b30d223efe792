// Parts of a release, built as `make release` builds them.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { treeVersion } from '../../scripts/release/version-places.ts';

const run = promisify(execFile);

/**
 * Builds parts of a release: a draft, because the work tree of a test may have changes.
 * @param env settings beside those of this process
 * @returns what the program printed
 */
export async function buildDist(
  out: string,
  parts: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const wanted = { OUT: out, PARTS: parts.join(' '), VERSION: treeVersion(), DRAFT: '1' };
  const { stdout } = await run(process.execPath, ['scripts/release.ts'], {
    env: { ...process.env, ...wanted, ...env },
    maxBuffer: 1 << 26,
  });
  return stdout;
}

/** Returns the path of the only file in a folder with this end. @throws if there are none or several */
export function onlyFile(folder: string, end: string): string {
  const [name, ...more] = readdirSync(folder).filter((one) => one.endsWith(end));
  if (name === undefined || more.length > 0) throw new Error(`${folder} has not one file …${end}`);
  return join(folder, name);
}
