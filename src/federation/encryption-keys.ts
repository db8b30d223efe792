import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../lib/id.ts';
import { beforehand } from '../platform/beforehand.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { hashesPerKey, makeKeyInTurn, payHashes } from '../platform/heavy-work.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { Vault } from '../platform/vault.ts';
import { selfSignedCertificate } from '../saml-messages/self-signed.ts';
import { type EncryptionKeyRow, readEncryptionKeys, writeEncryptionKey } from './sql/encryption-keys.ts';

/** Returns the purpose that the private half of a key is sealed for. */
export const encryptionKeyPurpose = (keyId: string): string => `encryption-key:${keyId}`;

/** Made in a thread of its own. It is never one that signs: a partner chooses what is decrypted with it. */
const makePair = promisify(generateKeyPair);

/**
 * The certificates that identity providers encrypt for, the newest first. The first caller makes a key, so that a tenant without
 * SAML connections costs nothing.
 */
export async function encryptionCertificates(em: EntityManager, vault: Vault): Promise<string[]> {
  const { orgId } = tenancyOf(em);
  const present = await readEncryptionKeys(em, orgId);
  if (present.length > 0) return present.map(({ certificate }) => certificate);
  const { id, pem, certificate } = await newEncryptionKey(em);
  const lock = await lockTenant(em, orgId);
  // Another request may have been first: this key is then forgotten.
  const others = await readEncryptionKeys(em, orgId);
  if (others.length > 0) return others.map((key) => key.certificate);
  const sealed = vault.seal(pem, orgId, encryptionKeyPurpose(id));
  await writeEncryptionKey(em, lock, { id, certificate, sealed });
  return [certificate];
}

/** Opens the keys of the tenant, to decrypt assertions with. @returns private keys in PEM, the newest first */
export async function decryptionKeys(em: EntityManager, vault: Vault): Promise<string[]> {
  const { orgId } = tenancyOf(em);
  const keys = await readEncryptionKeys(em, orgId);
  return keys.map(({ id, sealed }: EncryptionKeyRow) => vault.open(sealed, orgId, encryptionKeyPurpose(id)));
}

/** Makes a key and its certificate before the transaction. @throws {RateLimited} when the tenant makes too many */
function newEncryptionKey(em: EntityManager): Promise<{ id: string; pem: string; certificate: string }> {
  const { orgId, now } = tenancyOf(em);
  return beforehand(em, 'encryption key', async () => {
    payHashes(orgId, hashesPerKey);
    const pair = await makeKeyInTurn(orgId, () => makePair('rsa', { modulusLength: 2048 }));
    const certificate = await selfSignedCertificate(pair, `SAML ${orgId}`, now, 'encryption');
    return { id: newId('key'), pem: pemOf(pair.privateKey), certificate };
  });
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
