import { namespaces } from '../names.ts';
import type { AcceptedResponse } from '../verify/response.ts';
import { parts } from '../xml/shape.ts';
import { optional } from '../xml/values.ts';
import { type Assertion, readAssertion } from './assertion.ts';
import { type Header, readMessage, readStatus, type Status } from './header.ts';

/** The response to a sign-in (SAML core section 3.3.3). */
export interface Response extends Omit<Header, 'issuer'> {
  /** The envelope need not name its issuer if only the assertion is signed (SAML profiles section 4.1.4.2). */
  issuer?: string;
  /** Absent if the identity provider started the sign-in, without a request. */
  inResponseTo?: string;
  status: Status;
  assertion?: Assertion;
}

const { assertion: saml, protocol: samlp } = namespaces;

/** @throws {SamlMessageError} step `shape` */
export function readResponse({ response, assertion }: AcceptedResponse): Response {
  const rest = [...parts(samlp, 'Status'), ...parts(saml, 'Assertion|EncryptedAssertion?')];
  const { header, children } = readMessage(response, 'Response', rest, 'Issuer?');
  const inResponseTo = optional(response.element, 'InResponseTo');
  return {
    ...header,
    ...(inResponseTo !== undefined && { inResponseTo }),
    status: readStatus(children.one('Status')),
    ...(assertion && { assertion: readAssertion(assertion) }),
  };
}
