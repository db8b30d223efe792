// Connections to SAML identity providers.
import { randomUUID } from 'node:crypto';
import { buildIdentityProviderMetadata } from '../../src/saml-messages/build/metadata.ts';
import { bindings } from '../../src/saml-messages/names.ts';
import type { Client } from './client.ts';
import { aPublishedProvider, type ConnectionBody } from './connections.ts';
import { databaseOf } from './service.ts';
import { aCertificateOf, aPartnerKey, type PartnerKey, pendingChangeId } from './service-providers.ts';

let anyKey: Promise<PartnerKey> | undefined;

/** A key pair that all identity providers of a test file share, unless a test needs another. */
export const idpKey = (): Promise<PartnerKey> => (anyKey ??= aPartnerKey('identity provider'));

/** Certificates with long names. Two may be those of one connection, and three may not. */
export const longCertificates = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      aCertificateOf(`${at}${'a'.repeat(5_000)}`, new Date(Date.now() + 400 * 86_400_000)),
    ),
  );

/** The body of a request that connects an identity provider by fields. */
export async function aSamlConnectionBody(
  fields: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const byMetadata = 'metadataXml' in fields || 'metadataUrl' in fields;
  const { certificate } = await idpKey();
  const usual = {
    idpEntityId: `https://login.acme.invalid/${randomUUID()}`,
    ssoUrl: 'https://login.acme.invalid/sso',
    certificates: [certificate],
  };
  return { name: 'Acme', ...(byMetadata ? {} : usual), ...fields };
}

/** A connection by SAML. */
export async function aSamlConnection(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<ConnectionBody> {
  const body = await aSamlConnectionBody(fields);
  const made = await client.call('createSamlConnection', { body });
  if (made.status !== 201) throw new Error(`no connection: ${JSON.stringify(made.body)}`);
  return made.body;
}

/** The metadata of an identity provider. */
export interface SaidByIdp {
  entityId: string;
  certificates?: readonly string[];
  ssoUrl?: string;
  binding?: string;
  sloUrl?: string;
  nameIdFormats?: readonly string[];
  /** Without it the metadata is not signed. */
  signedBy?: PartnerKey;
}

/** The metadata of an identity provider. */
export async function idpMetadataOf({
  entityId,
  certificates,
  ssoUrl = 'https://login.acme.invalid/sso',
  binding = bindings.redirect,
  sloUrl,
  nameIdFormats = [],
  signedBy,
}: SaidByIdp): Promise<string> {
  const key = signedBy ?? (await idpKey());
  const xml = buildIdentityProviderMetadata(
    {
      entityId,
      cacheDuration: 86_400,
      nameIdFormats,
      signingCertificates: certificates ?? [key.certificate],
      singleSignOnServices: [{ binding, location: ssoUrl }],
      singleLogoutServices: sloUrl === undefined ? [] : [{ binding: bindings.redirect, location: sloUrl }],
      wantAuthnRequestsSigned: false,
    },
    { ...key, algorithm: 'rsa-sha256' },
  );
  return signedBy ? xml : xml.replace(/<ds:Signature[\s>].*?<\/ds:Signature>/s, '');
}

/** An identity provider that publishes metadata. It has no users. */
export interface PublishedIdp {
  entityId: string;
  origin: string;
  metadataUrl: string;
  /** Publishes metadata that says so. Other facts stay as before. */
  say: (said: Partial<SaidByIdp>) => Promise<void>;
  /** Publishes another text. */
  publish: (text: string, status?: number) => void;
  /** How often the metadata was asked for. */
  asked: () => number;
}

/** An identity provider whose metadata is right, until a test changes it. */
export async function aPublishedIdp(first: Partial<SaidByIdp> = {}): Promise<PublishedIdp> {
  const provider = await aPublishedProvider();
  const { issuer } = provider;
  let said: SaidByIdp = { entityId: `${issuer}/saml`, ssoUrl: `${issuer}/sso`, ...first };
  const publish = (text: string, status = 200) => provider.respond('/metadata', { status, body: text });
  const say = async (more: Partial<SaidByIdp>): Promise<void> => {
    said = { ...said, ...more };
    publish(await idpMetadataOf(said));
  };
  await say({});
  provider.respond('/sso', { status: 400, body: 'no request' });
  return {
    entityId: said.entityId,
    origin: issuer,
    metadataUrl: `${issuer}/metadata`,
    say,
    publish,
    asked: () => provider.asked.filter((path) => path === '/metadata').length,
  };
}

/** A connection whose metadata is published, and that waits with the change that the example of the contract names. */
export async function aPendingSamlConnection(client: Client): Promise<string> {
  const { metadataUrl } = await aPublishedIdp();
  const { id } = await aSamlConnection(client, { metadataUrl });
  const change = {
    id: pendingChangeId,
    reasons: ['NEW_ENDPOINT_HOST'],
    settings: { sloUrl: 'https://login.example.com/slo' },
    detectedAt: '2026-01-15T10:30:00.000Z',
  };
  await databaseOf(client)('update federation_connections set pending_change = $1 where id = $2', [
    JSON.stringify(change),
    id,
  ]);
  return id;
}
