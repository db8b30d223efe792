// The work of the bench of overload: tenants, and requests of five kinds that compete for different parts of a node.
import { openDatabase } from '../../src/database/open.ts';
import { createVault } from '../../src/platform/vault.ts';
import { buildAuthnRequest } from '../../src/saml-messages/build/authn-request.ts';
import { postFields } from '../../src/saml-messages/build/bindings.ts';
import { newMessageId } from '../../src/saml-messages/build/parts.ts';
import { apiOf } from '../frame/api.ts';
import { bearer, form, json, requestText } from '../frame/requests.ts';
import type { Urls } from '../frame/rig.ts';
import { addOrganization, insertCredentials, insertIdentities } from '../frame/seed.ts';
import { withClient } from '../frame/with-client.ts';
import { type SamlTenant, seedSamlTenants } from './saml-tenants.ts';

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
export async function seedTenants(urls: Urls, masterKey: string): Promise<Tenants> {
  const database = await openDatabase(urls.service, 5);
  const tenants: Tenant[] = [];
  await withClient(urls.owner, async (owner) => {
    while (tenants.length < tenantCount) {
      const { orgId, key: caller } = (await addOrganization(database, `Busy ${tenants.length}`)).live;
      const identities = await insertIdentities(owner, orgId, 50);
      const { keys } = await insertCredentials(owner, { orgId, identities, count: 500, maxUsageCount: null });
      tenants.push({ orgId, caller, keys });
    }
  });
  const vault = createVault([Buffer.from(masterKey, 'base64')]);
  const saml = await seedSamlTenants(database, vault, samlTenantCount);
  await database.close();
  return { tenants, saml };
}

/** Makes requests of each kind. Those of sign-ins are prepared at the service: each is a browser that has named a user. */
export async function requestsOf({ tenants, saml }: Tenants, port: number): Promise<Record<Kind, string[]>> {
  const passwords: string[] = [];
  for (let at = 0; at < browsers; at++)
    passwords.push(await triedPassword(port, tenants[at % 12] as Tenant, at));
  return {
    verification: Array.from({ length: 4_000 }, (_, at) => {
      const { caller, keys } = tenants[at % tenantCount] as Tenant;
      const body = json({ credential: keys[at % keys.length] });
      return requestText('POST /api/v1/credentials/verify', bearer(caller), body);
    }),
    list: tenants.map(({ caller }) => requestText('GET /api/v1/credentials?limit=50', bearer(caller))),
    password: passwords,
    saml: Array.from({ length: 400 }, (_, at) =>
      signedRequest(saml[at % samlTenantCount] as SamlTenant, `http://localhost:${port}`),
    ),
    export: tenants.map(({ caller }) => requestText('GET /api/v1/audit-logs/export', bearer(caller))),
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
  return requestText(`POST ${path}`, {}, form({ ...postFields({ parameter: 'SAMLRequest', xml }) }));
}

/** Opens a sign-in, names a user, and makes the request that tries a password. */
async function triedPassword(port: number, { orgId, caller }: Tenant, at: number): Promise<string> {
  if (at < 12) await apiOf(port, caller)('PUT', 'auth/password-policy', { lockoutThreshold: tries });
  const origin = `http://127.0.0.1:${port}`;
  const cookies = new Map<string, string>();
  const cookieOf = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const visit = async (
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ path: string; text: string }> => {
    const answer = await fetch(origin + path, {
      redirect: 'manual',
      headers: { cookie: cookieOf(), origin },
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
    const [, inputs = ''] = new RegExp(`action="[^"]*${action}"[^>]*>([\\s\\S]*?)</form>`).exec(text) ?? [];
    return Object.fromEntries(
      [...inputs.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
  };
  const first = await visit(`/login/${orgId}`);
  const second = await visit(`/login/${orgId}/identifier`, {
    ...fieldsOf(first.text, '/identifier'),
    username: `user-${at}`,
  });
  const fields = { ...fieldsOf(second.text, '/password'), password: 'wrong horse battery' };
  return requestText(`POST /login/${orgId}/password`, { Cookie: cookieOf() }, form(fields));
}
