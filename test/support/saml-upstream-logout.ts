// LogoutRequests of the SAML identity provider of saml-upstream.ts.
import { type Carried, carried } from '../../src/saml-messages/build/carried.ts';
import { buildLogoutRequest, type LogoutRequestContent } from '../../src/saml-messages/build/logout.ts';
import { newMessageId } from '../../src/saml-messages/build/parts.ts';
import type { SigningKey } from '../../src/saml-messages/build/sign.ts';
import { aPerson, type Seen } from './person.ts';
import { partner } from './saml-messages.ts';
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
