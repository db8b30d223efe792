import pg from 'pg';
import { Provider } from 'oidc-provider';
import { configurationOf } from '../src/oidc/engine/configuration.ts';
import { clientRow, engineParts, newSettings } from './oidc-parts.ts';
import { personTokens } from './oidc-people.ts';

interface Service {
  port: number;
  orgId: string;
  /** A key with scope `*`. */
  key: string;
  ownerUrl: string;
}

export interface OidcSeed {
  jwt: Record<string, string>;
  opaque: Record<string, string>;
  /** Access tokens of a user. */
  people: string[];
}

/** Makes two clients over the API, and a user with access tokens as the code flow would end with. */
export async function seedOidc({ port, orgId, key, ownerUrl }: Service): Promise<OidcSeed> {
  const api = async (resource: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${resource}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const made = (await answer.json()) as Record<string, string>;
    if (answer.status !== 201) throw new Error(JSON.stringify(made));
    return made;
  };
  const aClient = (accessTokenFormat: string) =>
    api('oidc/clients', {
      name: accessTokenFormat,
      accessTokenFormat,
      redirectUris: ['https://app.example.com/callback'],
      grantTypes: ['authorization_code', 'client_credentials'],
      scopes: ['openid', 'email'],
    });
  const [jwt, opaque] = [await aClient('jwt'), await aClient('opaque')];
  const user = await api('directory/users', {
    email: 'ada@example.com',
    sendInvite: false,
    firstName: 'Ada',
    lastName: 'L',
  });
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  await owner.query(`update users set status = 'ACTIVE', activated_at = now() where id = $1`, [user['id']]);
  const parts = engineParts(owner, { client: (_orgId, id) => Promise.resolve(clientRow(id, 'opaque')) });
  const configuration = configurationOf(await newSettings(orgId), parts);
  const writer = new Provider(`http://localhost:3000/api/oidc/${orgId}`, configuration);
  const people = await personTokens(writer, String(opaque['clientId']), String(user['id']));
  await owner.end();
  return { jwt, opaque, people };
}

/** HTTP Basic credentials of a client (RFC 6749, section 2.3.1). */
export const basicOf = (client: Record<string, string>, itsSecret = client['clientSecret']): string =>
  btoa(`${client['clientId']}:${itsSecret}`);

/** A request with a form. @param basic of {@link basicOf} */
export const postForm = (path: string, basic: string, form: Record<string, string>): string => {
  const body = new URLSearchParams(form).toString();
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${basic}\r\nAccept: application/json\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
};

/** Requests that introspect opaque or signed tokens, which the client gets before. */
export async function introspections(
  port: number,
  paths: { token: string; introspect: string },
  basic: string,
): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < 50) {
    const answer = await fetch(`http://127.0.0.1:${port}${paths.token}`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token, ...error } = (await answer.json()) as { access_token?: string };
    if (token === undefined) throw new Error(JSON.stringify(error));
    texts.push(postForm(paths.introspect, basic, { token }));
  }
  return texts;
}
