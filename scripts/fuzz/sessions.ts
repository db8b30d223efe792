// Makes sessions, for which a user has to sign in. No request of the API can make them up.
import { createClient } from '../../test/support/client.ts';
import { aUserCaller, signedIn } from '../../test/support/user-caller.ts';

/** A run ends some of them. */
const wanted = 20;

/**
 * Signs a user in with several browsers.
 * @returns what names each session, with the id of the user first: `usr_…/ses_…`
 * @throws when the service refuses
 */
export async function makeSessions(origin: string, key: string, orgId: string): Promise<string[]> {
  const service = { origin, ours: createClient(origin, key, orgId) };
  const user = await aUserCaller(service, {});
  for (let at = 1; at < wanted; at++) await signedIn(service, user);
  const path = { userId: user.userId };
  const { body } = await service.ours.call('listUserSessions', { path, query: { limit: 100 } });
  if (body.data.length !== wanted) throw new Error(`There are ${body.data.length} sessions to fuzz with`);
  return body.data.map(({ id }: { id: string }) => `${user.userId}/${id}`);
}
