import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { FailureCode } from '../../src/failure.ts';
import { escapeHtml } from '../../src/lib/markup.ts';
import { type AuthnRequestContent, buildAuthnRequest } from '../../src/saml-messages/build/authn-request.ts';
import { newMessageId } from '../../src/saml-messages/build/parts.ts';
import { type Rule, rules } from '../../src/saml-messages/rules.ts';
import { signingMethod, signs } from '../../src/saml-messages/algorithms.ts';
import type { Client } from './client.ts';
import type { Person, Seen } from './person.ts';
import { deflated, oddlySigned, partner } from './saml-messages.ts';
import { samlBase } from './saml-sign-on.ts';
import type { TestService } from './service.ts';

/** A service provider whose key is {@link partner}'s, and that signs its requests. */
export interface SigningProvider {
  id: string;
  entityId: string;
  acsUrl: string;
  sso: string;
}

export async function aSigningProvider(
  api: Client,
  fields: Record<string, unknown> = {},
): Promise<SigningProvider> {
  const host = `https://${randomUUID()}.example.com`;
  const [entityId, acsUrl] = [`${host}/metadata`, `${host}/acs`];
  const { status, body } = await api.call('createServiceProvider', {
    body: {
      entityId,
      acsUrl,
      signingCertificates: [partner.certificate],
      requireSignedRequests: true,
      ...fields,
    },
  });
  if (status !== 201) throw new Error(`no service provider: ${JSON.stringify(body)}`);
  return { id: body.id, entityId, acsUrl, sso: `${samlBase(api)}/sso` };
}

/** A kind of message, at an endpoint that receives it. */
export interface Attacked {
  /** The address of the endpoint, as messages name it. */
  endpoint: string;
  /** A good message that was never sent, without a signature. */
  bare: () => string;
  /** Changes what an attacker would like to change: the address of the response, or the name of the user. */
  forged: (xml: string) => string;
}

/** A good request that was never sent. */
export const requestOf = ({ entityId, acsUrl, sso }: SigningProvider): AuthnRequestContent => ({
  id: newMessageId(),
  issuer: entityId,
  issueInstant: new Date(),
  destination: sso,
  assertionConsumerServiceUrl: acsUrl,
});

export const attackedSignOn = (provider: SigningProvider): Attacked => ({
  endpoint: provider.sso,
  bare: () => buildAuthnRequest(requestOf(provider), 'unsigned'),
  forged: (xml) => xml.replace(provider.acsUrl, 'https://attacker.example/acs'),
});

/** The content of a hostile document. */
export type Made = string | Uint8Array;

const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** The query of a message. The signature is right, unless the parameters say otherwise. */
export function queryOf(made: Made, relayState?: string): string {
  const signed = [
    `SAMLRequest=${encodeURIComponent(deflated(made))}`,
    ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(rsa)}`,
  ].join('&');
  return `${signed}&Signature=${encodeURIComponent(querySignature(signed))}`;
}

/** The signature of the redirect binding. */
export const querySignature = (signed: string): string =>
  signs(
    signingMethod(rsa, false) ?? { hash: 'sha256', keyType: 'rsa' },
    partner.privateKey,
    Buffer.from(signed),
  ).toString('base64');

export const signedMessage = (xml: string): string => oddlySigned(xml);

/** How a message comes to an endpoint. */
export type Binding = 'POST' | 'redirect';

export const sendMessage = (
  visitor: Person,
  { endpoint }: Pick<Attacked, 'endpoint'>,
  binding: Binding,
  made: Made,
): Promise<Seen> => {
  const path = new URL(endpoint).pathname;
  return binding === 'POST'
    ? visitor.post(path, { SAMLRequest: Buffer.from(made).toString('base64') })
    : visitor.get(`${path}?${queryOf(made)}`);
};

/** The answer that a broken rule has, or a refusal before the message is read. */
export type Expected = Rule | FailureCode;

const isRule = (expected: Expected): expected is Rule => Object.hasOwn(rules, expected);

/** Says how an answer differs from the settled error, or nothing. */
export function differenceOf(
  { status, headers, text, location }: Pick<Seen, 'status' | 'headers' | 'text' | 'location'>,
  expected: Expected,
): string {
  const code = isRule(expected)
    ? rules[expected][0] === 'signature'
      ? 'SAML_SIGNATURE_INVALID'
      : 'SAML_REQUEST_INVALID'
    : expected;
  const found = headers.get('x-error-code');
  const isPage =
    status >= 400 &&
    status < 500 &&
    location === '' &&
    headers.getSetCookie().length === 0 &&
    headers.get('content-type') === 'text/html; charset=utf-8';
  if (!isPage) return `${status} ${found} ${location} ${headers.getSetCookie().join()}`;
  if (found !== code) return `${found} instead of ${code}: ${sentenceOn(text)}`;
  const sentence = isRule(expected) ? escapeHtml(rules[expected][1]) : '';
  return text.includes(sentence) ? '' : `${sentenceOn(text)} instead of ${sentence}`;
}

const sentenceOn = (text: string): string => /<p lang="en">([^<]*)/.exec(text)?.[1]?.trim() ?? '';

/** Sends each hostile message, and collects the answers that are not as they should be. */
export async function wrongAnswers(
  cases: readonly (readonly [what: string, send: () => Promise<Seen>, expected: Expected])[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [what, send, expected] of cases) {
    const difference = differenceOf(await send(), expected);
    if (difference !== '') wrong.push(`${what}: ${difference}`);
  }
  return wrong;
}

const sessionTables = ['login_sessions', 'browsers', 'sign_ins', 'saml_sessions', 'saml_requests'] as const;

/** Everything that says who is signed in where, and which requests wait. */
export async function sessionsIn({ sql }: Pick<TestService, 'sql'>): Promise<unknown> {
  const rows = await Promise.all(
    sessionTables.map(async (table) => [
      table,
      (await sql<{ row: string }>(`select t::text as row from ${table} t order by 1`)).map(({ row }) => row),
    ]),
  );
  return Object.fromEntries(rows);
}

/** Runs an attack, after which everybody is signed in as before. */
export async function changesNobody(
  service: Pick<TestService, 'sql'>,
  visitor: Person,
  attack: () => Promise<void>,
): Promise<void> {
  const [before, cookies] = [await sessionsIn(service), visitor.cookies.sent('/')];
  await attack();
  expect(await sessionsIn(service)).toEqual(before);
  expect(visitor.cookies.sent('/')).toEqual(cookies);
}
