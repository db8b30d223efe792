import type { Client } from 'oidc-provider';
import { isLoopbackHost } from '../../lib/loopback-host.ts';
import { isStranger } from '../strangers.ts';
import { settingsOf } from './clients.ts';
import { basePath } from './names.ts';
import type { EngineParts, TenantSettings } from './parts.ts';

/**
 * Returns the part of the metadata of a tenant about clients that no administrator makes: that metadata documents are read, or where clients
 * register. The metadata does not name a way that is off.
 * The engine does not answer registrations (docs/decisions/0149).
 */
export const waysOfStrangers = (
  { orgId, documents, registersClients }: Pick<TenantSettings, 'orgId' | 'documents' | 'registersClients'>,
  { baseUrl }: Pick<EngineParts, 'baseUrl'>,
): Record<string, unknown> => ({
  ...(documents.mode === 'OFF' ? {} : { client_id_metadata_document_supported: true }),
  ...(registersClients ? { registration_endpoint: `${baseUrl()}${basePath(orgId)}/register` } : {}),
});

/**
 * Whether scripts of an origin may read what a client is answered. An administrator lists the origins of a client. A stranger has those of its
 * redirect URIs; the port of a loopback address may be any (RFC 8252 section 7.3).
 */
export function mayRead(client: Client, origin: string): boolean {
  const settings = settingsOf(client);
  if (!isStranger(settings)) return settings.allowedOrigins.includes(origin);
  const asking = URL.parse(origin);
  return (client.redirectUris ?? []).some((uri) => {
    const own = URL.parse(uri);
    if (!own || !asking) return false;
    if (own.protocol === 'http:' && isLoopbackHost(own))
      return asking.protocol === 'http:' && asking.hostname === own.hostname;
    return own.protocol === 'https:' && own.origin === origin;
  });
}
