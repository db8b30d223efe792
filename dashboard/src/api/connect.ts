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

/** The same for a call that asks which user is signed in now. It names no user. */
export const asAnyUser = (tenant: string): { 'Keyward-Tenant': string; 'Keyward-User': null } => ({
  ...inTenant(tenant),
  'Keyward-User': null,
});

/**
 * The tenant that calls of this page work in from now on. Other tabs may work in others. The user of another tenant is not
 * known yet.
 * @returns whether it is another one than before
 */
export function workIn(tenant: string): boolean {
  const headers = client.getConfig().headers;
  const before = headers instanceof Headers ? headers.get('Keyward-Tenant') : null;
  if (before === tenant) return false;
  client.setConfig({ headers: asAnyUser(tenant) });
  return true;
}

/**
 * The user that calls of this page are meant for from now on. If another user signs in with this browser, the service refuses
 * them (docs/users-and-the-api.md).
 */
export function workAs(userId: string): void {
  client.setConfig({ headers: { 'Keyward-User': userId } });
}
