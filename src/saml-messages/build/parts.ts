import { randomBytes } from 'node:crypto';
import { statusCodes } from '../names.ts';
import type { NameId, Status } from '../read/header.ts';
import { type Built, element } from './element.ts';

/** Returns a random ID. It is an xs:ID, so it does not start with a digit (SAML core section 1.3.4). */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`;

/** The values that every message has. */
export interface Sender {
  /** From `newMessageId()`. */
  id: string;
  /** Our entity ID. */
  issuer: string;
  issueInstant: Date;
  /** The endpoint that will receive the message. */
  destination: string;
}

export const headerOf = ({ id, issueInstant, destination }: Sender) => ({
  ID: id,
  Version: '2.0',
  IssueInstant: issueInstant,
  Destination: destination,
});

export const issuerOf = ({ issuer }: Pick<Sender, 'issuer'>): Built => element('saml:Issuer', {}, issuer);

export const nameIdOf = ({ value, format, nameQualifier, spNameQualifier }: NameId): Built =>
  element(
    'saml:NameID',
    { Format: format, NameQualifier: nameQualifier, SPNameQualifier: spNameQualifier },
    value,
  );

/** SAML core section 3.2.2.1. */
export const statusOf = ({ code, subcode, message }: Status): Built =>
  element(
    'samlp:Status',
    {},
    element(
      'samlp:StatusCode',
      { Value: code },
      subcode === undefined ? undefined : element('samlp:StatusCode', { Value: subcode }),
    ),
    message === undefined ? undefined : element('samlp:StatusMessage', {}, message),
  );

/** XML Signature section 4.5. @param certificate in PEM */
export const keyInfoOf = (certificate: string): Built =>
  element(
    'ds:KeyInfo',
    {},
    element('ds:X509Data', {}, element('ds:X509Certificate', {}, base64Of(certificate))),
  );

/** Returns what stands between the first and the last line of a PEM text. */
export const base64Of = (pem: string): string => pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');

export const success: Status = { code: statusCodes.success };
