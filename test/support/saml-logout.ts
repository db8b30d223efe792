import { postFields, redirectUrl, soapEnvelope } from '../../src/saml-messages/build/bindings.ts';
import {
  buildLogoutRequest,
  buildLogoutResponse,
  type LogoutRequestContent,
} from '../../src/saml-messages/build/logout.ts';
import { newMessageId } from '../../src/saml-messages/build/parts.ts';
import type { SigningKey } from '../../src/saml-messages/build/sign.ts';
import { statusCodes } from '../../src/saml-messages/names.ts';
import type { Profile } from '../saml-messages/declarations/node-saml.d.ts';
import type { Client } from './client.ts';
import type { Person, Seen } from './person.ts';
import type { Reply } from './receiver.ts';
import { answerIn, aServiceProvider, type Party, redirectPath, samlBase } from './saml-sign-on.ts';
import type { TestService } from './service.ts';
import { aPartnerKey } from './service-providers.ts';

/** A service provider that has a key, and takes part in single logouts. */
export interface LogoutParty extends Party {
  name: string;
  key: SigningKey;
  /** Where the service reads logout messages. */
  slo: string;
  sloUrl: string;
  /** Another SOAP endpoint or binding. */
  change: (fields: Record<string, unknown>) => Promise<void>;
}

let shared: Promise<SigningKey> | undefined;

/** A key of its own for a party takes 0.1 s. */
export async function aLogoutKey(): Promise<SigningKey> {
  return { ...(await aPartnerKey('service provider')), algorithm: 'rsa-sha256' };
}

/** @param fields of the registration; `signingCertificates: []` makes one without a key */
export async function aLogoutParty(
  api: Client,
  fields: Record<string, unknown> = {},
  { key }: { key?: SigningKey } = {},
): Promise<LogoutParty> {
  shared ??= aLogoutKey();
  const signing = key ?? (await shared);
  const slo = `${samlBase(api)}/slo`;
  const name = `App ${crypto.randomUUID().slice(0, 8)}`;
  const sloUrl = `https://${crypto.randomUUID()}.example.com/slo`;
  const party = await aServiceProvider(
    api,
    { name, sloUrl, signingCertificates: [signing.certificate], requireSignedRequests: false, ...fields },
    {
      logoutUrl: slo,
      privateKey: signing.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      publicCert: signing.certificate,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
    },
  );
  return {
    ...party,
    name: typeof fields['name'] === 'string' ? fields['name'] : name,
    key: signing,
    slo,
    sloUrl: typeof fields['sloUrl'] === 'string' ? fields['sloUrl'] : sloUrl,
    async change(body) {
      const path = { spId: party.id };
      const { headers } = await api.call('getServiceProvider', { path });
      const ifMatch = headers.get('etag') ?? '';
      const { status, body: answer } = await api.call('updateServiceProvider', {
        path,
        body,
        headers: { 'if-match': ifMatch },
      });
      if (status !== 200) throw new Error(`no change: ${JSON.stringify(answer)}`);
    },
  };
}

/** Lets a browser that is signed in take part at a service provider. */
export async function joined(visitor: Person, party: Party): Promise<Profile> {
  const page = await visitor.open(await redirectPath(party));
  const { profile } = await party.saml.validatePostResponseAsync(answerIn(page).fields);
  if (!profile) throw new Error('no profile');
  return profile;
}

/** Returns the content of a service provider's request about a user. */
export function logoutContent(
  party: LogoutParty,
  profile: Pick<Profile, 'nameID' | 'nameIDFormat' | 'sessionIndex'>,
  changes: Partial<LogoutRequestContent> = {},
): LogoutRequestContent {
  return {
    id: newMessageId(),
    issuer: party.entityId,
    issueInstant: new Date(),
    destination: party.slo,
    nameId: { value: profile.nameID, format: profile.nameIDFormat },
    sessionIndexes: profile.sessionIndex === undefined ? [] : [profile.sessionIndex],
    notOnOrAfter: new Date(Date.now() + 60_000),
    ...changes,
  };
}

/** The path of a signed request by redirect. */
export function logoutPath(
  { slo, key }: LogoutParty,
  content: LogoutRequestContent,
  { relayState, signedBy = key }: { relayState?: string; signedBy?: SigningKey | 'unsigned' } = {},
): string {
  const xml = buildLogoutRequest(content, 'by-query');
  const message = {
    parameter: 'SAMLRequest' as const,
    xml,
    ...(relayState === undefined ? {} : { relayState }),
  };
  const url = new URL(redirectUrl(slo, message, signedBy));
  return `${url.pathname}${url.search}`;
}

/** Sends a signed request by POST, as another site does: without cookies that the browser keeps for us. */
export function postLogout(
  visitor: Person,
  { slo, key }: LogoutParty,
  content: LogoutRequestContent,
  relayState?: string,
): Promise<Seen> {
  const xml = buildLogoutRequest(content, key);
  const message = {
    parameter: 'SAMLRequest' as const,
    xml,
    ...(relayState === undefined ? {} : { relayState }),
  };
  return visitor.post(new URL(slo).pathname, postFields(message), {
    'sec-fetch-site': 'cross-site',
    origin: 'https://wiki.example.com',
    cookie: '',
  });
}

/** The ID that a LogoutRequest in XML has. */
export const idOf = (xml: string): string => / ID="([^"]+)"/.exec(xml)?.[1] ?? '';

/** A service provider's answer to the request with this ID. */
export const responseTo = (
  party: LogoutParty,
  inResponseTo: string,
  {
    signing = party.key,
    code = statusCodes.success,
  }: { signing?: SigningKey | 'by-query'; code?: string } = {},
): string =>
  buildLogoutResponse(
    {
      id: newMessageId(),
      issuer: party.entityId,
      issueInstant: new Date(),
      destination: party.slo,
      inResponseTo,
      status: { code },
    },
    signing,
  );

/** Answers a call by SOAP as the party. */
export const answerBySoap =
  (party: LogoutParty, changed: (xml: string) => string = (xml) => xml): Reply =>
  (response, { body }) => {
    const xml = changed(soapEnvelope(responseTo(party, idOf(body))));
    response.writeHead(200, { 'content-type': 'text/xml' }).end(xml);
  };

/** The addresses of the frames of a page. */
export const framesIn = ({ text }: Pick<Seen, 'text'>): string[] =>
  [...text.matchAll(/<iframe [^>]*src="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );

/** The session of the only user who takes part at a service provider, from the database. */
export async function joinedSession({ sql }: Pick<TestService, 'sql'>, { id }: Party): Promise<Profile> {
  const [session] = await sql<Profile & { sessionIndex: string }>(
    `select name_id as "nameID", name_id_format as "nameIDFormat", session_index as "sessionIndex" from saml_sessions
      where service_provider_id = $1`,
    [id],
  );
  if (!session) throw new Error('the user does not take part');
  return session;
}
