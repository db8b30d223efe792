import { isObject } from './object.ts';
import { JsonRefusal, parseJson } from './json.ts';

/** The content of a signed JSON Web Token (RFC 7519), whether or not it is true. */
export interface Jwt {
  /** As it was presented: header, payload and signature. */
  text: string;
  /** The signed text. It names the token, because one signature may have many spellings. */
  signed: string;
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

/**
 * Reads a JWT and verifies nothing.
 * @returns undefined unless the text is a JWT in compact form that can be read without doubt
 */
export function readJwt(text: string): Jwt | undefined {
  const parts = text.split('.');
  if (parts.length !== 3 || !parts.every(isBase64url)) return undefined;
  const [header, claims] = parts.slice(0, 2).map(readPart);
  if (!header || !claims) return undefined;
  return { text, signed: text.slice(0, text.lastIndexOf('.')), header, claims };
}

/** Tells whether a text is base64url without padding (RFC 7515 section 2), in its only spelling. */
const isBase64url = (part: string): boolean =>
  /^[\w-]+$/.test(part) && Buffer.from(part, 'base64url').toString('base64url') === part;

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(Buffer.from(part, 'base64url'));
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonRefusal) return undefined;
    throw error;
  }
}

/** The types that a JWT of each kind may name. A JWT of one kind must not pass for another one (RFC 8725 section 3.11). */
const typesOf = {
  // Many issuers name no type, or JWT. In `draft-ietf-oauth-rfc7523bis`, assertions of clients have a type.
  'client assertion': [undefined, 'jwt', 'client-authentication+jwt'],
  'request object': [undefined, 'jwt', 'oauth-authz-req+jwt'],
  'logout token': [undefined, 'jwt', 'logout+jwt'],
  'ID token': [undefined, 'jwt'],
  // A platform may give access tokens (RFC 9068) or JWT-SVIDs of SPIFFE.
  'workload token': [undefined, 'jwt', 'at+jwt', 'jose'],
  'access token': ['at+jwt'],
  'DPoP proof': ['dpop+jwt'],
  'identity assertion': ['oauth-id-jag+jwt'],
} as const satisfies Record<string, readonly (string | undefined)[]>;

export type JwtKind = keyof typeof typesOf;

/** The part of a frame that is wrong: the form of the JWT, its header `crit`, or its header `typ`. */
export type FrameFault = 'form' | 'crit' | 'typ';

/**
 * Reads a JWT and checks its frame. Each JWT that this service takes passes here before its signature is verified:
 * - It has the compact form, in its only spelling. Libraries accept padding, so one token would have many texts.
 * - It has no `crit` (RFC 7515 section 4.1.11). No extension of JWS changes what such a token says.
 * - Its `typ` fits the kind.
 * The function verifies neither the signature nor a claim.
 */
export function framed(text: string, kind: JwtKind): { jwt: Jwt } | { fault: FrameFault } {
  const fault = frameFault(text, kind);
  if (fault) return { fault };
  const jwt = readJwt(text);
  return jwt ? { jwt } : { fault: 'form' };
}

/**
 * The same for a JWT whose claims a library reads. An identity provider may say claims that {@link readJwt} does not take, such as a number
 * with more digits than JSON parsers keep. The frame of such a JWT is right all the same.
 */
export function frameFault(text: string, kind: JwtKind): FrameFault | undefined {
  const parts = text.split('.');
  const [encoded = ''] = parts;
  const header = parts.length === 3 && parts.every(isBase64url) ? readPart(encoded) : undefined;
  if (!header) return 'form';
  const { crit, typ } = header;
  if (crit !== undefined) return 'crit';
  const types: readonly unknown[] = typesOf[kind];
  const named = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;
  return types.includes(named) ? undefined : 'typ';
}

export const isFramed = (text: string, kind: JwtKind): boolean => frameFault(text, kind) === undefined;
