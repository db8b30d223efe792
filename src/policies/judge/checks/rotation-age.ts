import type { PolicyKind } from '../types.ts';

const daySeconds = 86_400;

export interface RotationAgeParameters {
  maxAgeDays: number;
}

export const rotationAge: PolicyKind<RotationAgeParameters> = {
  schema: 'RotationAgeParameters',
  operations: ['verifyCredential', 'authenticate', 'dailyPass'],
  compile:
    ({ maxAgeDays }) =>
    ({ ageSeconds }) =>
      ageSeconds === undefined || ageSeconds <= maxAgeDays * daySeconds
        ? undefined
        : {
            reason: `it was not rotated for more than ${maxAgeDays} days`,
            details: { ageDays: Math.floor(ageSeconds / daySeconds), maxAgeDays },
          },
};
