import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Client } from './client.ts';
import { type DnsAnswer, sharedDns } from './dns-server.ts';
import { receiverCa, trustReceivers } from './receiver.ts';
import { databaseOf, type TestService } from './service.ts';

/** How one path responds: JSON, or something else. */
type Response = { status?: number; body?: unknown } | ((response: ServerResponse) => void);

/** A provider that publishes what a test says. It has no users. */
export interface PublishedProvider {
  issuer: string;
  /** Changes the discovery document; a field that is undefined is left out. */
  say: (fields: Record<string, unknown>) => void;
  /** Changes how a path of the provider responds, such as `/keys`. */
  respond: (path: string, response: Response) => void;
  /** The paths that were asked for. */
  readonly asked: string[];
}

const discoveryPath = '/.well-known/openid-configuration';
const responses = new Map<string, Response>();
const asked: string[] = [];
let starting: Promise<string> | undefined;

/** Starts the server of all providers of this process. It keeps no process alive. */
async function startProviders(): Promise<string> {
  trustReceivers();
  const server = createServer(await receiverCa.issue(), (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const found = responses.get(path) ?? { status: 404, body: {} };
    if (typeof found === 'function') return found(response);
    const { status = 200, body } = found;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }).unref();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

let key: Record<string, unknown> | undefined;

/** A public key that verifies RS256. */
function aPublicKey(): Record<string, unknown> {
  key ??= {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
    kid: 'one',
    use: 'sig',
    alg: 'RS256',
  };
  return key;
}

/** A provider whose documents are right, until a test changes them. */
export async function aPublishedProvider(): Promise<PublishedProvider> {
  const origin = await (starting ??= startProviders());
  const path = `/${randomUUID()}`;
  const issuer = origin + path;
  let document: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  };
  const respond: PublishedProvider['respond'] = (below, response) =>
    void responses.set(path + below, response);
  const say: PublishedProvider['say'] = (fields) => {
    document = { ...document, ...fields };
    respond(discoveryPath, { body: document });
  };
  say({});
  respond('/keys', { body: { keys: [aPublicKey()] } });
  respond('/token', { status: 400, body: { error: 'invalid_request' } });
  respond('/userinfo', { status: 401, body: {} });
  return {
    issuer,
    say,
    respond,
    get asked() {
      return asked.filter((one) => one.startsWith(path)).map((one) => one.slice(path.length));
    },
  };
}

// As in client.ts: tests look into bodies of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type ConnectionBody = Record<string, any> & { id: string };

/** The body of a request that connects a provider. The provider need not exist. */
export const aConnectionBody = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Acme',
  issuer: 'https://login.acme.invalid',
  clientId: `client-${randomUUID()}`,
  ...(fields['tokenEndpointAuthMethod'] === undefined && { clientSecret: 'a secret of the test' }),
  ...fields,
});

/** An OpenID Connect connection. */
export async function aConnection(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<ConnectionBody> {
  const { status, body } = await client.call('createOidcConnection', { body: aConnectionBody(fields) });
  if (status !== 201) throw new Error(`no connection: ${JSON.stringify(body)}`);
  return body;
}

/** A domain name that no other test uses. */
export const aDomainName = (): string => `${randomUUID()}.example`;

/** Returns one domain as the API shows it. */
export async function domainOf(client: Client, domain: string): Promise<ConnectionBody> {
  const { body } = await client.call('listFederatedDomains', { query: { limit: 100 } });
  return body.data.find((one: { domain: string }) => one.domain === domain);
}

/** The text of the record that proves a domain of the client's tenant. */
export async function recordOf(client: Client, domain: string): Promise<string> {
  const [row] = await databaseOf(client)<{ value: string }>(
    'select value from federation_domains where org_id = coalesce($1, org_id) and domain = $2',
    [client.orgId, domain],
  );
  return row?.value ?? '';
}

/** Publishes the record that proves a domain, beside others. */
export async function publishRecord(
  client: Client,
  domain: string,
  others: readonly string[] = [],
): Promise<void> {
  const value = await recordOf(client, domain);
  (await sharedDns()).answer(`_kd-challenge.${domain}`, { txt: [...others, value] });
}

/** A connection with a domain whose record is published. The domain waits for its proof. */
export async function aProvableDomain(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const domain = aDomainName();
  await aConnection(client, { domains: [domain], ...fields });
  await publishRecord(client, domain);
  return domain;
}

/** A connection with a domain that is proved. */
export async function aVerifiedDomain(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const domain = await aProvableDomain(client, fields);
  const { status, body } = await client.call('verifyFederatedDomain', { path: { domain } });
  if (status !== 200) throw new Error(`not proved: ${JSON.stringify(body)}`);
  return domain;
}

/** The events about a connection, the oldest first. */
export const eventsOfConnection = ({ sql }: Pick<TestService, 'sql'>, id: string) =>
  sql<{ type: string; data: Record<string, unknown> }>(
    `select type, data from events where data ->> 'connectionId' = $1 order by created_at, id`,
    [id],
  );

/** Links a user with a connection, as a sign-in does. */
export async function linkUser(
  { sql, ours }: Pick<TestService, 'sql' | 'ours'>,
  connectionId: string,
  userId: string,
): Promise<void> {
  await sql('insert into social_links (org_id, provider_id, subject, user_id) values ($1, $2, $3, $4)', [
    ours.orgId,
    connectionId,
    `subject of ${userId}`,
    userId,
  ]);
}

/** Sets how the name server answers for the record of a domain. */
export async function publishAnswer(domain: string, answer: DnsAnswer): Promise<void> {
  (await sharedDns()).answer(`_kd-challenge.${domain}`, answer);
}

/** Events of a type about a domain. */
export const eventsOfDomain = ({ sql }: Pick<TestService, 'sql'>, type: string, domain: string) =>
  sql<{ orgId: string; data: Record<string, unknown> }>(
    `select org_id as "orgId", data from events where type = $1 and data ->> 'domain' = $2 order by created_at`,
    [type, domain],
  );

/** Asks for the proof of a domain. */
export const verifyDomain = (client: Client, domain: string) =>
  client.call('verifyFederatedDomain', { path: { domain } });
