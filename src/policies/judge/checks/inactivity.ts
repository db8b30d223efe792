import type { PolicyKind } from '../types.ts';

const daySeconds = 86_400;

export interface InactivityParameters {
  maxIdleDays: number;
}

export const inactivity: PolicyKind<InactivityParameters> = {
  schema: 'InactivityParameters',
  operations: ['verifyCredential', 'authenticate', 'dailyPass'],
  compile:
    ({ maxIdleDays }) =>
    ({ idleSeconds }) =>
      idleSeconds === undefined || idleSeconds <= maxIdleDays * daySeconds
        ? undefined
        : {
            reason: `it was not used for more than ${maxIdleDays} days`,
            details: { idleDays: Math.floor(idleSeconds / daySeconds), maxIdleDays },
          },
};
