import { invalid } from '../../../failure.ts';
import type { PolicyKind } from '../types.ts';

export interface CredentialLifetimeParameters {
  maxTtlSeconds: number;
  defaultTtlSeconds?: number;
  allowNeverExpiring?: boolean;
}

export const credentialLifetime: PolicyKind<CredentialLifetimeParameters> = {
  schema: 'CredentialLifetimeParameters',
  operations: ['createCredential', 'createJitCredential', 'exchangeToken', 'updateCredential', 'dailyPass'],
  normalize(parameters) {
    const { maxTtlSeconds, defaultTtlSeconds } = parameters;
    if (defaultTtlSeconds !== undefined && defaultTtlSeconds > maxTtlSeconds)
      throw invalid('parameters.defaultTtlSeconds', 'must be at most maxTtlSeconds');
    return parameters;
  },
  compile:
    ({ maxTtlSeconds, allowNeverExpiring = false }) =>
    ({ ttlSeconds }) => {
      if (ttlSeconds === undefined) return undefined;
      if (ttlSeconds === null)
        return allowNeverExpiring
          ? undefined
          : { reason: 'it would never expire', details: { ttlSeconds, maxTtlSeconds } };
      if (ttlSeconds <= maxTtlSeconds) return undefined;
      const reason = `it would live longer than ${maxTtlSeconds} seconds`;
      return { reason, details: { ttlSeconds, maxTtlSeconds } };
    },
};
