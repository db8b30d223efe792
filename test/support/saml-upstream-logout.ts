// LogoutRequests of the SAML identity provider of saml-upstream.ts, and its responses to ours.
import { type Carried, carried } from '../../src/saml-messages/build/carried.ts';
import {
  buildLogoutRequest,
  buildLogoutResponse,
  type LogoutRequestContent,
  type LogoutResponseContent,
} from '../../src/saml-messages/build/logout.ts';
import { newMessageId, success } from '../../src/saml-messages/build/parts.ts';
import type { SigningKey } from '../../src/saml-messages/build/sign.ts';
import { readCertificate } from '../../src/saml-messages/certificate.ts';
import { type LogoutRequest, readLogoutRequest } from '../../src/saml-messages/read/logout.ts';
import { receivePost } from '../../src/saml-messages/receive/post.ts';
import { receiveRedirect } from '../../src/saml-messages/receive/redirect.ts';
import { accept } from '../../src/saml-messages/verify/accepted.ts';
import type { Client } from './client.ts';
import { aPerson, type Person, type Seen } from './person.ts';
import { partner } from './saml-messages.ts';
import { idpCertificate } from './saml-sign-on.ts';
import type { SamlConnected } from './saml-upstream.ts';
import type { TestService } from './service.ts';

/** The request of an honest identity provider, with changes. */
export const aSamlLogout = (
  { idpEntityId, sloUrl }: SamlConnected,
  changes: Pick<LogoutRequestContent, 'nameId'> & Partial<LogoutRequestContent>,
): LogoutRequestContent => ({
  id: newMessageId(),
  issuer: idpEntityId,
  issueInstant: new Date(),
  destination: sloUrl,
  sessionIndexes: [],
  notOnOrAfter: new Date(Date.now() + 300_000),
  ...changes,
});

/** Sends it by a browser without a cookie, and follows nothing. */
export function sendSamlLogout(
  { origin }: Pick<TestService, 'origin'>,
  { sloUrl }: Pick<SamlConnected, 'sloUrl'>,
  content: LogoutRequestContent,
  {
    key = partner,
    binding = 'HTTP-Redirect',
    relayState,
  }: { key?: SigningKey | 'unsigned'; binding?: 'HTTP-Redirect' | 'HTTP-POST'; relayState?: string } = {},
): Promise<Seen> {
  const person = aPerson(origin);
  const { pathname } = new URL(sloUrl);
  const message: Carried = carried({
    binding,
    destination: pathname,
    parameter: 'SAMLRequest',
    ...(relayState === undefined ? {} : { relayState }),
    key,
    write: (signing) => buildLogoutRequest(content, signing === 'unsigned' ? 'by-query' : signing),
  });
  return 'url' in message
    ? person.get(message.url)
    : person.post(pathname, Object.fromEntries(message.fields));
}

/** Reads our LogoutRequest from a redirect, or from the form of a page, and verifies it. */
export async function samlLogoutIn(
  api: Client,
  led: Pick<Seen, 'status' | 'location' | 'forms'>,
): Promise<{ url: string; request: LogoutRequest }> {
  const [form] = led.forms;
  const url = led.status === 303 ? led.location : (form?.action ?? '');
  const received =
    led.status === 303
      ? receiveRedirect(url.slice(url.indexOf('?') + 1))
      : receivePost({ parameter: 'SAMLRequest', message: form?.fields['SAMLRequest'] ?? '' });
  const certificates = [readCertificate(await idpCertificate(api))];
  const accepted = accept(received, 'LogoutRequest', { certificates, requireSignature: true });
  return { url: url.split('?')[0] ?? '', request: readLogoutRequest(accepted) };
}

/** How the response to our LogoutRequest differs from that of an honest identity provider. */
export interface SamlLogoutAnswer {
  key?: SigningKey | 'unsigned';
  binding?: 'HTTP-Redirect' | 'HTTP-POST';
  content?: Partial<LogoutResponseContent>;
  /** Changes the message after it was signed. */
  change?: (xml: string) => string;
}

/** Brings the response of the identity provider. A form comes from another site, so it brings no cookie. */
export function bringSamlLogoutAnswer(
  { origin }: Pick<TestService, 'origin'>,
  { idpEntityId, sloUrl }: Pick<SamlConnected, 'idpEntityId' | 'sloUrl'>,
  { person, inResponseTo }: { person: Person; inResponseTo: string },
  { key = partner, binding = 'HTTP-Redirect', content = {}, change = (xml) => xml }: SamlLogoutAnswer = {},
): Promise<Seen> {
  const all = {
    id: newMessageId(),
    issuer: idpEntityId,
    issueInstant: new Date(),
    destination: sloUrl,
    inResponseTo,
    status: success,
    ...content,
  };
  const { pathname } = new URL(sloUrl);
  const message: Carried = carried({
    binding,
    destination: pathname,
    parameter: 'SAMLResponse',
    key,
    write: (signing) => change(buildLogoutResponse(all, signing === 'unsigned' ? 'by-query' : signing)),
  });
  return 'url' in message
    ? person.get(message.url)
    : aPerson(origin).post(pathname, Object.fromEntries(message.fields), {
        origin: 'https://idp.example.com',
      });
}
