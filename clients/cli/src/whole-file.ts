// Files that are whole at every time.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes a file. A reader, and a run that is killed, find the former file or the new one, and no part.
 * @param mode who may read it, as of a new file; without it, the system decides
 */
export function writeWhole(file: string, text: string, mode?: number): void {
  // If the process ends in between, no one takes the draft for a file, because its name starts with a dot.
  const draft = join(dirname(file), `.keyward-${crypto.randomUUID()}.tmp`);
  try {
    writeFileSync(draft, text, { flag: 'wx', flush: true, mode });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
