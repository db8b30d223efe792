import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Returns a PATH on which `npm ci` does nothing: the packages of examples are installed at the root already. */
export function pathWithNpm(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\n[ "$1" = ci ] || exec '${npm}' "$@"\n`;
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 });
  return [folder, dirname(process.execPath), process.env['PATH']].join(delimiter);
}
