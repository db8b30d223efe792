// The work of the bench of overload: tenants, and requests of five kinds that compete for different parts of a node.
import pg from 'pg';
import { createOrganization, describeOrganization } from '../src/organizations/creation.ts';
import { openDatabase } from '../src/database/open.ts';
import { createVault } from '../src/platform/vault.ts';
import { buildAuthnRequest } from '../src/saml-messages/build/authn-request.ts';
import { postFields } from '../src/saml-messages/build/bindings.ts';
import { newMessageId } from '../src/saml-messages/build/parts.ts';
import type { Rig } from './rig.ts';
import { insertCredentials, insertIdentities } from './seed.ts';
import { type SamlTenant, seedSamlTenants } from './seed-saml.ts';

export const kinds = ['verification', 'list', 'password', 'saml', 'export'] as const;
export type Kind = (typeof kinds)[number];

interface Tenant {
  orgId: string;
  caller: string;
  keys: string[];
}

export interface Tenants {
  tenants: readonly Tenant[];
  saml: readonly SamlTenant[];
}

const tenantCount = 24;
const samlTenantCount = 8;
/** A browser may try a hundred wrong passwords for one name. */
const browsers = 80;
const tries = 100;

/** Fills a migrated database with tenants, so that no share or limit of one tenant is what is measured. */
export async function seedTenants(rig: Pick<Rig, 'databaseUrl' | 'masterKey' | 'urls'>): Promise<Tenants> {
  const database = await openDatabase(rig.databaseUrl, 5);
  const owner = new pg.Client(rig.urls.owner);
  await owner.connect();
  const tenants: Tenant[] = [];
  while (tenants.length < tenantCount) {
    const organization = describeOrganization(`Busy ${tenants.length}`);
    await createOrganization(database.orm, organization, { onlyIfFirst: false, announce: () => undefined });
    const { orgId, key: caller } = organization.live;
    const identities = await insertIdentities(owner, orgId, 50);
    const { keys } = await insertCredentials(owner, { orgId, identities, count: 500, maxUsageCount: null });
    tenants.push({ orgId, caller, keys });
  }
  await owner.query('vacuum (analyze) identities, credentials, tenants');
  await owner.end();
  const vault = createVault([Buffer.from(rig.masterKey, 'base64')]);
  const saml = await seedSamlTenants(database, vault, samlTenantCount);
  await database.close();
  return { tenants, saml };
}

const head = (line: string, headers: Record<string, string>): string =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

const withBody = (line: string, type: string, body: string, headers: Record<string, string> = {}): string =>
  head(line, { ...headers, 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) }) + body;

const form = 'application/x-www-form-urlencoded';
const bearer = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}`, Accept: '*/*' });

/** Makes requests of each kind. Those of sign-ins are prepared at the service: each is a browser that has named a user. */
export async function requestsOf({ tenants, saml }: Tenants, port: number): Promise<Record<Kind, string[]>> {
  const origin = `http://127.0.0.1:${port}`;
  const passwords: string[] = [];
  for (let at = 0; at < browsers; at++)
    passwords.push(await triedPassword(origin, tenants[at % 12] as Tenant, at));
  return {
    verification: Array.from({ length: 4_000 }, (_, at) => {
      const { caller, keys } = tenants[at % tenantCount] as Tenant;
      const body = JSON.stringify({ credential: keys[at % keys.length] });
      return withBody('POST /api/v1/credentials/verify', 'application/json', body, bearer(caller));
    }),
    list: tenants.map(({ caller }) => head('GET /api/v1/credentials?limit=50', bearer(caller))),
    password: passwords,
    saml: Array.from({ length: 400 }, (_, at) =>
      signedRequest(saml[at % samlTenantCount] as SamlTenant, `http://localhost:${port}`),
    ),
    export: tenants.map(({ caller }) => head('GET /api/v1/audit-logs/export', bearer(caller))),
  };
}

function signedRequest(
  { orgId, serviceProvider: { entityId, acsUrl, key } }: SamlTenant,
  base: string,
): string {
  const path = `/api/saml/${orgId}/sso`;
  const xml = buildAuthnRequest(
    {
      id: newMessageId(),
      issuer: entityId,
      issueInstant: new Date(),
      destination: base + path,
      assertionConsumerServiceUrl: acsUrl,
    },
    key,
  );
  const body = new URLSearchParams(postFields({ parameter: 'SAMLRequest', xml })).toString();
  return withBody(`POST ${path}`, form, body);
}

/** Opens a sign-in, names a user, and makes the request that tries a password. */
async function triedPassword(origin: string, { orgId, caller }: Tenant, at: number): Promise<string> {
  if (at < 12) {
    const allowed = await fetch(`${origin}/api/v1/auth/password-policy`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${caller}`, 'content-type': 'application/json' },
      body: JSON.stringify({ lockoutThreshold: tries }),
    });
    if (!allowed.ok) throw new Error(await allowed.text());
  }
  const cookies = new Map<string, string>();
  const visit = async (
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ path: string; text: string }> => {
    const answer = await fetch(origin + path, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location === null && !answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
    return location === null ? { path, text } : visit(new URL(location, origin).href.slice(origin.length));
  };
  const fieldsOf = (text: string, action: string): Record<string, string> => {
    const [, form = ''] = new RegExp(`action="[^"]*${action}"[^>]*>([\\s\\S]*?)</form>`).exec(text) ?? [];
    return Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
  };
  const first = await visit(`/login/${orgId}`);
  const second = await visit(`/login/${orgId}/identifier`, {
    ...fieldsOf(first.text, '/identifier'),
    username: `user-${at}`,
  });
  const body = new URLSearchParams({
    ...fieldsOf(second.text, '/password'),
    password: 'wrong horse battery',
  }).toString();
  return withBody(`POST /login/${orgId}/password`, form, body, {
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
}
