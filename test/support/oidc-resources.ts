import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';
import { anOidcClient } from './oidc-clients.ts';
import { discovered, issuerOf, redirectUri, type RelyingParty } from './relying-party.ts';
import type { TestService } from './service.ts';

export interface MadeResource {
  id: string;
  identifier: string;
  name: string;
}

/** Creates a resource with the scopes `read` and `write`, unless the fields say otherwise. */
export async function anOidcResource(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<MadeResource> {
  const { status, body } = await client.call('createOidcResource', {
    body: {
      identifier: `https://${randomUUID()}.example.com/mcp`,
      name: 'Project tools',
      scopes: [{ name: 'read', displayName: 'Read your projects' }, { name: 'write' }],
      ...fields,
    },
  });
  if (status !== 201) throw new Error(`no resource: ${JSON.stringify(body)}`);
  return body;
}

/** Makes a public client that registered itself. No operation of the management API makes one. */
export async function aStranger({ ours, sql }: Pick<TestService, 'ours' | 'sql'>): Promise<RelyingParty> {
  const { clientId } = await anOidcClient(ours, {
    applicationType: 'spa',
    name: `Agent ${randomUUID()}`,
    redirectUris: [redirectUri],
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenTtl: 300,
    consentRequired: true,
  });
  await sql(`update oidc_clients set origin = 'REGISTRATION' where id = $1`, [clientId]);
  const issuer = issuerOf(ours);
  return { clientId, clientSecret: '', issuer, config: await discovered(issuer, clientId, null) };
}
