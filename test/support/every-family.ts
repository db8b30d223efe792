import { operations } from '../../generated/operations.ts';
import { createClient } from './client.ts';

/**
 * Sends requests to every family of operations, and for pages. Most lead to no resource.
 * @param key a key with scope *
 * @returns the requests that a status of 500 or more answered
 */
export async function faultsOfFamilies(origin: string, key: string, orgId: string): Promise<string[]> {
  const { body: made } = await createClient(origin, key).call('createScimToken', { body: { name: 'Okta' } });
  const faults: string[] = [];
  const ask = async (method: string, path: string, token: string): Promise<void> => {
    const writes = !['GET', 'HEAD', 'DELETE'].includes(method);
    const type = path.startsWith('/scim') ? 'application/scim+json' : 'application/json';
    const { status } = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: { Authorization: `Bearer ${token}`, ...(writes && { 'Content-Type': type }) },
      ...(writes && { body: '{}' }),
    });
    if (status >= 500) faults.push(`${method} ${path}: ${status}`);
  };
  const families = Object.groupBy(Object.values(operations), ({ tag }) => tag);
  const asked = Object.values(families).flatMap((family) => [...family.slice(0, 2), ...family.slice(-1)]);
  for (const { method, path, scheme } of asked) {
    const given = path.replaceAll('{orgId}', orgId).replaceAll(/\{\w+\}/g, 'x');
    await ask(method, given, scheme === 'scimToken' ? String(made['token']) : key);
  }
  for (const page of ['/', '/admin', '/docs', '/docs/search.json', `/login/${orgId}`])
    await ask('GET', page, key);
  return faults;
}
