import { client } from '../generated/client.gen.ts';
import { Refusal } from './refusal.ts';

/** Makes the client throw refusals with their status. To be called once. */
export function connect(): void {
  client.setConfig({ baseUrl: '', credentials: 'same-origin' });
  client.interceptors.error.use((error, response) => {
    if (!response) return error;
    const body = typeof error === 'object' && error !== null ? error : {};
    return new Refusal(response.status, body);
  });
}

/** The header that names the tenant of a call. The service refuses calls without it (docs/users-and-the-api.md). */
export const inTenant = (tenant: string): { 'Keyward-Tenant': string } => ({ 'Keyward-Tenant': tenant });

/**
 * The tenant that calls of this page work in from now on. Other tabs may work in others.
 * @returns whether it is another one than before
 */
export function workIn(tenant: string): boolean {
  const headers = client.getConfig().headers;
  const before = headers instanceof Headers ? headers.get('Keyward-Tenant') : null;
  client.setConfig({ headers: inTenant(tenant) });
  return before !== tenant;
}
