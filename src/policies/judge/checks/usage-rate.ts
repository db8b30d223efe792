import type { PolicyKind } from '../types.ts';

/** The one window that is counted in the row of a credential. */
export interface UsageRateParameters {
  maxUses: number;
  windowSeconds?: number;
}

const windowSeconds = 60;

export const usageRate: PolicyKind<UsageRateParameters> = {
  schema: 'UsageRateParameters',
  operations: ['verifyCredential', 'authenticate'],
  compile:
    ({ maxUses }) =>
    ({ windowUses }) =>
      windowUses === undefined || windowUses <= maxUses
        ? undefined
        : {
            reason: `it was used more than ${maxUses} times in a minute`,
            details: { maxUses, windowSeconds },
          },
};
