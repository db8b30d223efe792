// A SAML identity provider that the tests control, and browsers that go there and come back.
import { randomUUID } from 'node:crypto';
import { newMessageId } from '../../src/saml-messages/build/parts.ts';
import {
  type AssertionContent,
  buildResponse,
  type Protection,
  type ResponseContent,
} from '../../src/saml-messages/build/response.ts';
import { nameIdFormats } from '../../src/saml-messages/names.ts';
import type { Attribute } from '../../src/saml-messages/read/assertion.ts';
import { type AuthnRequest, readAuthnRequest } from '../../src/saml-messages/read/authn-request.ts';
import { receivePost } from '../../src/saml-messages/receive/post.ts';
import type { Received } from '../../src/saml-messages/receive/received.ts';
import { receiveRedirect } from '../../src/saml-messages/receive/redirect.ts';
import { accept } from '../../src/saml-messages/verify/accepted.ts';
import { aPerson, type Person, type Seen } from './person.ts';
import { partner } from './saml-messages.ts';
import type { TestService } from './service.ts';
import { aDomain, aSamlConnection, type SamlConnectionFields, verifiedDomain } from './stored-connections.ts';
import { type Reached, typed } from './upstream.ts';

/** A connection to the identity provider whose key is {@link partner}'s, with a proved domain. */
export interface SamlConnected {
  id: string;
  domain: string;
  /** The entity ID of the identity provider. */
  idpEntityId: string;
  spEntityId: string;
  acsUrl: string;
  sloUrl: string;
}

export async function samlConnected(
  service: Reached,
  fields: SamlConnectionFields = {},
  orgId?: string,
): Promise<SamlConnected> {
  const { id, base, idpEntityId } = await aSamlConnection(
    service,
    { certificates: [partner.certificate], ...fields },
    orgId,
  );
  const domain = aDomain();
  await verifiedDomain(service, id, domain);
  return {
    id,
    domain,
    idpEntityId,
    spEntityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    sloUrl: `${base}/slo`,
  };
}

/** A request that a browser was led with. */
export interface AskedBySaml {
  id: string;
  relayState: string;
  request: AuthnRequest;
  received: Received;
  /** Where the browser is led to, without the query. */
  url: string;
}

/** Reads the request from a redirect, or from the form of a page. It is not verified. */
export function askedBy(led: Seen): AskedBySaml {
  const [form] = led.forms;
  const url = led.status === 303 ? led.location : (form?.action ?? '');
  const receive = () =>
    led.status === 303
      ? receiveRedirect(url.slice(url.indexOf('?') + 1))
      : receivePost({ parameter: 'SAMLRequest', message: form?.fields['SAMLRequest'] ?? '' });
  const received = receive();
  const relayState = received.relayState ?? form?.fields['RelayState'] ?? '';
  // Reading an unverified message takes its signature away.
  const request = readAuthnRequest(
    accept(receive(), 'AuthnRequest', { certificates: [], requireSignature: false }),
  );
  return { id: request.id, relayState, request, received, url: url.split('?')[0] ?? '' };
}

/** Statements of a test about a user, or about the response with the user. */
export interface Says {
  nameId?: AssertionContent['nameId'];
  attributes?: Attribute[];
  assertion?: Partial<AssertionContent>;
  response?: Partial<ResponseContent>;
  protection?: Partial<Protection>;
}

/** A user of the identity provider, with an address of the domain of the connection. */
export function aSamlSubject({
  domain,
}: Pick<SamlConnected, 'domain'>): Says & { email: string; name: string } {
  const name = randomUUID();
  const email = `${name}@${domain}`;
  return {
    email,
    name,
    nameId: { value: name, format: nameIdFormats.persistent },
    attributes: [
      { name: 'email', values: [email] },
      { name: 'givenName', values: ['Ada'] },
      { name: 'sn', values: ['Lovelace'] },
    ],
  };
}

/** The response of an honest identity provider, with changes. @param request undefined for an unsolicited response */
export function contentFor(
  { idpEntityId, spEntityId, acsUrl }: SamlConnected,
  request: string | undefined,
  { nameId, attributes = [], assertion = {}, response = {} }: Says,
): ResponseContent {
  const now = new Date();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  return {
    id: newMessageId(),
    issuer: idpEntityId,
    issueInstant: now,
    destination: acsUrl,
    ...(request === undefined ? {} : { inResponseTo: request }),
    ...response,
    assertion: {
      id: newMessageId(),
      nameId: nameId ?? { value: randomUUID(), format: nameIdFormats.persistent },
      audiences: [spEntityId],
      notBefore: later(-30),
      notOnOrAfter: later(300),
      authnInstant: now,
      sessionIndex: newMessageId(),
      authnContextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      attributes,
      ...assertion,
    },
  };
}

/** Builds what {@link contentFor} describes. The assertion is signed. */
export const responseTo = (connected: SamlConnected, request: string | undefined, says: Says): string =>
  buildResponse(contentFor(connected, request, says), {
    key: partner,
    signAssertion: true,
    signResponse: false,
    ...says.protection,
  });

/** Sends a form to the assertion consumer service, as a page of another site does: without a cookie. */
export function arrive(
  { origin }: Pick<TestService, 'origin'>,
  { acsUrl }: Pick<SamlConnected, 'acsUrl'>,
  xml: string,
  relayState?: string,
): Promise<Seen> {
  const fields = {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    ...(relayState === undefined ? {} : { RelayState: relayState }),
  };
  return aPerson(origin).post(new URL(acsUrl).pathname, fields, { origin: 'https://idp.example.com' });
}

/** Types a name of the domain, and goes to the identity provider. */
export async function awayBySaml(
  service: Reached,
  { domain }: Pick<SamlConnected, 'domain'>,
  person?: Person,
): Promise<{ person: Person; led: Seen; asked: AskedBySaml }> {
  const gone = await typed(service, `somebody@${domain}`, person);
  return { person: gone.person, led: gone.led, asked: askedBy(gone.led) };
}

/** Comes back from there with a response, and goes on to where the sign-in leads. */
export async function backBySaml(
  service: Reached,
  connected: SamlConnected,
  { person, asked }: { person: Person; asked: AskedBySaml },
  says: Says,
): Promise<Seen> {
  const arrived = await arrive(service, connected, responseTo(connected, asked.id, says), asked.relayState);
  return arrived.status === 303 ? person.open(arrived.location) : arrived;
}

/** A whole sign-in. */
export async function signedInBySaml(
  service: Reached,
  connected: SamlConnected,
  says: Says,
  person?: Person,
): Promise<Seen & { person: Person }> {
  const gone = await awayBySaml(service, connected, person);
  return { ...(await backBySaml(service, connected, gone, says)), person: gone.person };
}
