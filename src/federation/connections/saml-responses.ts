import { readCertificate } from '../../saml-messages/certificate.ts';
import { checkResponse } from '../../saml-messages/checks.ts';
import { SamlMessageError } from '../../saml-messages/error.ts';
import { statusCodes } from '../../saml-messages/names.ts';
import type { Status } from '../../saml-messages/read/header.ts';
import { readResponse, type Response } from '../../saml-messages/read/response.ts';
import type { Received } from '../../saml-messages/receive/received.ts';
import type { Rule } from '../../saml-messages/rules.ts';
import { rules } from '../../saml-messages/rules.ts';
import { shownFind } from '../../saml-messages/shown-find.ts';
import { acceptResponse, type ResponseTrust } from '../../saml-messages/verify/response.ts';
import type { Connection } from './entities/connection.ts';
import { spAddresses } from './sp-addresses.ts';

/** A response comes with the browser, at once. */
const mostAgeSeconds = 300;

/** The parts that judging a response needs, besides the connection. */
export interface Judging {
  baseUrl: string;
  now: Date;
  /** Our keys that assertions may be encrypted for, in PEM. */
  privateKeys: readonly string[];
  /** Pays for the work, as in {@link ResponseTrust}. */
  spend?: ResponseTrust['spend'];
}

/** A response that says who the user is. */
export type GoodResponse = Response & { assertion: NonNullable<Response['assertion']> };

/** Why a response counts for nothing. */
export interface RefusedResponse {
  /** A sentence for administrators. It holds nothing about a person. */
  reason: string;
  /** The ID of a genuine assertion for us that is not acceptable: the identity provider, or the connection, is set up wrongly. */
  genuine: string | undefined;
  /** Whether no key that is known signed it. The identity provider may have a new one. */
  isUnknownKey: boolean;
  /** Whether the user, or the identity provider, chose not to sign in. */
  isDenied: boolean;
}

/**
 * Verifies a response, and compares it with the connection. `InResponseTo` is the same everywhere in it; whether it names the
 * request of the browser is compared when the browser comes with its cookie.
 */
export async function judgeResponse(
  received: Received,
  connection: Connection,
  { baseUrl, now, privateKeys, spend }: Judging,
): Promise<{ good: GoodResponse } | { refused: RefusedResponse }> {
  const { certificates, wantAssertionsSigned, wantEncrypted, clockSkewSeconds } = connection.samlSettings();
  const { metadataUrl: spEntityId, acsUrl } = spAddresses(baseUrl, connection.id);
  let message: Response | undefined;
  try {
    const accepted = await acceptResponse(received, {
      certificates: certificates.map(readCertificate),
      requireSignedAssertion: wantAssertionsSigned,
      requireEncryption: wantEncrypted,
      decryption: { privateKeys, allowCbc: true },
      ...(spend && { spend }),
    });
    message = readResponse(accepted);
    checkResponse(message, {
      now,
      issuer: connection.idpEntityId ?? '',
      receivedAt: [acsUrl],
      skewSeconds: clockSkewSeconds,
      maxAgeSeconds: mostAgeSeconds,
      audience: spEntityId,
      inResponseTo: message.inResponseTo,
    });
    // `checkResponse` demands an assertion.
    return { good: message as GoodResponse };
  } catch (error) {
    if (!(error instanceof SamlMessageError)) throw error;
    const isDenied = error.rule === 'status' && message?.status.subcode === statusCodes.requestDenied;
    const genuine = ofCarrier.has(error.rule) ? undefined : madeFor(acsUrl, message)?.id;
    const isUnknownKey = error.rule === 'signature-untrusted';
    return { refused: { reason: reasonOf(error, message), genuine, isUnknownKey, isDenied } };
  }
}

/**
 * Returns the verified assertion of a response, if the identity provider made it for us. The operator of another service provider gets
 * genuine assertions, too, and could send them here in an envelope that is not signed.
 */
const madeFor = (acsUrl: string, message: Response | undefined): Response['assertion'] =>
  message?.assertion?.confirmations.some(({ recipient }) => recipient === acsUrl)
    ? message.assertion
    : undefined;

/** One text for every failure, so that a sender learns nothing of keys and padding. */
const undecipherable =
  'The assertion cannot be decrypted. It must be encrypted for the certificate in the metadata of the connection, with RSA-OAEP and AES-GCM';

/** Says which rule a message broke, in a sentence for administrators. */
export function reasonOf({ step, rule, found }: SamlMessageError, message?: Response): string {
  if (step === 'decrypt' && rule !== 'not-encrypted') return undecipherable;
  if (rule === 'status' && message) return saysStatus(message.status);
  const shown = found === undefined ? null : shownFind(rule, found);
  return shown === null ? rules[rule][1] : `${rules[rule][1]} Found: ${shown}`;
}

/** Says which status a response has, in a sentence for administrators. */
export function saysStatus({ code, subcode }: Status): string {
  const codes = [code, ...(subcode === undefined ? [] : [subcode])].map(plainCode);
  return `The identity provider responded with the status ${codes.join(', ')}`;
}

/** A status code is a URI. Anybody can send others, which are not shown. */
const plainCode = (code: string): string => (/^[\w:./#-]{1,200}$/.test(code) ? code : '[removed]');

/** Rules that a genuine message breaks when it is sent again, too late, or elsewhere. Anybody who saw it can do so. */
const ofCarrier: ReadonlySet<Rule> = new Set([
  'destination',
  'too-old',
  'in-the-future',
  'in-response-to',
  'status',
  'expired',
  'not-yet-valid',
  'subject-confirmation',
  'session-ended',
]);
