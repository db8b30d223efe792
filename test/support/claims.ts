import type { ClaimOptions } from '../../src/webhooks/sql/delivery-queue.ts';

const nobody = new Map<string, number>();

/** The claim of a process that sends nothing yet: half of its places for one tenant. */
export const idleClaim: ClaimOptions = {
  most: 1_000,
  sending: nobody,
  sendingOfTenants: nobody,
  slots: 20,
  failingSlots: 5,
};
