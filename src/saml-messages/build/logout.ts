import type { NameId, Status } from '../read/header.ts';
import { type Built, element, write } from './element.ts';
import { headerOf, issuerOf, nameIdOf, type Sender, statusOf } from './parts.ts';
import { type SigningKey, signed } from './sign.ts';

export interface LogoutRequestContent extends Sender {
  nameId: NameId;
  sessionIndexes: readonly string[];
  notOnOrAfter: Date;
  reason?: string;
}

export interface LogoutResponseContent extends Sender {
  inResponseTo: string;
  status: Status;
}

/** A message of the redirect binding is not signed in the XML: `redirectUrl()` signs the query. */
type Signing = SigningKey | 'by-query';

const finish = (built: Built, signing: Signing): string =>
  write(signing === 'by-query' ? built : signed(built, signing));

/** SAML core section 3.7.1. */
export const buildLogoutRequest = (content: LogoutRequestContent, signing: Signing): string =>
  finish(plainLogoutRequest(content), signing);

/** Describes a request as it is before it is signed. Traces show it. */
export const plainLogoutRequest = (content: LogoutRequestContent): Built =>
  element(
    'samlp:LogoutRequest',
    { ...headerOf(content), NotOnOrAfter: content.notOnOrAfter, Reason: content.reason },
    issuerOf(content),
    nameIdOf(content.nameId),
    ...content.sessionIndexes.map((one) => element('samlp:SessionIndex', {}, one)),
  );

/** SAML core section 3.7.2. */
export const buildLogoutResponse = (content: LogoutResponseContent, signing: Signing): string =>
  finish(plainLogoutResponse(content), signing);

/** Describes a response as it is before it is signed. Traces show it. */
export const plainLogoutResponse = (content: LogoutResponseContent): Built =>
  element(
    'samlp:LogoutResponse',
    { ...headerOf(content), InResponseTo: content.inResponseTo },
    issuerOf(content),
    statusOf(content.status),
  );
