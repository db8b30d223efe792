import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { type Options, SAML } from '@node-saml/node-saml';
import { aUser } from './builders.ts';
import type { Client } from './client.ts';
import { aPerson, type Person, type Seen, type SeenForm } from './person.ts';
import type { TestService } from './service.ts';
import { anEmail } from './users.ts';

export const password = 'vivid-harbor-cello-42';

/** A service provider that is registered, and its side of the protocol. */
export interface Party {
  id: string;
  entityId: string;
  acsUrl: string;
  sso: string;
  saml: SAML;
}

/** The address below which the service says that its endpoints are. */
export const samlBase = ({ origin, orgId }: Client): string =>
  `http://localhost:${new URL(origin).port}/api/saml/${orgId}`;

/** The certificate in the metadata of a tenant, in base64. */
export async function idpCertificate(api: Client): Promise<string> {
  const response = await fetch(`${api.origin}/api/saml/${api.orgId}/metadata`);
  const [, found] = /<ds:X509Certificate>([^<]+)</.exec(await response.text()) ?? [];
  if (found === undefined) throw new Error('the metadata has no certificate');
  return found.replace(/\s/g, '');
}

export async function aServiceProvider(
  api: Client,
  fields: Record<string, unknown> = {},
  config: Partial<Options> = {},
): Promise<Party> {
  const host = `https://${randomUUID()}.example.com`;
  const [entityId, acsUrl] = [`${host}/metadata`, `${host}/acs`];
  const { status, body } = await api.call('createServiceProvider', {
    body: { entityId, acsUrl, name: 'Wiki', ...fields },
  });
  if (status !== 201) throw new Error(`no service provider: ${JSON.stringify(body)}`);
  const sso = `${samlBase(api)}/sso`;
  const saml = new SAML({
    callbackUrl: acsUrl,
    entryPoint: sso,
    issuer: entityId,
    idpCert: await idpCertificate(api),
    idpIssuer: `${samlBase(api)}/metadata`,
    audience: entityId,
    identifierFormat: null,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: 'always',
    cacheProvider: memory(),
    ...config,
  });
  return { id: body.id, entityId, acsUrl, sso, saml };
}

function memory(): NonNullable<Options['cacheProvider']> {
  const kept = new Map<string, string>();
  return {
    saveAsync: async (key, value) => {
      kept.set(key, value);
      return { value, createdAt: Date.now() };
    },
    getAsync: async (key) => kept.get(key) ?? null,
    removeAsync: async (key) => {
      if (key !== null) kept.delete(key);
      return key;
    },
  };
}

/** The path and the query of the redirect binding. */
export async function redirectPath({ saml }: Party, relayState = ''): Promise<string> {
  const url = new URL(await saml.getAuthorizeUrlAsync(relayState, undefined, {}));
  return `${url.pathname}${url.search}`;
}

/** A user with a password, and a browser. */
export async function aVisitor({ ours, origin }: Pick<TestService, 'ours' | 'origin'>, fields = {}) {
  const email = anEmail();
  const id = await aUser(ours, { email, password, ...fields });
  return { id, email, visitor: aPerson(origin) };
}

/** Signs in on the pages that a service provider led to. */
export async function signInOn(visitor: Person, asked: Seen, email: string): Promise<Seen> {
  return visitor.send(await visitor.send(asked, { username: email }), { password });
}

/** The form that takes the browser back to the service provider. */
export function answerIn({ forms: [form], path, status, text }: Seen): SeenForm {
  if (!form) throw new Error(`${path} has no answer: ${status} ${text}`);
  return form;
}

/** The XML of an answer. */
export const responseIn = (page: Seen): string =>
  Buffer.from(answerIn(page).fields['SAMLResponse'] ?? '', 'base64').toString();

/** The XML of a message that an address takes to a service provider. */
export function inflated({ location }: Pick<Seen, 'location'>): string {
  const { searchParams } = new URL(location);
  const message = searchParams.get('SAMLResponse') ?? searchParams.get('SAMLRequest') ?? '';
  return inflateRawSync(Buffer.from(message, 'base64')).toString();
}
