import { isObject } from './object.ts';
import { JsonRefusal, parseJson } from './json.ts';

/** What a signed JSON Web Token says (RFC 7519), whether or not it is true. */
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
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) return undefined;
  const [header, claims] = parts.slice(0, 2).map(readPart);
  if (!header || !claims) return undefined;
  return { text, signed: text.slice(0, text.lastIndexOf('.')), header, claims };
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(Buffer.from(part, 'base64url'));
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonRefusal) return undefined;
    throw error;
  }
}
