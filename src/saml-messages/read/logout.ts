import { namespaces } from '../names.ts';
import type { Accepted } from '../verify/accepted.ts';
import { parts } from '../xml/shape.ts';
import { optional, required, textOf, time } from '../xml/values.ts';
import { type Header, type NameId, readMessage, readNameId, readStatus, type Status } from './header.ts';

/** A request to end sessions (SAML core section 3.7.1). */
export interface LogoutRequest extends Header {
  nameId: NameId;
  /** The sessions to end. None means all sessions of the user at this partner. */
  sessionIndexes: readonly string[];
  /** A URN, such as `urn:oasis:names:tc:SAML:2.0:logout:user`. */
  reason?: string;
  notOnOrAfter?: Date;
}

/** The answer to it (SAML core section 3.7.2). */
export interface LogoutResponse extends Header {
  inResponseTo: string;
  status: Status;
}

const { assertion: saml, protocol: samlp } = namespaces;

/** @throws {SamlMessageError} step `shape`, also if the name of the user is encrypted */
export function readLogoutRequest(accepted: Accepted): LogoutRequest {
  const rest = [...parts(saml, 'NameID'), ...parts(samlp, 'SessionIndex*')];
  const { header, children } = readMessage(accepted, 'LogoutRequest', rest);
  const reason = optional(accepted.element, 'Reason');
  const notOnOrAfter = time(accepted.element, 'NotOnOrAfter');
  return {
    ...(header as Header),
    nameId: readNameId(children.one('NameID')),
    sessionIndexes: children.all('SessionIndex').map(textOf),
    ...(reason !== undefined && { reason }),
    ...(notOnOrAfter && { notOnOrAfter }),
  };
}

/** @throws {SamlMessageError} step `shape` */
export function readLogoutResponse(accepted: Accepted): LogoutResponse {
  const { header, children } = readMessage(accepted, 'LogoutResponse', parts(samlp, 'Status'));
  return {
    ...(header as Header),
    inResponseTo: required(accepted.element, 'InResponseTo'),
    status: readStatus(children.one('Status')),
  };
}
