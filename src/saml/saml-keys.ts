import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { keysBeforehand } from '../oidc/signing-keys.ts';
import { type PrivateTokenKey, publicHalf } from '../oidc/token-key.ts';
import { beforehand } from '../platform/beforehand.ts';
import { memo } from '../lib/memo.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { lockTenant, type TenantLock } from '../platform/sql/tenants.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import type { SigningKey } from '../saml-messages/build/sign.ts';
import { selfSignedCertificate } from '../saml-messages/self-signed.ts';
import { dayMs } from '../saml-metadata/certificates.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { readSamlKeys, readSealedSamlKey, type SamlKeyRow, writeSamlKey } from './sql/saml-keys.ts';

/** A successor is published so long before the certificate of the active key expires. Administrators copy it by hand. */
const successorBeforeMs = 90 * dayMs;
/** How long a retired key stays published. Service providers renew their copy of the metadata within this time. */
export const keptSeconds = 30 * 86_400;

/** Returns the purpose that the private half of a key is sealed for. */
export const samlKeyPurpose = (keyId: string): string => `saml-key:${keyId}`;

/** A new key, which no row holds yet. */
export interface NewSamlKey {
  key: PrivateTokenKey;
  /** In PEM. */
  certificate: string;
  expiresAt: Date;
}

/** A key that can sign. */
export interface SamlSigningKey {
  id: string;
  privateKey: KeyObject;
  /** In PEM. */
  certificate: string;
}

/** When the task publishes a successor of a key. */
export const successorDueAt = (certificateExpiresAt: Date): Date =>
  new Date(certificateExpiresAt.getTime() - successorBeforeMs);

/**
 * The SAML keys of the tenant, the one that signs first. The first caller makes a key, so that a tenant without SAML costs
 * nothing.
 */
export async function samlKeys(tx: Tx, vault: Vault): Promise<SamlKeyRow[]> {
  const { orgId } = tenancyOf(tx);
  const keys = await readSamlKeys(tx, orgId);
  if (keys.length > 0) return keys;
  const made = await newSamlKey(tx);
  const lock = await lockTenant(tx, orgId);
  // Another request may have been first: this key is then forgotten.
  if ((await readSamlKeys(tx, orgId)).length === 0) await keepSamlKey(tx, lock, vault, made, 'ACTIVE');
  return readSamlKeys(tx, orgId);
}

/**
 * Opened keys, by tenant, key and sealed bytes. Every caller reads the sealed bytes first, so a key that was removed, replaced or
 * sealed again is never used. Vaults are apart, because each opens what its own master keys sealed.
 */
const openedBy = new WeakMap<Vault, (name: string, open: () => KeyObject) => KeyObject>();
/** As many as providers of OpenID Connect (src/oidc/engine/engine.ts). */
const mostOpened = 1_000;

function opened(vault: Vault, name: string, open: () => KeyObject): KeyObject {
  const keep = openedBy.get(vault) ?? memo<KeyObject>(mostOpened);
  openedBy.set(vault, keep);
  return keep(name, open);
}

/** Opens a key of the tenant, to sign with. @throws {VaultError} when it cannot be opened */
export async function openSamlKey(
  tx: Tx,
  vault: Vault,
  { id, certificate }: Pick<SamlKeyRow, 'id' | 'certificate'>,
): Promise<SamlSigningKey> {
  const { orgId } = tenancyOf(tx);
  const sealed = await readSealedSamlKey(tx, orgId, id);
  if (!sealed) throw new Error(`there is no key ${id}`);
  const privateKey = opened(vault, JSON.stringify([orgId, id, sealed.toString('base64')]), () => {
    const jwk = JSON.parse(vault.open(sealed, orgId, samlKeyPurpose(id))) as PrivateTokenKey;
    return createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  });
  return { id, certificate, privateKey };
}

type Signs = Pick<ServiceProvider, 'signingKeyId' | 'signatureAlgorithm'>;

/** Opens the key that signs for a service provider, and says how it signs. @throws {VaultError} when it cannot be opened */
export async function signingKeyFor(tx: Tx, vault: Vault, provider: Signs): Promise<SigningKey> {
  const key = await openedKeyFor(tx, vault, provider, await samlKeys(tx, vault));
  if (!key) throw new Error('the tenant has no SAML key');
  return key;
}

/** As {@link signingKeyFor}, but makes no key. @returns undefined if the tenant has none yet */
export const presentSigningKeyFor = async (
  tx: Tx,
  vault: Vault,
  provider: Signs,
): Promise<SigningKey | undefined> =>
  openedKeyFor(tx, vault, provider, await readSamlKeys(tx, tenancyOf(tx).orgId));

async function openedKeyFor(
  tx: Tx,
  vault: Vault,
  { signingKeyId, signatureAlgorithm }: Signs,
  keys: readonly SamlKeyRow[],
): Promise<SigningKey | undefined> {
  const chosen = keys.find(({ id }) => id === signingKeyId) ?? keys[0];
  if (!chosen) return undefined;
  const { privateKey, certificate } = await openSamlKey(tx, vault, chosen);
  return { privateKey, certificate, algorithm: signatureAlgorithm };
}

/** Makes a key and its certificate before the transaction. @throws {RateLimited} when the tenant makes too many */
export async function newSamlKey(tx: Tx): Promise<NewSamlKey> {
  const { orgId, now } = tenancyOf(tx);
  const [key] = await keysBeforehand(tx, ['RS256']);
  if (!key) throw new Error('no key was made');
  const certificate = await beforehand(tx, `certificate of ${key.kid}`, () => {
    const privateKey = createPrivateKey({ key: { ...key }, format: 'jwk' });
    return selfSignedCertificate(
      { privateKey, publicKey: createPublicKey(privateKey) },
      `SAML ${orgId}`,
      now,
    );
  });
  return { key, certificate, expiresAt: new Date(new X509Certificate(certificate).validTo) };
}

/** Keeps a new key, which signs from now on or waits until an administrator activates it. */
export async function keepSamlKey(
  tx: Tx,
  lock: TenantLock,
  vault: Vault,
  { key, certificate, expiresAt }: NewSamlKey,
  status: 'ACTIVE' | 'UPCOMING',
): Promise<void> {
  await writeSamlKey(tx, lock, {
    id: key.kid,
    status,
    publicKey: publicHalf(key),
    privateKey: vault.seal(JSON.stringify(key), lock.orgId, samlKeyPurpose(key.kid)),
    certificate,
    certificateExpiresAt: expiresAt,
    dueAt: status === 'ACTIVE' ? successorDueAt(expiresAt) : null,
  });
}
