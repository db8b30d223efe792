import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { isPassword } from '../../../src/users/passwords/passwords.ts';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

/** As many hashes of a tenant as may wait, and whenever one is made another one waits: until it is told to stop. */
function busy(orgId: string): () => Promise<unknown> {
  let goesOn = true;
  const again = async (): Promise<void> => {
    while (goesOn) await isPassword(null, 'somebody else', orgId).catch(() => setImmediate());
  };
  // Hashes that are being made do not wait any more.
  const all = Array.from({ length: 110 }, again);
  return () => {
    goesOn = false;
    return Promise.all(all);
  };
}

test('a password attempt that is refused because too many hashes wait does not count as a failure', {
  timeout: 60_000,
}, async ({ service }) => {
  const { ours, origin, sql } = service;
  const orgId = ours.orgId ?? '';
  const [email, other] = [anEmail(), anEmail()];
  for (const one of [email, other]) await aUser(ours, { email: one, password });
  const inside = aPerson(origin);
  await inside.signIn(orgId, other, password);
  const account = await inside.open(`/account/${orgId}?section=security`);
  const person = aPerson(origin);
  const page = await person.send(await person.open(`/login/${orgId}`), { username: email });
  const { action = '', fields = {} } = page.forms[0] ?? {};
  for (let tries = 0; tries < 9; tries++)
    expect((await person.post(action, { ...fields, password: `guess ${tries}` })).status).toBe(400);
  const failures = () => sql('select failures, locked_until from sign_in_failures order by failures');
  const before = await failures();
  expect(before).toEqual([{ failures: 9, locked_until: null }]);

  const calm = busy(orgId);
  try {
    // The tenth would have locked the name.
    for (let tries = 0; tries < 3; tries++) {
      const refused = await person.post(action, { ...fields, password });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    }
    const own = account.forms.find((form) => form.action.endsWith('/password'));
    const change = { ...own?.fields, password, new_password: 'quiet-lantern-orbit-17' };
    expect((await inside.post(own?.action ?? '', change)).status).toBe(429);
  } finally {
    await calm();
  }
  expect((await failures()).filter(({ failures: count }) => count !== 0)).toEqual(before);
  expect((await person.send(page, { password })).title).toBe('Your account');
});

test('a correct current password with a weak new password does not count as a failure', async ({
  service,
}) => {
  const { ours, origin, sql } = service;
  const email = anEmail();
  await aUser(ours, { email, password });
  const person = aPerson(origin);
  await person.signIn(ours.orgId ?? '', email, password);
  const account = await person.open(`/account/${ours.orgId}?section=security`);
  await sql('delete from sign_in_failures');
  const own = account.forms.find(({ action }) => action.endsWith('/password'));
  const refused = await person.post(own?.action ?? '', { ...own?.fields, password, new_password: 'short' });
  expect(refused.status).toBe(400);
  expect(await sql('select from sign_in_failures')).toEqual([]);
});
