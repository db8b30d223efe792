import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type * as library from '@simplewebauthn/server';
import { codeAtFirstUse } from '../../../lib/code-at-first-use.ts';
import { withoutDisguise } from '../../../lib/shown-text.ts';
import type { RelyingParty } from './relying-party.ts';

export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

export type Webauthn = typeof library;

/** Loads 260 modules at its first use. Call it before a transaction begins, which may await nothing but the database. */
export const loadWebauthn: () => Promise<Webauthn> = codeAtFirstUse(() => import('@simplewebauthn/server'));

/** EdDSA, ES256, RS256 (RFC 9053): named, because the library offers more under runtimes that can do more. */
const algorithms = [-8, -7, -257];

/** A key that a person has already. */
export interface KnownKey {
  credentialId: Uint8Array;
  transports: string[];
}

/** A key that an authenticator made and proved to have made. */
export interface NewKey extends KnownKey {
  publicKey: Uint8Array;
  counter: number;
  aaguid: string;
  deviceType: 'single' | 'multi';
  backedUp: boolean;
}

/**
 * The reason why a response is refused. INVALID: its content or its signature is wrong. UNVERIFIED: the authenticator
 * did not verify the user, and must. AUTHENTICATOR: its model is not allowed. COUNTER: the counter is lower than
 * before, as that of a copied key is.
 */
export type PasskeyRefusal = 'INVALID' | 'UNVERIFIED' | 'AUTHENTICATOR' | 'COUNTER';

/** Returns the options for `navigator.credentials.create`. */
export function registrationOptions(
  { generateRegistrationOptions }: Webauthn,
  party: RelyingParty,
  person: { id: string; username: string; displayName: string | null },
  challenge: string,
  known: readonly KnownKey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: withoutDisguise(party.rpName),
    rpID: party.rpId,
    userID: bytes(Buffer.from(person.id)),
    userName: withoutDisguise(person.username),
    userDisplayName: withoutDisguise(person.displayName ?? person.username),
    challenge: bytes(Buffer.from(challenge, 'base64url')),
    timeout: party.timeoutMs,
    attestationType: attestationOf(party),
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: party.residentKey,
      userVerification: party.userVerification,
      ...(party.authenticatorAttachment === null
        ? {}
        : { authenticatorAttachment: party.authenticatorAttachment }),
    },
    supportedAlgorithmIDs: algorithms,
  });
}

/** Without an attestation most browsers say nothing of the model. The library knows no `indirect`, nor do browsers. */
const attestationOf = ({ attestation, allowedAaguids }: RelyingParty): 'none' | 'direct' =>
  attestation === 'none' && allowedAaguids === null ? 'none' : 'direct';

/**
 * Returns the options for `navigator.credentials.get`.
 * @param known the keys of the user who is signing in; empty when the key itself tells which user signs in
 */
export function authenticationOptions(
  { generateAuthenticationOptions }: Webauthn,
  party: RelyingParty,
  challenge: string,
  known: readonly KnownKey[] | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: party.rpId,
    challenge: bytes(Buffer.from(challenge, 'base64url')),
    timeout: party.timeoutMs,
    userVerification: known ? party.userVerification : 'required',
    ...(known ? { allowCredentials: known.map(descriptorOf) } : {}),
  });
}

/** @param response what the page sent, read by {@link readResponse} */
export async function verifyRegistration(
  party: RelyingParty,
  response: object,
  challenge: string,
): Promise<NewKey | PasskeyRefusal> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  const proved = await attempt(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!proved?.verified) return 'INVALID';
  const { aaguid, credential, credentialDeviceType, credentialBackedUp, userVerified } =
    proved.registrationInfo;
  if (party.userVerification === 'required' && !userVerified) return 'UNVERIFIED';
  if (party.allowedAaguids !== null && !party.allowedAaguids.includes(aaguid.toLowerCase()))
    return 'AUTHENTICATOR';
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: credential.counter,
    aaguid,
    transports: transportsOf(response),
    deviceType: credentialDeviceType === 'multiDevice' ? 'multi' : 'single',
    backedUp: credentialBackedUp,
  };
}

/** The facts about a key that proves its user. */
export type StoredKey = Pick<NewKey, 'credentialId' | 'publicKey' | 'counter' | 'deviceType'>;

/** The proof of an authenticator. */
export interface Proof {
  counter: number;
  backedUp: boolean;
  /** Whether it asked its holder for a finger, a face or a PIN. */
  userVerified: boolean;
}

/** @param verification whether the holder must have proved to the authenticator who they are */
export async function verifyAuthentication(
  party: RelyingParty,
  response: object,
  challenge: string,
  key: StoredKey,
  verification: 'required' | 'preferred' | 'discouraged',
): Promise<Proof | PasskeyRefusal> {
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const proved = await attempt(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rpId,
      requireUserVerification: false,
      // Judged below: the library looks at it before the signature, so that anybody could report a copy.
      credential: {
        id: Buffer.from(key.credentialId).toString('base64url'),
        publicKey: bytes(key.publicKey),
        counter: 0,
      },
    }),
  );
  if (!proved?.verified) return 'INVALID';
  const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = proved.authenticationInfo;
  // Whether it may be on many devices is settled for good when it is made (section 6.1.3).
  if ((credentialDeviceType === 'multiDevice') !== (key.deviceType === 'multi')) return 'INVALID';
  if (verification === 'required' && !userVerified) return 'UNVERIFIED';
  // Most passkeys do not count: both are 0 for good.
  if ((newCounter > 0 || key.counter > 0) && newCounter <= key.counter) return 'COUNTER';
  return { counter: newCounter, backedUp: credentialBackedUp, userVerified };
}

/** Hides the errors of the library, because they hold words of the response, which must not be logged. */
async function attempt<Proved>(verify: () => Promise<Proved>): Promise<Proved | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

const descriptorOf = ({ credentialId, transports }: KnownKey): { id: string; transports: string[] } => ({
  id: Buffer.from(credentialId).toString('base64url'),
  transports,
});

/** The library takes no view of memory that may be shared. */
const bytes = (view: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(view);

const mostTransports = 10;
const transport = /^[a-z][a-z-]{0,31}$/;

/**
 * Returns the browser's hints on how to reach the authenticator. All of them are kept, also unknown ones, to give
 * them back to the browser.
 */
function transportsOf(response: object): string[] {
  const { transports } = (response as RegistrationResponseJSON).response;
  if (!Array.isArray(transports)) return [];
  return [...new Set(transports.filter((one) => typeof one === 'string' && transport.test(one)))].slice(
    0,
    mostTransports,
  );
}
