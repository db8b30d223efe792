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

/** The tenant that calls work in from now on. The service refuses calls without it (docs/users-and-the-api.md). */
export function workIn(tenant: string): void {
  client.setConfig({ headers: { 'Keyward-Tenant': tenant } });
}
