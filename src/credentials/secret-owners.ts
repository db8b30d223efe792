import type { Pool } from 'pg';
import {
  hashSecret,
  isWellFormedRegisteringToken,
  isWellFormedScimToken,
  isWellFormedSecret,
  isWellFormedSignInToken,
  isWellFormedWrapToken,
} from '../lib/secret.ts';
import { findLeakedSecrets, type FoundSecret } from './sql/presented-secrets.ts';
import { findWrappedSecret } from './sql/wrapped-secrets.ts';
import type { Tenant } from '../platform/tenancy.ts';

/** Look-ups for secrets that come without a key. Only here are all tenants searched. */
export interface SecretOwners {
  /** A token with wrong check digits is unknown without a look at the database. */
  ofWrapToken(token: string): Promise<Tenant | undefined>;
  /** Finds the API keys, SCIM tokens, tokens of the command line and tokens for the registration of clients that exist, each with its place among the texts. */
  ofSecrets(texts: readonly string[]): Promise<FoundSecret[]>;
}

const forms = [
  isWellFormedSecret,
  isWellFormedScimToken,
  isWellFormedSignInToken,
  isWellFormedRegisteringToken,
];

export const secretOwners = (pool: Pool): SecretOwners => ({
  ofWrapToken: async (token) =>
    isWellFormedWrapToken(token) ? findWrappedSecret(pool, hashSecret(token)) : undefined,
  async ofSecrets(texts) {
    const places = texts.flatMap((text, at) =>
      forms.some((isOne) => isOne(text)) ? [{ at, hash: hashSecret(text) }] : [],
    );
    if (places.length === 0) return [];
    const found = await findLeakedSecrets(
      pool,
      places.map(({ hash }) => hash),
    );
    return found.map((one) => ({ ...one, at: places[one.at]?.at ?? -1 }));
  },
});
