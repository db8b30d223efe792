import type { Contract } from '../../../src/lib/contract.ts';

/** Loads the part of the contract that has the operations which this dashboard names (dashboard/contract-part.ts). */
export const contract = async (): Promise<Contract> =>
  (await import('virtual:contract-part')).default as Contract;
