import type { Contract } from '../../../src/lib/contract.ts';

async function read(): Promise<Contract> {
  const answer = await fetch('/api/v1/openapi.json');
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json() as Promise<Contract>;
}

/** Returns the contract of the service that is running. It is read once for the page. */
export const contract = (() => {
  let asked: Promise<Contract> | undefined;
  return () =>
    (asked ??= read().catch((error: unknown) => {
      // The next call asks again.
      asked = undefined;
      throw error;
    }));
})();
