import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ClientAuthentication, ClientKey, ProviderClient } from '../openid/provider-client.ts';
import { connectionCallback } from './connection-callback.ts';
import { connectionSecretPurpose } from './connection-secret.ts';
import type { Connection } from './entities/connection.ts';

/** Reads the keys that the tenant signs with. `src/wiring.ts` names the function, because keys belong to a higher room. */
export type ClientKeys = (tx: Tx, vault: Vault) => Promise<readonly ClientKey[]>;

/** The parts of the process that a client for a connection needs. */
export interface ConnectionMeans {
  vault: Vault;
  baseUrl: string;
  wired: { clientKeys: ClientKeys };
}

/** The connection as its published keys are read: it has no secret. */
export function keyClient({
  orgId,
  id,
  version,
  issuer,
  discoveryUrl,
  clientId,
}: Connection): ProviderClient {
  if (issuer === null || clientId === null) throw new Error(`the connection ${id} is not by OpenID Connect`);
  return {
    orgId,
    id,
    version,
    server: { flow: 'oidc', issuer, discoveryUrl, isExact: true },
    clientId,
    authentication: { method: 'none' },
    scopes: [],
    callbackUrl: '',
    nonce: true,
    pkce: true,
    formPost: false,
  };
}

/** The connection as it is spoken to, with its secret or its keys. */
export async function connectionClient(
  tx: Tx,
  connection: Connection,
  means: ConnectionMeans,
): Promise<ProviderClient> {
  const { orgId, id, version, issuer, discoveryUrl, clientId, scopes, pkce } = connection;
  if (issuer === null || clientId === null) throw new Error(`the connection ${id} is not by OpenID Connect`);
  return {
    orgId,
    id,
    version,
    server: { flow: 'oidc', issuer, discoveryUrl, isExact: true },
    clientId,
    authentication: await authenticationOf(tx, connection, means),
    scopes: scopes ?? [],
    callbackUrl: connectionCallback(means.baseUrl, id),
    nonce: true,
    pkce: pkce ?? true,
    formPost: false,
  };
}

async function authenticationOf(
  tx: Tx,
  { orgId, id, clientSecret, tokenEndpointAuthMethod }: Connection,
  { vault, baseUrl, wired }: ConnectionMeans,
): Promise<ClientAuthentication> {
  if (tokenEndpointAuthMethod === 'private_key_jwt')
    return { method: 'private_key_jwt', keys: await wired.clientKeys(tx, vault), origin: baseUrl };
  if (clientSecret === null || tokenEndpointAuthMethod === 'none') return { method: 'none' };
  const secret = vault.open(Buffer.from(clientSecret), orgId, connectionSecretPurpose(id));
  return {
    method: 'secret',
    secret,
    place: tokenEndpointAuthMethod === 'client_secret_post' ? 'body' : 'header',
  };
}
