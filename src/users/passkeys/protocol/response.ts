/** The response of the browser, as the page sent it. */
export interface WebauthnResponse {
  response: object;
  credentialId: Buffer;
  /** The user that the authenticator names; absent where the request named the user's keys. */
  userHandle: string | undefined;
}

/** More than any authenticator answers: attestations with chains of certificates have less than 10 KB. */
const mostCharacters = 32_768;
const mostOfAnId = 1023;
const base64url = /^[A-Za-z0-9_-]+$/;

/**
 * @returns undefined for a text that is not a response of an authenticator; another function judges what the response
 * proves
 */
export function readResponse(text: string): WebauthnResponse | undefined {
  if (text.length > mostCharacters) return undefined;
  const sent = objectIn(text);
  const { id, response } = sent ?? {};
  if (sent === undefined || typeof id !== 'string' || !base64url.test(id)) return undefined;
  if (typeof response !== 'object' || response === null) return undefined;
  const credentialId = Buffer.from(id, 'base64url');
  if (credentialId.length > mostOfAnId) return undefined;
  const { userHandle } = response as { userHandle?: unknown };
  const handle = typeof userHandle === 'string' && userHandle !== '' ? userHandle : undefined;
  return {
    response: sent,
    credentialId,
    userHandle: handle === undefined ? undefined : Buffer.from(handle, 'base64url').toString(),
  };
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
