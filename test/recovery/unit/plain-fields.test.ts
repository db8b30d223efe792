import { describe, expect, test } from 'vitest';
import { readContract } from '../../../scripts/contract.ts';
import { follow, operationsOf, type Schema } from '../../../src/lib/contract.ts';
import { loosensConnection, loosensSocialProvider } from '../../../src/federation/connections/loosening.ts';
import { loosensClient } from '../../../src/oidc/client-loosening.ts';
import { plainFields as ofCredential } from '../../../src/recovery/replays/credential.ts';
import { plainFields as ofIdentity } from '../../../src/recovery/replays/identity.ts';
import type { LoosensAny } from '../../../src/recovery/replays/settling.ts';
import { plainFields as ofUser } from '../../../src/recovery/replays/user.ts';
import { loosensProvider } from '../../../src/saml/loosening.ts';
import { loosensWebhook } from '../../../src/webhooks/loosening.ts';

const contract = readContract();

function namesIn(given: Schema): string[] {
  const { properties = {}, allOf = [] } = follow(contract, given);
  return [...Object.keys(properties), ...allOf.flatMap(namesIn)];
}

function fieldsOf(id: string): string[] {
  const media = operationsOf(contract).find((operation) => operation.id === id)?.body?.content;
  const { schema } = media?.['application/json'] ?? {};
  if (!schema) throw new Error(`${id} takes no body`);
  return namesIn(schema);
}

/** The fields whose changes an operator compares, because a lost change may have taken a right. */
const compared = {
  updateCredential: [ofCredential, 'maxUsageCount rateLimitPerMinute'],
  updateIdentity: [ofIdentity, 'tags'],
  updateUser: [ofUser, 'email emailVerified username managerId phoneNumber phoneNumberVerified externalId'],
} as const;

/**
 * Targets whose changes are settled by the tables `loosens…` of their rooms, and the fields that no table knows. Both values of such a
 * field may be wrong, so the operator compares each change. A new field stands here until a table knows it.
 */
const moving: Readonly<Record<string, readonly [LoosensAny, string]>> = {
  updateWebhook: [loosensWebhook, 'url'],
  updateOidcClient: [
    loosensClient,
    'backchannelLogoutUri initiateLoginUri responseTypes subjectType tokenEndpointAuthMethod',
  ],
  updateOidcConnection: [
    loosensConnection,
    'attributeMapping clientId clientSecret discoveryUrl groupsClaim revokeSessions scopes tokenEndpointAuthMethod userInfo',
  ],
  updateSamlConnection: [
    loosensConnection,
    'attributeMapping groupsClaim idpEntityId metadataSigningCertificate metadataUrl metadataXml nameIdFormat revokeSessions sloBinding sloResponseUrl sloUrl ssoBinding ssoUrl subjectAttribute',
  ],
  updateServiceProvider: [
    loosensProvider,
    'acsUrl encryptionCertificate metadataSigningCertificate metadataXml nameIdAttribute nameIdFormat sloBinding',
  ],
  updateSocialProvider: [loosensSocialProvider, 'clientId clientSecret scopes'],
};

/** Values of each form that fields have. A table that knows a field says of one of them at least that it gives nothing. */
const forms = [null, true, false, 0, '', [], 'DISABLED', 'NONE', 'none'];
const isSettled = (loosens: LoosensAny, field: string): boolean =>
  forms.some((from) => forms.some((to) => !loosens([{ field, from, to }])));

describe('after a restore, a lost change of a field is', () => {
  test.for(Object.entries(compared))(
    '%s: compared, or gives no right and keeps no tenant closed',
    ([id, [plain, names]]) => {
      const undecided = fieldsOf(id).filter((name) => !plain.has(name));
      expect(undecided.toSorted()).toEqual(names.split(' ').toSorted());
    },
  );

  test.for(Object.entries(moving))('%s: settled, or compared if it moved', ([id, [loosens, names]]) => {
    const moved = fieldsOf(id).filter((field) => !isSettled(loosens, field));
    expect([...new Set(moved)].toSorted()).toEqual(names.split(' ').toSorted());
  });
});
