// Connections to identity providers, written into the database.
import { randomBytes } from 'node:crypto';
import { createVault } from '../../src/platform/vault.ts';
import { connectionSecretPurpose } from '../../src/federation/connections/connection-secret.ts';
import { newId } from '../../src/lib/id.ts';
import { testMasterKey } from './master-key.ts';
import type { TestService } from './service.ts';

/** The fields of a connection that a test sets, by the names of the API. */
export interface ConnectionFields {
  name?: string;
  issuer?: string;
  discoveryUrl?: string;
  clientId?: string;
  clientSecret?: string;
  tokenEndpointAuthMethod?: string;
  scopes?: string[];
  pkce?: boolean;
  userInfo?: boolean;
  status?: string;
  enforced?: boolean;
  jitProvisioning?: boolean;
  accountLinking?: string;
  trustEmail?: boolean;
  trustMfa?: boolean;
  acceptAssertions?: boolean;
  attributeMapping?: Record<string, unknown>;
  groupsClaim?: string;
  groupMapping?: { value: string; groupId: string }[];
  allowedGroups?: string[];
  maxSessionSeconds?: number;
  logoutUpstream?: boolean;
  product?: string;
}

/** The fields of all connections, unless the test sets others. */
const usual = {
  name: 'Acme',
  status: 'ACTIVE',
  enforced: false,
  jitProvisioning: true,
  accountLinking: 'VERIFIED_DOMAIN',
  trustEmail: false,
  trustMfa: false,
  attributeMapping: {},
  groupsClaim: 'groups',
  groupMapping: [] as { value: string; groupId: string }[],
  allowedGroups: null,
  maxSessionSeconds: null,
  logoutUpstream: false,
};

/** Creates a connection of our live tenant, or of the tenant with this id. */
export async function aConnection(
  service: Pick<TestService, 'sql' | 'ours' | 'origin'>,
  fields: ConnectionFields = {},
  orgId: string = service.ours.orgId ?? '',
): Promise<{ id: string; callbackUrl: string }> {
  const id = newId('fed');
  const { clientSecret = 'a secret of the test', ...given } = fields;
  const all = {
    ...usual,
    issuer: 'https://issuer.invalid',
    discoveryUrl: null,
    clientId: 'keyward',
    tokenEndpointAuthMethod: 'client_secret_basic',
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
    userInfo: true,
    ...given,
  };
  const vault = createVault([Buffer.from(testMasterKey, 'base64')]);
  const isSecret = all.tokenEndpointAuthMethod.startsWith('client_secret');
  const sealed = isSecret ? vault.seal(clientSecret, orgId, connectionSecretPurpose(id)) : null;
  await store(service, { orgId, id, type: 'OIDC', ...all, clientSecret: sealed });
  return { id, callbackUrl: `${publicOrigin(service)}/api/v1/federation/oidc/${id}/callback` };
}

/** The fields of a connection by SAML that a test sets, by the names of the API. */
export interface SamlConnectionFields
  extends Omit<
    ConnectionFields,
    | 'issuer'
    | 'discoveryUrl'
    | 'clientId'
    | 'clientSecret'
    | 'tokenEndpointAuthMethod'
    | 'scopes'
    | 'pkce'
    | 'userInfo'
  > {
  idpEntityId?: string;
  ssoUrl?: string;
  ssoBinding?: string;
  sloUrl?: string | null;
  sloResponseUrl?: string | null;
  sloBinding?: string;
  certificates?: string[];
  metadataUrl?: string | null;
  signRequests?: boolean;
  wantAssertionsSigned?: boolean;
  wantEncrypted?: boolean;
  nameIdFormat?: string;
  subjectAttribute?: string | null;
  allowIdpInitiated?: boolean;
  clockSkewSeconds?: number;
}

/** Creates a connection by SAML of our live tenant, or of the tenant with this id. @param base of the identity provider */
export async function aSamlConnection(
  service: Pick<TestService, 'sql' | 'ours' | 'origin'>,
  fields: SamlConnectionFields & { certificates: string[] },
  orgId: string = service.ours.orgId ?? '',
): Promise<{ id: string; base: string; idpEntityId: string }> {
  const id = newId('fed');
  const host = `https://${crypto.randomUUID()}.example.com`;
  const all = {
    ...usual,
    trustEmail: true,
    idpEntityId: `${host}/metadata`,
    ssoUrl: `${host}/sso`,
    ssoBinding: 'HTTP-Redirect',
    sloUrl: `${host}/slo`,
    sloBinding: 'HTTP-Redirect',
    signRequests: true,
    wantAssertionsSigned: true,
    wantEncrypted: false,
    nameIdFormat: 'persistent',
    subjectAttribute: null,
    allowIdpInitiated: false,
    clockSkewSeconds: 60,
    ...fields,
  };
  await store(service, { orgId, id, type: 'SAML', ...all });
  return { id, base: `${publicOrigin(service)}/api/v1/federation/saml/${id}`, idpEntityId: all.idpEntityId };
}

/** The address that the service has for the world. */
const publicOrigin = ({ origin }: Pick<TestService, 'origin'>): string =>
  origin.replace('127.0.0.1', 'localhost');

async function store(
  { sql }: Pick<TestService, 'sql'>,
  {
    attributeMapping,
    groupMapping,
    ...rest
  }: Pick<typeof usual, 'attributeMapping' | 'groupMapping'> & Record<string, unknown>,
): Promise<void> {
  const values = {
    ...rest,
    attributeMapping: JSON.stringify(attributeMapping),
    groupMapping: JSON.stringify(groupMapping),
  };
  const names = Object.keys(values);
  const columns = names.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  await sql(
    `insert into federation_connections (${columns.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(values),
  );
}

/** Gives a domain to a connection, proved unless the status says otherwise. */
export async function verifiedDomain(
  { sql }: Pick<TestService, 'sql'>,
  connectionId: string,
  domain: string,
  status: 'VERIFIED' | 'PENDING' | 'FAILED' = 'VERIFIED',
): Promise<void> {
  await sql(
    `insert into federation_domains (org_id, domain, connection_id, environment, status, value, verified_at)
     select c.org_id, $2, c.id, t.environment, $3, $4, case when $3 = 'PENDING' then null else now() end
       from federation_connections c join tenants t on t.id = c.org_id where c.id = $1`,
    [connectionId, domain, status, `kd-verify=${randomBytes(16).toString('base64url')}`],
  );
}

/** Proves a domain in our live tenant, by a connection that signs no user in. A domain that is proved already stays. */
export async function provedDomain(
  service: Pick<TestService, 'sql' | 'ours' | 'origin'>,
  domain: string = aDomain(),
): Promise<string> {
  const { id } = await aConnection(service, { status: 'DISABLED' });
  const known = await service.sql('select from federation_domains where org_id = $1 and domain = $2', [
    service.ours.orgId,
    domain,
  ]);
  if (known.length === 0) await verifiedDomain(service, id, domain);
  return domain;
}

/** Changes settings of a connection, as an administrator does. */
export async function changeConnection(
  { sql }: Pick<TestService, 'sql'>,
  id: string,
  assignments: string,
  values: unknown[] = [],
): Promise<void> {
  await sql(`update federation_connections set version = version + 1, ${assignments} where id = $1`, [
    id,
    ...values,
  ]);
}

/** A domain that no other test has. */
export const aDomain = (): string => `${crypto.randomUUID()}.example`;
