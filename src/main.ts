// The first file of the process. Its imports are loaded before the cache is on, so it imports nothing of ours.
import { statSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

/**
 * Lets the next start read what this one compiles: without it, a third of the CPU of a start removes types and compiles again.
 * The folder holds code that the process runs. So it lies in the data folder, beside the master key, and only if no other user can
 * write there. If the folder cannot be written, the start goes on without it. NODE_COMPILE_CACHE names another folder, and Deno has no such
 * cache.
 */
function keepCompiled(dataDir: string): void {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  const isOurs = folder?.isDirectory() && folder.uid === process.getuid?.() && (folder.mode & 0o022) === 0;
  if (isOurs && 'enableCompileCache' in module) module.enableCompileCache(join(dataDir, 'compiled'));
}

try {
  keepCompiled(process.env['DATA_DIR'] ?? '.data');
} catch {
  // DATA_DIR is read and judged later.
}
await import('./process.ts');
