import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a directory with these files, which lives as long as the test. */
export function configDirectory(files: Record<string, string | Buffer>): string {
  const dir = mkdtempSync(join(tmpdir(), 'keyward-config-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return dir;
}
