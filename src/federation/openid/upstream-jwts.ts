// The parts that logout tokens and identity assertions of identity providers have in common.
import { compactVerify, createLocalJWKSet, errors } from 'jose';
import { type FrameFault, framed, type Jwt, type JwtKind } from '../../lib/jwt.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import { providerKeysOf } from './configurations.ts';
import type { ProviderClient } from './provider-client.ts';

/** Asymmetric algorithms only: with a symmetric one, a public key would be enough to sign. `none` is not accepted. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** How far the clocks may be apart, in seconds. */
export const skewSeconds = 60;

const frameFaults: Readonly<Record<FrameFault, string>> = {
  form: 'must be a signed JWT in the compact form',
  crit: 'has the header crit, which is not supported',
  typ: 'has another typ',
};

/** Reads a JWT, and verifies nothing but its frame and its algorithm. @returns a text that says what is wrong */
export function readUpstream(text: string, kind: JwtKind): Jwt | string {
  const read = framed(text, kind);
  if ('fault' in read) return frameFaults[read.fault];
  return algorithms.includes(String(read.jwt.header['alg'])) ? read.jwt : 'has an alg that is not accepted';
}

/** Returns a claim that names something: a text of 1 to 255 characters that Postgres can store. */
export const nameIn = (value: unknown): string | null =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= 255 &&
  value.isWellFormed() &&
  !value.includes('\0')
    ? value
    : null;

/**
 * Verifies the signature of a JWT with the keys of a provider, those that sign-ins use. Must not be called in a transaction.
 * @returns `unavailable` if the keys cannot be read now
 */
export async function signatureBy(
  text: string,
  provider: ProviderClient,
  outgoing: Pick<Outgoing, 'send'>,
): Promise<'good' | 'wrong' | 'unavailable'> {
  const read = await providerKeysOf(provider, outgoing).catch(() => undefined);
  if (!read) return 'unavailable';
  const first = await verified(text, read.keys);
  if (first !== 'unknown key') return first;
  const more = await read.renewed().catch(() => undefined);
  if (!more) return 'unavailable';
  return (await verified(text, more)) === 'good' ? 'good' : 'wrong';
}

type ProviderKeySet = Parameters<typeof createLocalJWKSet>[0];

const verified = (text: string, keys: ProviderKeySet): Promise<'good' | 'wrong' | 'unknown key'> =>
  compactVerify(text, createLocalJWKSet(keys), { algorithms }).then(
    () => 'good',
    (error: unknown) => (error instanceof errors.JWKSNoMatchingKey ? 'unknown key' : 'wrong'),
  );
