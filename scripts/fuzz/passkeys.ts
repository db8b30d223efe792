// Makes passkeys, for which an authenticator has to sign. No request can make them up.
import { anAuthenticator } from '../../test/support/authenticator.ts';
import { createClient } from '../../test/support/client.ts';
import { addPasskey, aPerson, givePassword, pageOrigin } from '../../test/support/passkey-visits.ts';

/** As many as one person may have. */
const wanted = 20;

/**
 * Signs a user in and gives them passkeys.
 * @returns what names each, with the id of the person first: `usr_…/psk_…`
 * @throws when the service refuses
 */
export async function makePasskeys(origin: string, key: string, orgId: string): Promise<string[]> {
  const ours = createClient(origin, key, orgId);
  const service = { origin, ours };
  const person = await aPerson(service);
  await givePassword(person);
  for (let at = 0; at < wanted; at++)
    await addPasskey({ ...person, authenticator: anAuthenticator(pageOrigin(service)) }, {}, `fuzz ${at}`);
  const { body } = await ours.call('listPasskeys', { path: { userId: person.id } });
  if (body.data.length !== wanted) throw new Error(`There are ${body.data.length} passkeys to fuzz with`);
  return body.data.map(({ id }: { id: string }) => `${person.id}/${id}`);
}
