import type { ClaimOptions } from '../../src/queries/claim-deliveries.ts';

const nobody = new Map<string, number>();

/** What a process claims that sends nothing yet. */
export const idleClaim: ClaimOptions = {
  most: 500,
  sending: nobody,
  sendingOfTenants: nobody,
  slots: 20,
  failingSlots: 5,
  tenantSlots: 500,
};
