import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { keysBeforehand } from '../oidc/signing-keys.ts';
import { type PrivateTokenKey, publicHalf } from '../oidc/token-key.ts';
import { beforehand } from '../platform/beforehand.ts';
import { memo } from '../lib/memo.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { lockTenant, type TenantLock } from '../platform/sql/tenants.ts';
import type { Vault } from '../platform/vault.ts';
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
export async function samlKeys(em: EntityManager, vault: Vault): Promise<SamlKeyRow[]> {
  const { orgId } = tenancyOf(em);
  const keys = await readSamlKeys(em, orgId);
  if (keys.length > 0) return keys;
  const made = await newSamlKey(em);
  const lock = await lockTenant(em, orgId);
  // Another request may have been first: this key is then forgotten.
  if ((await readSamlKeys(em, orgId)).length === 0) await keepSamlKey(em, lock, vault, made, 'ACTIVE');
  return readSamlKeys(em, orgId);
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
  em: EntityManager,
  vault: Vault,
  { id, certificate }: Pick<SamlKeyRow, 'id' | 'certificate'>,
): Promise<SamlSigningKey> {
  const { orgId } = tenancyOf(em);
  const sealed = await readSealedSamlKey(em, orgId, id);
  if (!sealed) throw new Error(`there is no key ${id}`);
  const privateKey = opened(vault, JSON.stringify([orgId, id, sealed.toString('base64')]), () => {
    const jwk = JSON.parse(vault.open(sealed, orgId, samlKeyPurpose(id))) as PrivateTokenKey;
    return createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  });
  return { id, certificate, privateKey };
}

type Signs = Pick<ServiceProvider, 'signingKeyId' | 'signatureAlgorithm'>;

/** Opens the key that signs for a service provider, and says how it signs. @throws {VaultError} when it cannot be opened */
export async function signingKeyFor(em: EntityManager, vault: Vault, provider: Signs): Promise<SigningKey> {
  const key = await openedKeyFor(em, vault, provider, await samlKeys(em, vault));
  if (!key) throw new Error('the tenant has no SAML key');
  return key;
}

/** As {@link signingKeyFor}, but makes no key. @returns undefined if the tenant has none yet */
export const presentSigningKeyFor = async (
  em: EntityManager,
  vault: Vault,
  provider: Signs,
): Promise<SigningKey | undefined> =>
  openedKeyFor(em, vault, provider, await readSamlKeys(em, tenancyOf(em).orgId));

async function openedKeyFor(
  em: EntityManager,
  vault: Vault,
  { signingKeyId, signatureAlgorithm }: Signs,
  keys: readonly SamlKeyRow[],
): Promise<SigningKey | undefined> {
  const chosen = keys.find(({ id }) => id === signingKeyId) ?? keys[0];
  if (!chosen) return undefined;
  const { privateKey, certificate } = await openSamlKey(em, vault, chosen);
  return { privateKey, certificate, algorithm: signatureAlgorithm };
}

/** Makes a key and its certificate before the transaction. @throws {RateLimited} when the tenant makes too many */
export async function newSamlKey(em: EntityManager): Promise<NewSamlKey> {
  const { orgId, now } = tenancyOf(em);
  const [key] = await keysBeforehand(em, ['RS256']);
  if (!key) throw new Error('no key was made');
  const certificate = await beforehand(em, `certificate of ${key.kid}`, () => {
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
  em: EntityManager,
  lock: TenantLock,
  vault: Vault,
  { key, certificate, expiresAt }: NewSamlKey,
  status: 'ACTIVE' | 'UPCOMING',
): Promise<void> {
  await writeSamlKey(em, lock, {
    id: key.kid,
    status,
    publicKey: publicHalf(key),
    privateKey: vault.seal(JSON.stringify(key), lock.orgId, samlKeyPurpose(key.kid)),
    certificate,
    certificateExpiresAt: expiresAt,
    dueAt: status === 'ACTIVE' ? successorDueAt(expiresAt) : null,
  });
}
