import { atFirstUse } from './at-first-use.ts';

/** Code of requests, or of background tasks. */
type Kind = 'requests' | 'tasks';

const parts: { kind: Kind; load: () => Promise<unknown> }[] = [];
/** Parts whose last load failed. A runtime may keep the failure of a module until the process ends. */
const failed = new Set<object>();

/**
 * Loads code at its first use, or when `loadCode` is called. Call it while a module is evaluated: the process keeps each part until it ends.
 * @param load imports the code
 */
export function codeAtFirstUse<Code>(
  load: () => Promise<Code>,
  kind: Kind = 'requests',
): () => Promise<Code> {
  const once = atFirstUse(async () => {
    try {
      const code = await load();
      failed.delete(once);
      return code;
    } catch (error) {
      failed.add(once);
      throw error;
    }
  });
  parts.push({ kind, load: once });
  return once;
}

/**
 * Loads all code of some kinds, one part after the other, so that other work of the process goes on between them.
 * @throws the error of the first part that cannot be loaded; parts after it are loaded, too
 */
export async function loadCode(kinds: readonly Kind[]): Promise<void> {
  const faults: unknown[] = [];
  for (const { kind, load } of parts) {
    if (!kinds.includes(kind)) continue;
    await load().catch((error: unknown) => faults.push(error));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (faults.length > 0) throw faults[0];
}

/** Returns whether some code could not be loaded, for example because its files were removed under the running process. */
export const lacksCode = (): boolean => failed.size > 0;
