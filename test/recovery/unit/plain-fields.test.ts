import { describe, expect, test } from 'vitest';
import { readContract } from '../../../scripts/contract.ts';
import { follow, operationsOf, type Schema } from '../../../src/lib/contract.ts';
import { plainFields as ofCredential } from '../../../src/recovery/replays/credential.ts';
import { plainFields as ofIdentity } from '../../../src/recovery/replays/identity.ts';
import { plainFields as ofUser } from '../../../src/recovery/replays/user.ts';

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

describe('after a restore, a lost change of a field is', () => {
  test.for(Object.entries(compared))(
    '%s: compared, or gives no right and keeps no tenant closed',
    ([id, [plain, names]]) => {
      const undecided = fieldsOf(id).filter((name) => !plain.has(name));
      expect(undecided.toSorted()).toEqual(names.split(' ').toSorted());
    },
  );
});
