import { describe, expect, test } from 'vitest';
import {
  authenticationOptions,
  loadWebauthn,
  type NewKey,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '../../../src/users/passkeys/protocol/ceremonies.ts';
import type { RelyingParty } from '../../../src/users/passkeys/protocol/relying-party.ts';
import { readResponse } from '../../../src/users/passkeys/protocol/response.ts';
import { anAuthenticator, type Deviation } from '../../support/authenticator.ts';

const webauthn = await loadWebauthn();

const origin = 'https://login.example.com';
const party: RelyingParty = {
  rpId: 'login.example.com',
  rpName: 'Example',
  origins: [origin, 'https://example.com'],
  userVerification: 'preferred',
  residentKey: 'preferred',
  attestation: 'none',
  authenticatorAttachment: null,
  allowedAaguids: null,
  timeoutMs: 60_000,
};
const person = { id: 'usr_01kahz5v3be4nr7q2m8x9c0d1e', username: 'ada', displayName: 'Ada Lovelace' };
const challenge = Buffer.alloc(32, 7).toString('base64url');
const aaguid = '08987058-cadc-4b81-b6e1-30de50dcbe96';

const responseOf = (sent: string): object => readResponse(sent)?.response ?? {};

async function register(by: RelyingParty = party, off: Deviation & { aaguid?: string } = {}) {
  const authenticator = anAuthenticator(origin);
  const asked = await registrationOptions(webauthn, by, person, challenge, []);
  const key = await verifyRegistration(by, responseOf(authenticator.create(asked, off)), challenge);
  return { authenticator, key };
}

async function registered(off: Deviation = {}) {
  const { authenticator, key } = await register(party, off);
  if (typeof key === 'string') throw new Error(key);
  const use = async (
    deviation: Deviation,
    stored: Partial<NewKey> = {},
    verification = party.userVerification,
  ) => {
    const asked = await authenticationOptions(webauthn, party, challenge, [key]);
    const response = responseOf(authenticator.get(asked, deviation));
    return verifyAuthentication(party, response, challenge, { ...key, ...stored }, verification);
  };
  return { key, use };
}

/** The deviations of responses that do not answer our request, with any key. */
const wrong: [what: string, off: Deviation][] = [
  ['another origin', { origin: 'https://login.example.com.evil.example' }],
  ['an origin that only starts with ours', { origin: `${origin}:8443` }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32, 8).toString('base64url') }],
  ['the other ceremony', { type: 'payment.get' }],
  ['a response without user presence', { present: false }],
];

describe('registrationOptions', () => {
  test('ask for the settings of the tenant, with the user id as the handle', async () => {
    const options = await registrationOptions(webauthn, party, person, challenge, []);
    expect(options).toMatchObject({
      challenge,
      rp: { id: party.rpId, name: 'Example' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: 'ada', displayName: 'Ada Lovelace' },
      timeout: 60_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    // The algorithms are the same under every runtime, even if a runtime supports more.
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
  });

  test('exclude existing keys, and ask for attestation if only some models are allowed', async () => {
    const known = { credentialId: Buffer.from('abc'), transports: ['internal'] };
    const by = { ...party, allowedAaguids: [aaguid], authenticatorAttachment: 'platform' as const };
    expect(await registrationOptions(webauthn, by, person, challenge, [known])).toMatchObject({
      attestation: 'direct',
      excludeCredentials: [{ id: 'YWJj', transports: ['internal'], type: 'public-key' }],
      authenticatorSelection: { authenticatorAttachment: 'platform' },
    });
  });
});

describe('verifyRegistration', () => {
  test('returns the key, its model and whether it is synced', async () => {
    const { authenticator, key } = await register(party, { aaguid, synced: true });
    expect(key).toMatchObject({
      aaguid,
      credentialId: Buffer.from(authenticator.id, 'base64url'),
      counter: 0,
      transports: ['internal'],
      deviceType: 'multi',
      backedUp: true,
    });
  });

  test.for(wrong)('rejects %s', async ([, off]) => {
    expect((await register(party, off)).key).toBe('INVALID');
  });

  test('accepts each of the configured origins', async () => {
    expect((await register(party, { origin: 'https://example.com' })).key).toBeTypeOf('object');
  });

  test('rejects a model that is not allowed, and accepts an allowed one', async () => {
    const by = { ...party, allowedAaguids: [aaguid] };
    expect((await register(by)).key).toBe('AUTHENTICATOR');
    expect((await register(by, { aaguid })).key).toBeTypeOf('object');
  });

  test('rejects a response without user verification if verification is required', async () => {
    expect((await register(party, { verifies: false })).key).toBeTypeOf('object');
    const by = { ...party, userVerification: 'required' as const };
    expect((await register(by, { verifies: false })).key).toBe('UNVERIFIED');
  });
});

describe('verifyAuthentication', () => {
  test('returns the counter, the backup state, and whether the user was verified', async () => {
    const { use } = await registered();
    expect(await use({ counter: 7 }, { counter: 3 })).toEqual({
      counter: 7,
      backedUp: false,
      userVerified: true,
    });
    expect(await use({ verifies: false })).toMatchObject({ userVerified: false });
  });

  test.for(wrong)('rejects %s', async ([, off]) => {
    expect(await (await registered()).use(off)).toBe('INVALID');
  });

  test('rejects a bad signature, and the signature of another key', async () => {
    const { use } = await registered();
    expect(await use({ signature: Buffer.alloc(70, 1) })).toBe('INVALID');
    const other = await registered();
    expect(await use({}, { publicKey: other.key.publicKey })).toBe('INVALID');
  });

  test('rejects a counter that did not rise, after it has checked the signature', async () => {
    const { use } = await registered();
    expect(await use({ counter: 3 }, { counter: 3 })).toBe('COUNTER');
    expect(await use({ counter: 2 }, { counter: 3 })).toBe('COUNTER');
    expect(await use({ counter: 0 }, { counter: 3 })).toBe('COUNTER');
    expect(await use({ counter: 0 }, { counter: 0 })).toMatchObject({ counter: 0 });
    expect(await use({ counter: 2, signature: Buffer.alloc(70, 1) }, { counter: 3 })).toBe('INVALID');
  });

  test('rejects a response without user verification if verification is required', async () => {
    expect(await (await registered()).use({ verifies: false }, {}, 'required')).toBe('UNVERIFIED');
  });

  test('rejects a key that was bound to one device and is now synced', async () => {
    expect(await (await registered()).use({ synced: true })).toBe('INVALID');
    expect(await (await registered({ synced: true })).use({ synced: true })).toMatchObject({
      backedUp: true,
    });
  });
});

describe('readResponse', () => {
  test('returns the credential id and the user handle', () => {
    const response = { userHandle: Buffer.from(person.id).toString('base64url') };
    const read = readResponse(JSON.stringify({ id: 'YWJj', response }));
    expect([read?.credentialId.toString(), read?.userHandle]).toEqual(['abc', person.id]);
  });

  test.for([
    '',
    'null',
    '[]',
    '{',
    '"text"',
    '{"id":"YWJj"}',
    '{"id":1,"response":{}}',
    '{"id":"","response":{}}',
    '{"id":"a b","response":{}}',
    '{"id":"YWJj","response":null}',
    JSON.stringify({ id: 'A'.repeat(2000), response: {} }),
    JSON.stringify({ id: 'YWJj', response: { more: 'x'.repeat(40_000) } }),
  ])('rejects %s', (text) => {
    expect(readResponse(text)).toBeUndefined();
  });

  test('passes on a response with invalid fields, and the verification rejects it', async () => {
    const { key } = await registered();
    for (const response of [{}, { clientDataJSON: 1 }, { clientDataJSON: 'e30', authenticatorData: '' }]) {
      const read = responseOf(JSON.stringify({ id: 'YWJj', rawId: 'YWJj', type: 'public-key', response }));
      expect(await verifyAuthentication(party, read, challenge, key, 'required')).toBe('INVALID');
      expect(await verifyRegistration(party, read, challenge)).toBe('INVALID');
    }
  });
});
