import { hash } from 'node:crypto';
import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { type Carried, carried } from '../../saml-messages/build/carried.ts';
import { buildLogoutRequest, buildLogoutResponse } from '../../saml-messages/build/logout.ts';
import { newMessageId, success } from '../../saml-messages/build/parts.ts';
import type { SigningKey } from '../../saml-messages/build/sign.ts';
import { readCertificate } from '../../saml-messages/certificate.ts';
import { checkLogoutRequest, checkLogoutResponse } from '../../saml-messages/checks.ts';
import {
  type LogoutRequest,
  type LogoutResponse,
  readLogoutRequest,
  readLogoutResponse,
} from '../../saml-messages/read/logout.ts';
import type { Received } from '../../saml-messages/receive/received.ts';
import { accept, type MessageName } from '../../saml-messages/verify/accepted.ts';
import { endAllLogins, type EndingSite } from './backchannel-logout.ts';
import { Connection } from './entities/connection.ts';
import { readSamlHint } from './saml-hints.ts';
import { namesOfLogin } from './saml-names.ts';
import { spAddresses } from './sp-addresses.ts';
import { isReplayed } from './sql/logout-tokens.ts';

/** A message comes with the browser, at once. */
const mostAgeSeconds = 300;
/** A request that names more sessions of a user ends all of them. */
const mostSessions = 20;

/**
 * Finds a connection by SAML, of any status: logins may be left of a disabled one.
 * @throws {Failure} CONNECTION_NOT_FOUND
 */
export async function samlConnectionToLogOut(tx: Tx, id: string): Promise<Connection> {
  const connection = await tx.findOne(Connection, { id, type: 'SAML' });
  if (!connection) throw new Failure('CONNECTION_NOT_FOUND');
  return connection;
}

/** A message of a logout that the identity provider has signed. */
export type SignedLogout = { request: LogoutRequest } | { response: LogoutResponse };

/**
 * Verifies a message of a logout, and compares it with the connection. All of them must be signed.
 * @throws {SamlMessageError}
 */
export function judgeLogout(
  received: Received,
  connection: Connection,
  { baseUrl, now }: { baseUrl: string; now: Date },
): SignedLogout {
  const { certificates, clockSkewSeconds: skewSeconds } = connection.samlSettings();
  const issuer = connection.idpEntityId ?? '';
  const { sloUrl } = spAddresses(baseUrl, connection.id);
  const expected = { now, issuer, receivedAt: [sloUrl], skewSeconds, maxAgeSeconds: mostAgeSeconds };
  const trust = { certificates: certificates.map(readCertificate), requireSignature: true };
  const accepted = (name: MessageName) => accept(received, name, trust);
  if (received.message.localName === 'LogoutResponse') {
    const response = readLogoutResponse(accepted('LogoutResponse'));
    checkLogoutResponse(response, { ...expected, inResponseTo: response.inResponseTo });
    return { response };
  }
  const request = readLogoutRequest(accepted('LogoutRequest'));
  checkLogoutRequest(request, expected);
  return { request };
}

/**
 * Ends the logins that came by the connection and that a verified request names: of the user, or of some sessions of the user.
 * @returns false if the request was sent before
 */
export async function endLoginsBySaml(
  tx: Tx,
  { id: connectionId, idpEntityId, clockSkewSeconds }: Connection,
  request: LogoutRequest,
  { baseUrl, ...site }: EndingSite & { baseUrl: string },
): Promise<boolean> {
  const seconds = mostAgeSeconds + 2 * (clockSkewSeconds ?? 0);
  const expiresAt = new Date(request.issueInstant.getTime() + seconds * 1000);
  const used = { connectionId, jti: hash('sha256', request.id, 'buffer'), expiresAt };
  if (await isReplayed(tx, tenancyOf(tx).orgId, used)) return false;
  const { metadataUrl: spEntityId } = spAddresses(baseUrl, connectionId);
  const names = namesOfLogin(request.nameId, { idpEntityId: idpEntityId ?? '', spEntityId });
  const { sessionIndexes } = request;
  const all = sessionIndexes.length === 0 || sessionIndexes.length > mostSessions;
  for (const subject of names)
    for (const session of all ? [null] : sessionIndexes)
      await endAllLogins(tx, { connectionId, subject, session }, site);
  return true;
}

/** Writes the response to a request. @returns undefined if the identity provider has no address for it */
export function logoutResponseTo(
  connection: Connection,
  { id: inResponseTo }: LogoutRequest,
  {
    baseUrl,
    now,
    key,
    relayState,
  }: { baseUrl: string; now: Date; key: SigningKey; relayState: string | undefined },
): Carried | undefined {
  const { sloUrl, sloResponseUrl, sloBinding } = connection.samlSettings();
  const destination = sloResponseUrl ?? sloUrl;
  if (destination === null) return undefined;
  const { metadataUrl: issuer } = spAddresses(baseUrl, connection.id);
  const content = {
    id: newMessageId(),
    issuer,
    issueInstant: now,
    destination,
    inResponseTo,
    status: success,
  };
  return carried({
    binding: sloBinding,
    destination,
    parameter: 'SAMLResponse',
    ...(relayState === undefined ? {} : { relayState }),
    key,
    write: (signing) => buildLogoutResponse(content, signing),
  });
}

/** Identity providers whose clocks run behind, and slow networks, have so long. */
const validMs = 300_000;

/** How a browser leaves to sign out at an identity provider. */
export interface Leaving {
  /** The ID of the request. */
  requestId: string;
  carried: Carried;
}

/**
 * Writes the request that signs a user out at the identity provider (SAML core section 3.7.1). It has no RelayState: its ID names the
 * logout when the response comes.
 * @param hint what `writeSamlHint()` has written; null if nothing names the login
 * @returns undefined if the identity provider cannot be asked
 */
export function logoutRequestTo(
  connection: Connection,
  hint: string | null,
  { baseUrl, now, key }: { baseUrl: string; now: Date; key: SigningKey },
): Leaving | undefined {
  const { sloUrl: destination, sloBinding: binding } = connection.samlSettings();
  if (destination === null || hint === null) return undefined;
  const { nameId, sessionIndex } = readSamlHint(hint);
  const { metadataUrl: issuer } = spAddresses(baseUrl, connection.id);
  const content = {
    id: newMessageId(),
    issuer,
    issueInstant: now,
    destination,
    nameId,
    sessionIndexes: sessionIndex === null ? [] : [sessionIndex],
    notOnOrAfter: new Date(now.getTime() + validMs),
    reason: 'urn:oasis:names:tc:SAML:2.0:logout:user',
  };
  return {
    requestId: content.id,
    carried: carried({
      binding,
      destination,
      parameter: 'SAMLRequest',
      key,
      write: (signing) => buildLogoutRequest(content, signing),
    }),
  };
}
