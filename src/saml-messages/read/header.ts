import type { Element } from '@xmldom/xmldom';
import { broken } from '../error.ts';
import { namespaces, nameIdFormats } from '../names.ts';
import type { Accepted } from '../verify/accepted.ts';
import { type Children, childrenOf, expectNamed, type Part, parts } from '../xml/shape.ts';
import { idOf, optional, rawText, required, requiredTime, textOf, xmlTrimmed } from '../xml/values.ts';

/** The values that every message has (SAML core sections 3.2.1 and 3.2.2). */
export interface Header {
  id: string;
  issuer: string;
  issueInstant: Date;
  destination?: string;
  binding: Accepted['binding'];
  /** Whether a known key signed it. */
  isSigned: boolean;
}

const { assertion: saml, protocol: samlp, signature: ds } = namespaces;

/** Reads the header of a message, and its children. `rest` lists the children after Issuer, Signature and Extensions. */
export function readMessage(
  { element, binding, proof }: Accepted,
  name: string,
  rest: readonly Part[],
  issuer: 'Issuer' | 'Issuer?' = 'Issuer',
): { header: Omit<Header, 'issuer'> & { issuer?: string }; children: Children } {
  expectNamed(element, samlp, name);
  checkVersion(element);
  const children = childrenOf(element, [
    ...parts(saml, issuer),
    ...parts(ds, 'Signature?'),
    ...parts(samlp, 'Extensions?'),
    ...rest,
  ]);
  const destination = optional(element, 'Destination');
  const issued = children.optional('Issuer');
  return {
    children,
    header: {
      id: idOf(element),
      ...(issued && { issuer: readIssuer(issued) }),
      issueInstant: requiredTime(element, 'IssueInstant'),
      ...(destination !== undefined && { destination }),
      binding,
      isSigned: proof !== undefined,
    },
  };
}

export function checkVersion(element: Element): void {
  if (required(element, 'Version') !== '2.0') broken('version', required(element, 'Version'));
}

/** SAML profiles sections 4.1.4.1 and 4.1.4.2: an issuer is an entity, also where it does not say so. */
export function readIssuer(element: Element): string {
  const format = optional(element, 'Format') ?? nameIdFormats.entity;
  if (format !== nameIdFormats.entity && format !== nameIdFormats.unspecified)
    broken('attribute', 'Format of Issuer');
  return textOf(element);
}

/** The name of a user (SAML core section 2.2.3). */
export interface NameId {
  /** Exactly as it was sent: white space and letter case may distinguish users. */
  value: string;
  /** `unspecified` if the message names no format. */
  format: string;
  nameQualifier?: string;
  spNameQualifier?: string;
}

export function readNameId(element: Element): NameId {
  const value = rawText(element);
  if (value.trim() === '') broken('text', element.localName);
  const [nameQualifier, spNameQualifier] = [
    optional(element, 'NameQualifier'),
    optional(element, 'SPNameQualifier'),
  ];
  return {
    value,
    format: optional(element, 'Format') ?? nameIdFormats.unspecified,
    ...(nameQualifier !== undefined && { nameQualifier }),
    ...(spNameQualifier !== undefined && { spNameQualifier }),
  };
}

/** The outcome of a request (SAML core section 3.2.2.1). */
export interface Status {
  /** A top-level code of `statusCodes`. */
  code: string;
  /** The second-level code, which says more. */
  subcode?: string;
  message?: string;
}

export function readStatus(element: Element): Status {
  const children = childrenOf(element, parts(samlp, 'StatusCode', 'StatusMessage?', 'StatusDetail?'));
  const code = children.one('StatusCode');
  const below = childrenOf(code, parts(samlp, 'StatusCode?')).optional('StatusCode');
  const message = children.optional('StatusMessage');
  return {
    code: required(code, 'Value'),
    ...(below && { subcode: required(below, 'Value') }),
    ...(message && { message: xmlTrimmed(rawText(message)) }),
  };
}
