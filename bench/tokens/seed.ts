import pg from 'pg';
import { Provider } from 'oidc-provider';
import { configurationOf } from '../../src/oidc/engine/configuration.ts';
import { apiOf } from '../frame/api.ts';
import { clientRow, engineParts, newSettings } from './parts.ts';
import { personTokens } from './people.ts';

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
  const api = apiOf(port, key);
  const aClient = (accessTokenFormat: string) =>
    api<Record<string, string>>('POST', 'oidc/clients', {
      name: accessTokenFormat,
      accessTokenFormat,
      redirectUris: ['https://app.example.com/callback'],
      grantTypes: ['authorization_code', 'client_credentials'],
      scopes: ['openid', 'email'],
    });
  const [jwt, opaque] = [await aClient('jwt'), await aClient('opaque')];
  const user = await api('POST', 'directory/users', {
    email: 'ada@example.com',
    sendInvite: false,
    firstName: 'Ada',
    lastName: 'L',
  });
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  await owner.query(`update users set status = 'ACTIVE', activated_at = now() where id = $1`, [user.id]);
  const parts = engineParts(owner, { client: (_orgId, id) => Promise.resolve(clientRow(id, 'opaque')) });
  const configuration = configurationOf(await newSettings(orgId), parts);
  const writer = new Provider(`http://localhost:3000/api/oidc/${orgId}`, configuration);
  const people = await personTokens(writer, String(opaque['clientId']), user.id);
  await owner.end();
  return { jwt, opaque, people };
}

/** HTTP Basic credentials of a client (RFC 6749, section 2.3.1). */
export const basicOf = (client: Record<string, string>, itsSecret = client['clientSecret']): string =>
  btoa(`${client['clientId']}:${itsSecret}`);
