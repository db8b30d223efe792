import { broken } from './error.ts';
import { bearer, statusCodes } from './names.ts';
import type { Assertion } from './read/assertion.ts';
import type { AuthnRequest } from './read/authn-request.ts';
import type { Header, Status } from './read/header.ts';
import type { LogoutRequest, LogoutResponse } from './read/logout.ts';
import type { Response } from './read/response.ts';

/** The values that a message is compared with. All of them come from configuration, stored requests and the clock. */
export interface Expected {
  now: Date;
  /** The entity ID of the partner. */
  issuer: string;
  /** The addresses of ours that received the message. One of them must be its Destination. */
  receivedAt: readonly string[];
  /** How far the clocks of both servers may differ, in seconds. */
  skewSeconds: number;
  /** The greatest age of a message, in seconds. */
  maxAgeSeconds: number;
}

/** The values that a response is compared with. */
export interface ExpectedResponse extends Expected {
  /** Our entity ID. */
  audience: string;
  /** The ID of the request that the user's browser started, or undefined if an unsolicited response is allowed. */
  inResponseTo: string | undefined;
}

export interface ExpectedLogoutResponse extends Expected {
  inResponseTo: string;
}

type Check<M, E> = (message: M, expected: E) => void;

/** Which check runs for which message, in this order. Request IDs and assertion IDs used twice are the caller's to find. */
const checks = {
  AuthnRequest: { issuer, destination, issueInstant },
  LogoutRequest: { issuer, destination, issueInstant, notOnOrAfter },
  LogoutResponse: { issuer, destination, issueInstant, inResponseTo },
  Response: {
    responseIssuer,
    destination,
    issueInstant,
    responseTo,
    success,
    assertionIssuer,
    assertionInstant,
    conditions,
    audience,
    subjectConfirmation,
    authnStatement,
  },
} as const satisfies {
  AuthnRequest: Readonly<Record<string, Check<AuthnRequest, Expected>>>;
  LogoutRequest: Readonly<Record<string, Check<LogoutRequest, Expected>>>;
  LogoutResponse: Readonly<Record<string, Check<LogoutResponse, ExpectedLogoutResponse>>>;
  Response: Readonly<Record<string, Check<Response, ExpectedResponse>>>;
};

/** @throws {SamlMessageError} step `check`. Its rule names the check that failed */
export function checkAuthnRequest(message: AuthnRequest, expected: Expected): void {
  for (const check of Object.values(checks.AuthnRequest)) check(message, expected);
}

/** @throws {SamlMessageError} step `check` */
export function checkLogoutRequest(message: LogoutRequest, expected: Expected): void {
  for (const check of Object.values(checks.LogoutRequest)) check(message, expected);
}

/** @throws {SamlMessageError} step `check` */
export function checkLogoutResponse(message: LogoutResponse, expected: ExpectedLogoutResponse): void {
  for (const check of Object.values(checks.LogoutResponse)) check(message, expected);
}

/** @throws {SamlMessageError} step `check` */
export function checkResponse(message: Response, expected: ExpectedResponse): void {
  for (const check of Object.values(checks.Response)) check(message, expected);
}

const isAfter = (time: Date, now: Date, seconds: number): boolean => +time > +now + seconds * 1000;
const isPast = (end: Date, { now, skewSeconds }: Expected): boolean => +end <= +now - skewSeconds * 1000;

function issuer(message: Header, expected: Expected): void {
  if (message.issuer !== expected.issuer) broken('issuer', message.issuer);
}

/** A signed message must name its destination, or it could be sent on to another server (SAML bindings section 3.5.5.2). */
function destination(message: Omit<Header, 'issuer'>, { receivedAt }: Expected): void {
  if (message.destination === undefined) {
    if (message.isSigned && message.binding !== 'soap') broken('destination-missing');
    return;
  }
  if (!receivedAt.includes(message.destination)) broken('destination', message.destination);
}

function issueInstant({ issueInstant: at }: { issueInstant: Date }, expected: Expected): void {
  if (isAfter(at, expected.now, expected.skewSeconds)) broken('in-the-future', at.toISOString());
  if (isAfter(expected.now, at, expected.skewSeconds + expected.maxAgeSeconds))
    broken('too-old', at.toISOString());
}

function notOnOrAfter({ notOnOrAfter: end }: LogoutRequest, expected: Expected): void {
  if (end && isPast(end, expected)) broken('expired', end.toISOString());
}

function inResponseTo(message: LogoutResponse, expected: ExpectedLogoutResponse): void {
  if (message.inResponseTo !== expected.inResponseTo) broken('in-response-to', message.inResponseTo);
}

function responseIssuer(message: Response, expected: Expected): void {
  if (message.issuer !== undefined && message.issuer !== expected.issuer) broken('issuer', message.issuer);
}

function responseTo(message: Response, expected: ExpectedResponse): void {
  if (message.inResponseTo !== expected.inResponseTo) broken('in-response-to', message.inResponseTo);
}

function success({ status }: { status: Status }): void {
  if (status.code !== statusCodes.success) broken('status', status.subcode ?? status.code);
}

const assertionOf = ({ assertion }: Response): Assertion => assertion ?? broken('assertion-count');

function assertionIssuer(message: Response, expected: Expected): void {
  const { issuer: found } = assertionOf(message);
  if (found !== expected.issuer) broken('issuer', found);
}

/** A signed assertion could otherwise come for as long as it says, in an envelope that is not signed. */
function assertionInstant(message: Response, expected: Expected): void {
  issueInstant(assertionOf(message), expected);
}

/** An end is optional here. `subjectConfirmation` demands one. */
function conditions(message: Response, expected: Expected): void {
  const found = assertionOf(message).conditions ?? broken('conditions');
  if (found.notBefore && isAfter(found.notBefore, expected.now, expected.skewSeconds))
    broken('not-yet-valid');
  if (found.notOnOrAfter && isPast(found.notOnOrAfter, expected))
    broken('expired', found.notOnOrAfter.toISOString());
}

function audience(message: Response, expected: ExpectedResponse): void {
  const restrictions = assertionOf(message).conditions?.audiences ?? [];
  // SAML profiles section 4.1.4.2 demands at least one.
  if (restrictions.length === 0 || !restrictions.every((one) => one.includes(expected.audience)))
    broken('audience', restrictions.flat().join(' '));
}

/** SAML profiles section 4.1.4.3. */
function subjectConfirmation(message: Response, expected: ExpectedResponse): void {
  const isValid = assertionOf(message).confirmations.some(
    (one) =>
      one.method === bearer &&
      one.recipient !== undefined &&
      expected.receivedAt.includes(one.recipient) &&
      one.notOnOrAfter !== undefined &&
      !isPast(one.notOnOrAfter, expected) &&
      one.notBefore === undefined &&
      one.inResponseTo === expected.inResponseTo,
  );
  if (!isValid) broken('subject-confirmation');
}

function authnStatement(message: Response, expected: Expected): void {
  const statements = assertionOf(message).authnStatements;
  if (statements.length === 0) broken('authn-statement');
  if (statements.some(({ sessionNotOnOrAfter: end }) => end && isPast(end, expected)))
    broken('session-ended');
}
