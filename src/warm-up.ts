import { loadContract } from './http/contract.ts';
import { loadEngine } from './oidc/oidc-engine.ts';

/**
 * Compiles the validators of operations that machines call, a little at a time, and loads the engine that some of them need: many of
 * their requests would otherwise wait for it at once. It runs after the node is ready, so that it delays no start.
 */
export async function warmUp(): Promise<void> {
  await loadContract().warmUp();
  await loadEngine();
}
