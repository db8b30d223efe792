import { aUser } from './builders.ts';
import { type Client, createClient } from './client.ts';
import { aPerson, type Person } from './person.ts';
import type { TestService } from './service.ts';
import { anEmail } from './users.ts';

/** The password of each of these users. */
export const password = 'vivid-harbor-cello-42';

/** A user who is signed in with a browser, and calls the API by a page of ours. */
export interface UserCaller {
  userId: string;
  email: string;
  person: Person;
  /** Calls as the user, in the tenant of the session unless another one is named. */
  client: Client;
  in: (orgId: string | undefined, headers?: Record<string, string>) => Client;
}

/** Signs a user of ours in. @param at who creates the user: a key of the tenant */
export async function aUserCaller(
  service: Pick<TestService, 'ours' | 'origin'>,
  fields: Record<string, unknown> = { roles: ['OWNER'] },
  at: Client = service.ours,
): Promise<UserCaller> {
  const email = anEmail();
  const userId = await aUser(at, { email, password, ...fields });
  return signedIn(service, { userId, email }, { at });
}

/** Signs a user in by another browser, unless one is given. */
export async function signedIn(
  { ours, origin }: Pick<TestService, 'ours' | 'origin'>,
  { userId, email }: Pick<UserCaller, 'userId' | 'email'>,
  { at = ours, person = aPerson(origin) }: { at?: Client; person?: Person } = {},
): Promise<UserCaller> {
  const page = await person.signIn(at.orgId ?? '', email, password);
  if (page.status !== 200) throw new Error(`no session: ${page.status} ${page.title}`);
  const clientIn: UserCaller['in'] = (orgId, headers) => clientOf({ origin, person }, orgId, headers);
  return { userId, email, person, client: clientIn(at.orgId), in: clientIn };
}

/** Calls the API by the session of a browser. */
export const clientOf = (
  { origin, person }: { origin: string; person: Pick<Person, 'cookies'> },
  orgId: string | undefined,
  headers: Record<string, string> = {},
): Client => createClient(origin, undefined, orgId, { ...headersOf(person, orgId), ...headers });

/** Returns the headers with which a page of ours calls in a tenant. */
export const headersOf = (
  { cookies }: Pick<Person, 'cookies'>,
  orgId: string | undefined,
): Record<string, string> => ({
  ...cookies.sent('/'),
  'sec-fetch-site': 'same-origin',
  ...(orgId === undefined ? {} : { 'keyward-tenant': orgId }),
});
