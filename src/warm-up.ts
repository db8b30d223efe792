import { loadContract } from './http/contract.ts';

/**
 * Compiles the validators of operations that machines call, a little at a time: many of their requests would otherwise wait for it at
 * once. It runs after the node is ready, so that it delays no start.
 */
export async function warmUp(): Promise<void> {
  const contract = await loadContract();
  await contract.warmUp();
}
