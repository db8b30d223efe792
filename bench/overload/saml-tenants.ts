import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/open.ts';
import { newId } from '../../src/lib/id.ts';
import { newKeys } from '../../src/oidc/signing-keys.ts';
import type { PrivateTokenKey } from '../../src/oidc/token-key.ts';
import { systemActor } from '../../src/platform/grants.ts';
import { lockTenant } from '../../src/platform/sql/tenants.ts';
import { inTransaction } from '../../src/platform/tenancy.ts';
import type { Vault } from '../../src/platform/vault.ts';
import type { SigningKey } from '../../src/saml-messages/build/sign.ts';
import { selfSignedCertificate } from '../../src/saml-messages/self-signed.ts';
import { keepSamlKey } from '../../src/saml/saml-keys.ts';
import { createServiceProvider } from '../../src/saml/service-providers.ts';
import type { Tx } from '../../src/platform/tx.ts';
import { addOrganization } from '../frame/seed.ts';

/** A tenant with a SAML key and a service provider. */
export interface SamlTenant {
  orgId: string;
  serviceProvider: { entityId: string; acsUrl: string; key: SigningKey };
}

interface KeyPair {
  jwk: PrivateTokenKey;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Making keys takes most of the time, so some are used again. All certificates differ. */
const keyCount = 8;

/** Fills a migrated database with tenants. */
export async function seedSamlTenants(
  database: Database,
  vault: Vault,
  count: number,
): Promise<readonly SamlTenant[]> {
  const pairs = await Promise.all(Array.from({ length: keyCount }, newPair));
  const tenants: SamlTenant[] = [];
  while (tenants.length < count) {
    const pair = pairs[tenants.length % keyCount] as KeyPair;
    const { orgId } = (await addOrganization(database, `Bench ${tenants.length}`)).live;
    const tenant = { orgId, environment: 'live' } as const;
    tenants.push(
      await inTransaction(database.orm, tenant, (tx, now) => fill(tx, { orgId, now, vault, pair })),
    );
  }
  return tenants;
}

async function newPair(): Promise<KeyPair> {
  const [jwk] = await newKeys(['RS256']);
  if (!jwk) throw new Error('no key was made');
  const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  return { jwk, privateKey, publicKey: createPublicKey(privateKey) };
}

interface Filling {
  orgId: string;
  now: Date;
  vault: Vault;
  pair: KeyPair;
}

async function fill(tx: Tx, { orgId, now, vault, pair }: Filling): Promise<SamlTenant> {
  const { jwk, privateKey } = pair;
  const certificate = await selfSignedCertificate(pair, `SAML ${orgId}`, now);
  const expiresAt = new Date(new X509Certificate(certificate).validTo);
  const lock = await lockTenant(tx, orgId);
  await keepSamlKey(
    tx,
    lock,
    vault,
    { key: { ...jwk, kid: newId('key') }, certificate, expiresAt },
    'ACTIVE',
  );
  const theirs = await selfSignedCertificate(pair, `Wiki of ${orgId}`, now);
  const entityId = `https://${orgId.replace('_', '-')}.example.com/metadata`;
  const acsUrl = new URL('/acs', entityId).href;
  await registerWiki(tx, { entityId, acsUrl, certificate: theirs });
  return {
    orgId,
    serviceProvider: {
      entityId,
      acsUrl,
      key: { privateKey, certificate: theirs, algorithm: 'rsa-sha256' },
    },
  };
}

/** Registers a service provider as products are: it signs its requests, and gets encrypted assertions. */
async function registerWiki(
  tx: Tx,
  { entityId, acsUrl, certificate }: Record<'entityId' | 'acsUrl' | 'certificate', string>,
): Promise<void> {
  const refuse = (): Promise<never> => Promise.reject(new Error('the bench reads no metadata'));
  await createServiceProvider(
    tx,
    {
      name: 'Wiki',
      entityId,
      acsUrl,
      signingCertificates: [certificate],
      encryptionCertificate: certificate,
      attributeMappings: [
        { name: 'email', source: 'email' },
        { name: 'name', source: 'displayName' },
      ],
      audiences: [],
      signAssertions: true,
      signResponses: true,
      encryptAssertions: true,
      encryptionAlgorithm: 'aes256-gcm',
      allowSha1: false,
      signatureAlgorithm: 'rsa-sha256',
      assertionTtl: 300,
      sessionTtl: 28_800,
      idpInitiated: false,
    },
    { actor: systemActor, scopes: ['*'] },
    { way: { mayReach: () => false, send: refuse }, quotas: readConfig({}) },
  );
}
