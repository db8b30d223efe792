import { loadContract } from './http/contract.ts';
import { loadUndici } from './platform/outgoing.ts';

/**
 * Makes ready what the first requests would otherwise wait for, a little at a time: validators, and libraries that are loaded at
 * their first use. It runs after the node is ready, so that it delays no start.
 */
export async function warmUp(): Promise<void> {
  const contract = await loadContract();
  await contract.warmUp();
  await loadUndici();
}
