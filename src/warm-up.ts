import type { Config } from './config.ts';
import { loadContract } from './http/contract/contract.ts';
import { loadCode } from './lib/code-at-first-use.ts';

/**
 * Loads all code that requests and background tasks of this process may need, before the process is ready. So the process goes on if the
 * files of the service are replaced. It begins beside the start of the database, which mostly waits.
 * @returns a function that waits until the code is loaded, and throws if a module cannot be loaded
 */
export function loadAhead({
  warmUp,
  role,
  migrations,
}: Pick<Config, 'warmUp' | 'role' | 'migrations'>): () => Promise<void> {
  if (warmUp === 'off' || migrations === 'only') return () => Promise.resolve();
  const loading = loadCode([
    ...(role === 'worker' ? [] : (['requests'] as const)),
    ...(role === 'api' ? [] : (['tasks'] as const)),
  ]);
  // The start may end before it waits for the code.
  loading.catch(() => undefined);
  return () => loading;
}

/**
 * Compiles the validators of operations that machines call, a little at a time: many of their requests would otherwise wait for them at
 * once. It runs after the node is ready, because it takes a second.
 */
export const warmUp = (): Promise<void> => loadContract().warmUp();
