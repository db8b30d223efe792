import { aUser } from './builders.ts';
import { type Client, createClient } from './client.ts';
import { aPerson, type Person } from './person.ts';
import type { TestService } from './service.ts';
import { anEmail } from './users.ts';

const password = 'vivid-harbor-cello-42';

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
  { ours, origin }: Pick<TestService, 'ours' | 'origin'>,
  fields: Record<string, unknown> = { roles: ['OWNER'] },
  at: Client = ours,
): Promise<UserCaller> {
  const email = anEmail();
  const userId = await aUser(at, { email, password, ...fields });
  const person = aPerson(origin);
  const page = await person.signIn(at.orgId ?? '', email, password);
  if (page.status !== 200) throw new Error(`no session: ${page.status} ${page.title}`);
  const clientIn: UserCaller['in'] = (orgId, headers = {}) =>
    createClient(origin, undefined, orgId, {
      ...person.cookies.sent('/'),
      'sec-fetch-site': 'same-origin',
      ...(orgId === undefined ? {} : { 'keyward-tenant': orgId }),
      ...headers,
    });
  return { userId, email, person, client: clientIn(at.orgId), in: clientIn };
}
