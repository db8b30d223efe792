import { invalid } from '../../../failure.ts';
import { addressMatcher, normalizeCidr } from '../../../lib/address.ts';
import type { PolicyKind } from '../types.ts';

export interface IpAllowlistParameters {
  cidrs: string[];
}

export const ipAllowlist: PolicyKind<IpAllowlistParameters> = {
  schema: 'IpAllowlistParameters',
  operations: ['verifyCredential', 'authenticate'],
  normalize: ({ cidrs }) => ({
    cidrs: cidrs.map((cidr, at) => {
      const normal = normalizeCidr(cidr);
      if (normal === undefined)
        throw invalid(`parameters.cidrs.${at}`, 'must be an address or a CIDR range such as 203.0.113.0/24');
      return normal;
    }),
  }),
  compile: ({ cidrs }) => {
    const matches = addressMatcher(cidrs);
    return ({ address }) => {
      if (address === undefined) return undefined;
      if (address === null)
        return { reason: 'its address is not known: send ipAddress', details: { ipAddress: null } };
      return matches(address)
        ? undefined
        : {
            reason: 'it is used from an address that the policy does not allow',
            details: { ipAddress: address },
          };
    };
  },
};
