import type { ServiceProviderPreview } from '../../../generated/types/types.gen.ts';
import { audiencesOf } from '../asserting.ts';
import { defaultAcsUrl } from '../acs-url.ts';
import { nameFormatOf } from '../attributes.ts';
import { classFor } from '../authn-context.ts';
import type { Preview } from '../preview.ts';
import { library } from '../preview-reading.ts';

/** Kinds of logins, as `amr` values (RFC 8176). */
const logins = [
  { login: 'PASSWORD', amr: ['pwd'] },
  { login: 'MULTI_FACTOR', amr: ['pwd', 'mfa'] },
  { login: 'OTHER', amr: [] },
] as const;

export const viewPreview = (
  userId: string,
  { provider, refusals, nameId, attributes, reading }: Preview,
): ServiceProviderPreview => ({
  userId,
  allowed: refusals.length === 0,
  refusals,
  nameId,
  attributes: attributes.map(({ name, nameFormat, values }) => ({
    name,
    nameFormat: nameFormatOf(nameFormat),
    values: [...values],
  })),
  acsUrl: defaultAcsUrl(provider),
  audiences: audiencesOf(provider),
  authnContexts: logins.map(({ login, amr }) => ({ login, class: classFor(amr, []) ?? '' })),
  assertionTtl: provider.assertionTtl,
  sessionTtl: provider.sessionTtl,
  signAssertions: provider.signAssertions,
  signResponses: provider.signResponses,
  encryptAssertions: provider.encryptAssertions,
  independentReading: { library, ...reading },
});
