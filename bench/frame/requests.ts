// The texts of requests. The load generators send them as they are.

/** Requests of one kind, and what stands in every right answer. */
export interface Given {
  texts: string[];
  mark: string;
  /** The status of every right answer, if not 200. */
  status?: number;
  /** Whether twelve `#` in a text stand for a number that no other request has. */
  numbered?: boolean;
}

/** The load generator puts a number in its place. */
export const counter = '#'.repeat(12);

interface Body {
  type: string;
  text: string;
}

export const json = (value: object, type = 'application/json'): Body => ({
  type,
  text: JSON.stringify(value),
});
export const form = (fields: Record<string, string>): Body => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fields).toString(),
});

export const bearer = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });

/** One request. @param line the method and the path */
export function requestText(line: string, headers: Record<string, string> = {}, body?: Body): string {
  const all = {
    Host: '127.0.0.1',
    Accept: '*/*',
    ...headers,
    ...(body && { 'Content-Type': body.type, 'Content-Length': String(Buffer.byteLength(body.text)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body?.text ?? ''}`;
}

/** Verifies keys. @param more members of the body */
export const verifications = (caller: string, keys: readonly string[], more: object = {}): Given => ({
  texts: keys.map((credential) =>
    requestText('POST /api/v1/credentials/verify', bearer(caller), json({ credential, ...more })),
  ),
  mark: '"valid":true',
});

/** Reads credentials. */
export const credentialReads = (caller: string, ids: readonly string[]): Given => ({
  texts: ids.map((id) => requestText(`GET /api/v1/credentials/${id}`, bearer(caller))),
  mark: '"id":"cred_',
});

/** Creates a user by SCIM, another one with each request. @param path of the users */
export const scimCreation = (path: string, token: string): Given => ({
  texts: [
    requestText(
      `POST ${path}`,
      bearer(token),
      json(
        {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
          userName: `u${counter}@example.com`,
          name: { givenName: 'Grace', familyName: 'Hopper' },
          emails: [{ value: `u${counter}@example.com`, primary: true }],
        },
        'application/scim+json',
      ),
    ),
  ],
  status: 201,
  numbered: true,
  mark: '"userName"',
});

/** Looks users up by their user names, as directories do before each change. */
export const scimLookUps = (path: string, token: string, userNames: readonly string[]): Given => ({
  texts: userNames.map((name) =>
    requestText(`GET ${path}?filter=${encodeURIComponent(`userName eq "${name}"`)}`, bearer(token)),
  ),
  mark: '"totalResults":1,',
});

/** Gets tokens by `client_credentials`. @param basic `client_id:client_secret` in base64 */
export const tokenRequests = (path: string, basic: string): Given => ({
  texts: [
    requestText(
      `POST ${path}`,
      { Authorization: `Basic ${basic}` },
      form({ grant_type: 'client_credentials' }),
    ),
  ],
  mark: '"access_token":',
});

/** Introspects tokens of a client, which it gets before. */
export async function introspections(
  port: number,
  paths: { token: string; introspect: string },
  basic: string,
): Promise<Given> {
  const headers = { Authorization: `Basic ${basic}` };
  const texts: string[] = [];
  while (texts.length < 50) {
    const answer = await fetch(`http://127.0.0.1:${port}${paths.token}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token, ...error } = (await answer.json()) as { access_token?: string };
    if (token === undefined) throw new Error(JSON.stringify(error));
    texts.push(requestText(`POST ${paths.introspect}`, headers, form({ token })));
  }
  return { texts, mark: '"active":true' };
}

/** Reads the claims of a user. @param tokens access tokens of `ada@example.com` */
export const userinfos = (path: string, tokens: readonly string[]): Given => ({
  texts: tokens.map((token) => requestText(`GET ${path}`, bearer(token))),
  mark: 'ada@example.com',
});
