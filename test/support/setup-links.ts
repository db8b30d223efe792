import type { Client } from './client.ts';
import { aDomainName, type ConnectionBody } from './connections.ts';

/** A setup link, with its URL. */
export async function aSetupLink(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<ConnectionBody> {
  const asked = { name: 'Acme', domains: [aDomainName()], ...fields };
  const { status, body } = await client.call('createSetupLink', { body: asked });
  if (status !== 201) throw new Error(`no setup link: ${JSON.stringify(body)}`);
  return body;
}
