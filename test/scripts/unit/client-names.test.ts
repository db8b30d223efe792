import { describe, expect, test } from 'vitest';
import { clientNames } from '../../../scripts/client-names.ts';
import type { Operation } from '../../../src/lib/contract.ts';

const operation = (id: string, tag: string) => ({ id, tag }) as Operation;
const nameOf = (id: string, tag: string) => clientNames([operation(id, tag)]).get(id);

describe('clientNames', () => {
  test('leaves out the noun of the family, in singular or plural', () => {
    expect(nameOf('verifyCredential', 'credentials')).toEqual({ family: 'credentials', method: 'verify' });
    expect(nameOf('listIdentities', 'identities')).toEqual({ family: 'identities', method: 'list' });
    expect(nameOf('getCredentialUsage', 'credentials')).toEqual({
      family: 'credentials',
      method: 'getUsage',
    });
  });

  test('makes one name of a tag with several words', () => {
    expect(nameOf('rotateOidcClientSecret', 'oidc-clients')).toEqual({
      family: 'oidcClients',
      method: 'rotateSecret',
    });
  });

  test('keeps the whole operationId when the noun is not in it', () => {
    expect(nameOf('getLiveness', 'service')).toEqual({ family: 'service', method: 'getLiveness' });
    expect(nameOf('listGroupers', 'groups')).toEqual({ family: 'groups', method: 'listGroupers' });
  });

  test('refuses two operations with one name', () => {
    const two = [operation('listCredential', 'credentials'), operation('listCredentials', 'credentials')];
    expect(() => clientNames(two)).toThrow('credentials.list');
  });

  test.each([
    ['Message', 'messages'],
    ['sendMessage', 'messages'],
    ['constructorMessage', 'messages'],
  ])('refuses %s, whose name the classes of the clients need', (id, tag) => {
    expect(() => nameOf(id, tag)).toThrow('that is taken');
  });
});
